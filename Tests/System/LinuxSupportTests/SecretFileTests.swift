import Foundation
import LinuxSupport
import Testing

@Suite struct SecretFileTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test("secret file: a new secret is read back") func aNewSecretIsReadBack() throws {
        try SecretFile.create(scratch("key"), bytes: [1, 2, 3])
        #expect(try mode(scratch("key")) == 0o600)
        #expect(try SecretFile.read(scratch("key"), limit: 3) == [1, 2, 3])
        #expect(throws: LinuxError(.tooLarge, "")) { try SecretFile.read(scratch("key"), limit: 2) }
    }

    @Test("secret file: nothing is overwritten") func nothingIsOverwritten() throws {
        try SecretFile.create(scratch("key"), bytes: [1])
        #expect(throws: LinuxError(.addressTaken, "")) { try SecretFile.create(scratch("key"), bytes: [2]) }
        #expect(try SecretFile.read(scratch("key"), limit: 3) == [1])
    }

    @Test("secret file: a file open to others is refused", arguments: [0o640, 0o604, 0o610, 0o777])
    func aFileOpenToOthersIsRefused(mode: Int) throws {
        try SecretFile.create(scratch("key"), bytes: [1])
        chmod(scratch("key"), mode_t(mode))
        #expect(throws: LinuxError(.unsafeFile, "")) { try SecretFile.read(scratch("key"), limit: 3) }
    }

    @Test("secret file: only our own regular files count") func onlyOurOwnRegularFilesCount() throws {
        try SecretFile.create(scratch("key"), bytes: [1])
        try FileManager.default.createSymbolicLink(atPath: scratch("link"), withDestinationPath: scratch("key"))
        #expect(throws: LinuxError.self) { try SecretFile.read(scratch("link"), limit: 3) }
        mkfifo(scratch("fifo"), 0o600)
        #expect(throws: LinuxError(.unsafeFile, "")) { try SecretFile.read(scratch("fifo"), limit: 3) }
        #expect(throws: LinuxError(.unsafeFile, "")) { try SecretFile.read(scratch.path, limit: 3) }
        #expect(throws: LinuxError(.notFound, "")) { try SecretFile.read(scratch("absent"), limit: 3) }
        try requireRoot()
        chown(scratch("key"), 54_321, 54_321)
        #expect(throws: LinuxError(.unsafeFile, "")) { try SecretFile.read(scratch("key"), limit: 3) }
    }
}

@Suite struct AccountNamesTests {
    @Test("account names: names and numbers") func namesAndNumbers() throws {
        #expect(try AccountNames.user("root") == 0)
        #expect(try AccountNames.group("root") == 0)
        #expect(try AccountNames.user("daemon") == 1)
        #expect(try AccountNames.user("4294967294") == 4_294_967_294)
        for name in ["", "no-such-account", "4294967295", "99999999999", "a\0b"] {
            #expect(throws: LinuxError(.notFound, "")) { try AccountNames.user(name) }
            #expect(throws: LinuxError(.notFound, "")) { try AccountNames.group(name) }
        }
    }
}
