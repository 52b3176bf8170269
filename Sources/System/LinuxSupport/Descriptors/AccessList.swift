import CLinuxSupport
import Glibc

/// The access control list of a file: the rights of users and groups. Source: acl(5), linux/posix_acl_xattr.h.
struct AccessList: Sendable, Equatable {
    /// The users or groups to which an entry applies.
    enum Holder: Sendable, Equatable {
        case owner
        case user(UInt32)
        case owningGroup
        case group(UInt32)
        case mask
        case others
    }

    /// An entry of the list. Its permission bits are those of a file mode.
    struct Entry: Sendable, Equatable {
        let holder: Holder
        let permissions: UInt16
    }

    let entries: [Entry]

    /// The largest size of a list that is read. No file system allows so much.
    private static let sizeLimit = 65_536
    private static let entrySize = 8

    /// Reads the list of an open file. If the file has no list, returns nil. Throws `.unsafeFile` for a list that is
    /// not in the documented form.
    init?(of file: borrowing OwnedDescriptor, path: String) throws(LinuxError) {
        var length: Int64 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.sizeLimit) { buffer, filled in
            length = file.withDescriptor { unsafe seam_access_list($0, buffer.baseAddress, Self.sizeLimit) }
            filled = Int(max(0, length))
        }
        if length == -Int64(ENODATA) || length == -Int64(EOPNOTSUPP) { return nil }
        _ = try LinuxError.check(length, "reading the access control list of \(path)")
        guard let list = AccessList(bytes) else {
            throw LinuxError(.unsafeFile, "\(path) has an access control list that cannot be understood")
        }
        self = list
    }

    /// Decodes the list in `bytes`. If the bytes are not exactly one valid list, returns nil.
    init?(_ bytes: [UInt8]) {
        let number = { (place: Int, count: Int) in
            bytes[place..<place + count].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= 4, (bytes.count - 4).isMultiple(of: Self.entrySize), number(0, 4) == 2 else { return nil }
        var entries: [Entry] = []
        for place in stride(from: 4, to: bytes.count, by: Self.entrySize) {
            let id = number(place + 4, 4)
            let holder: Holder
            switch number(place, 2) {
            case 0x01: holder = .owner
            case 0x02: holder = .user(id)
            case 0x04: holder = .owningGroup
            case 0x08: holder = .group(id)
            case 0x10: holder = .mask
            case 0x20: holder = .others
            default: return nil
            }
            let permissions = UInt16(number(place + 2, 2))
            guard permissions <= 0o7, !entries.contains(where: { $0.holder == holder }) else { return nil }
            entries.append(Entry(holder: holder, permissions: permissions))
        }
        self.entries = entries
        let holders = entries.map(\.holder)
        guard [.owner, .owningGroup, .others].allSatisfy(holders.contains) else { return nil }
        // Without a mask, the rights granted by a named entry would be unclear.
        guard holders.contains(.mask) || entries.count == 3 else { return nil }
    }

    /// Creates the list that follows from the mode of a file without a list of its own.
    init(mode: UInt32) {
        entries = [(.owner, 6), (.owningGroup, 3), (.others, 0)].map { (holder: Holder, shift: UInt32) in
            Entry(holder: holder, permissions: UInt16(mode >> shift & 0o7))
        }
    }

    /// Applies the mask first. Returns the first entry that then grants any right to anyone except the file's owner and
    /// `users`.
    func stranger(to users: Set<UInt32>) -> Entry? {
        let mask = entries.first { $0.holder == .mask }?.permissions ?? 0o7
        return entries.first { entry in
            switch entry.holder {
            case .owner, .mask: false
            case .user(let id): !users.contains(id) && entry.permissions & mask != 0
            case .owningGroup, .group: entry.permissions & mask != 0
            case .others: entry.permissions != 0
            }
        }
    }
}

extension AccessList.Entry {
    /// Returns a description, for the operator, of the users that an entry admits. The argument `group` is the file's
    /// group.
    func words(group: UInt32) -> String {
        switch holder {
        case .owner: "its owner"
        case .user(let id): "the user \(id)"
        case .owningGroup: "its group \(group)"
        case .group(let id): "the group \(id)"
        case .mask: "its mask"
        case .others: "everybody"
        }
    }
}
