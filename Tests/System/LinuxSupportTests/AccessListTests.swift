import Foundation
import Testing

@testable import LinuxSupport

/// An entry of an access list in the kernel's form: a tag, permissions, and a user or group.
private typealias Entry = (tag: UInt16, permissions: UInt16, id: UInt32)

private let nobody = UInt32.max

/// The list that systemd makes for the user of a unit. The file's owner may read the file, and so may the unit's user.
private func credential(for uid: UInt32, mask: UInt16 = 4) -> [Entry] {
    [(1, 4, nobody), (2, 4, uid), (4, 0, nobody), (0x10, mask, nobody), (0x20, 0, nobody)]
}

private func bytes(_ entries: [Entry], version: UInt32 = 2) -> [UInt8] {
    let little = { (value: UInt32, count: Int) in (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    return little(version, 4)
        + entries.flatMap { little(UInt32($0.tag), 2) + little(UInt32($0.permissions), 2) + little($0.id, 4) }
}

@Suite("An access control list")
struct AccessListTests {
    @Test("access list: lets in nobody but the owner, root and the daemon's user, after the mask")
    func strangers() throws {
        let cases: [(entries: [Entry], stranger: AccessList.Holder?)] = [
            (credential(for: 999), nil),
            (credential(for: 0), nil),
            (credential(for: 1000), .user(1000)),
            (credential(for: 1000, mask: 0), nil),
            (credential(for: 999) + [(8, 4, 50)], .group(50)),
            (credential(for: 999) + [(8, 1, 50)], nil),
            (credential(for: 999) + [(2, 2, 7)], nil),
            (credential(for: 999, mask: 7) + [(2, 2, 7)], .user(7)),
            ([(1, 4, nobody), (2, 4, 999), (4, 4, nobody), (0x10, 4, nobody), (0x20, 0, nobody)], .owningGroup),
            ([(1, 4, nobody), (2, 4, 999), (4, 0, nobody), (0x10, 4, nobody), (0x20, 4, nobody)], .others),
            ([(1, 6, nobody), (4, 0, nobody), (0x20, 0, nobody)], nil),
            ([(1, 6, nobody), (4, 4, nobody), (0x20, 0, nobody)], .owningGroup),
        ]
        for (entries, stranger) in cases {
            let list = try #require(AccessList(bytes(entries)), "\(entries)")
            #expect(list.stranger(to: [0, 999])?.holder == stranger, "\(entries)")
        }
    }

    @Test(
        "access list: of a file that has none is its mode",
        arguments: [0o400, 0o600, 0o440, 0o640, 0o604, 0o610, 0o777])
    func mode(mode: Int) {
        let stranger = AccessList(mode: UInt32(mode)).stranger(to: [0, 999])?.holder
        #expect(stranger == (mode & 0o070 != 0 ? .owningGroup : mode & 0o007 != 0 ? .others : nil))
    }

    @Test("access list: that is not exactly as documented is none")
    func malformed() {
        let valid = credential(for: 999)
        let malformed: [[UInt8]] = [
            [], [2, 0, 0], [2, 0, 0, 0], bytes(valid, version: 1), bytes(valid, version: 3),
            Array(bytes(valid).dropLast()), bytes(valid) + [0], bytes(Array(valid.dropFirst())),
            bytes(Array(valid.dropLast())), bytes(valid.filter { $0.tag != 4 }), bytes(valid.filter { $0.tag != 0x10 }),
            bytes(valid + [(2, 4, 999)]), bytes(valid + [(0x20, 0, nobody)]), bytes(valid + [(0x40, 4, 1)]),
            bytes(valid + [(0, 4, 1)]), bytes(valid + [(2, 8, 1000)]), bytes(valid + [(2, 0xFFFF, 1000)]),
        ]
        for bytes in malformed { #expect(AccessList(bytes) == nil, "\(bytes)") }
    }

    @Test("access list: is never understood in another way than it was written, whatever byte is changed")
    func mutated() throws {
        let valid = bytes(credential(for: 999))
        let list = try #require(AccessList(valid))
        for place in valid.indices {
            for value in UInt8.min...UInt8.max where value != valid[place] {
                var changed = valid
                changed[place] = value
                guard let other = AccessList(changed) else { continue }
                // A changed id makes a difference only if the entry is for a user or a group.
                let offset = (place - 4) % 8
                #expect(other != list || offset >= 4 && valid[place - offset] != 2, "byte \(place) is \(value)")
            }
        }
    }
}

@Suite("A secret that the service manager hands over")
struct CredentialFileTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Creates a file that has the given access list. The group's permissions in the file's mode are the permissions of
    /// the list's mask.
    private func file(_ entries: [Entry]) throws -> String {
        try SecretFile.create(scratch("key"), bytes: [1, 2, 3])
        let list = bytes(entries)
        let status = try setAttribute()(scratch("key"), "system.posix_acl_access", list, list.count, 0)
        try #require(status == 0, "error \(errno)")
        return scratch("key")
    }

    /// The C library's function `setxattr`. Swift does not import the header that declares it.
    private func setAttribute() throws
        -> @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32
    {
        let symbol = try #require(dlsym(nil, "setxattr"))
        return unsafeBitCast(
            symbol,
            to: (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32)
                .self)
    }

    @Test("credential file: is taken with the list that lets only the daemon's user in, and nowhere else")
    func taken() throws {
        try requireRoot()
        let path = try file(credential(for: geteuid()))
        #expect(try mode(path) == 0o440)
        #expect(try SecretFile.readCredential(path, limit: 3) == [1, 2, 3])
        #expect(throws: LinuxError(.unsafeFile, "")) { try SecretFile.read(path, limit: 3) }
        #expect(throws: LinuxError(.tooLarge, "")) { try SecretFile.readCredential(path, limit: 2) }
        #expect(throws: LinuxError(.notFound, "")) { try SecretFile.readCredential(scratch("absent"), limit: 3) }
    }

    @Test("credential file: is refused where somebody else can read it, and the message names the entry")
    func refused() throws {
        try requireRoot()
        let cases: [(entries: [Entry], words: String)] = [
            (credential(for: 61_999), "the user 61999"),
            (credential(for: 0) + [(8, 4, 61_999)], "the group 61999"),
            ([(1, 4, nobody), (4, 4, nobody), (0x20, 0, nobody)], "its group"),
            ([(1, 4, nobody), (4, 0, nobody), (0x20, 4, nobody)], "everybody"),
        ]
        for (entries, words) in cases {
            let path = try file(entries.sorted { ($0.tag, $0.id) < ($1.tag, $1.id) })
            let error = #expect(throws: LinuxError(.unsafeFile, "")) { try SecretFile.readCredential(path, limit: 3) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test("file: counts for what others may write as its group does: a file that must be trusted stays strict")
    func trusted() throws {
        try requireRoot()
        let reading = try file(credential(for: 61_999))
        #expect(try TrustedPath.read(reading, limit: 3, owners: [0]) == [1, 2, 3], "reading changes nothing")
        try FileManager.default.removeItem(atPath: reading)
        let writing = try file([(1, 6, nobody), (2, 6, 61_999), (4, 0, nobody), (0x10, 6, nobody), (0x20, 0, nobody)])
        #expect(throws: LinuxError(.unsafeFile, "")) { try TrustedPath.read(writing, limit: 3, owners: [0]) }
    }
}
