import CLinuxSupport
import Glibc

/// Looks up users and groups by name or number.
///
/// Look up the names in a configuration only once, at startup: a lookup may block for a long time, and a later change
/// of its answer must have no effect. Statically linked programs cannot use these methods, because the C library cannot
/// look up names for them.
package enum AccountNames {
    /// Returns the user called `name`, which may be a decimal number.
    ///
    /// Throws `.notFound` for an unknown user, and `.lookupFailed` if the name service fails.
    package static func user(_ name: String) throws(LinuxError) -> UInt32 {
        if let number = try number(name) { return number }
        var uid: UInt32 = 0
        let status = unsafe seam_user_named(name, &uid)
        try check(status, "the user \(name)")
        return uid
    }

    /// Returns the group called `name`, which may be a decimal number.
    ///
    /// Throws `.notFound` for an unknown group, and `.lookupFailed` if the name service fails.
    package static func group(_ name: String) throws(LinuxError) -> UInt32 {
        if let number = try number(name) { return number }
        var gid: UInt32 = 0
        let status = unsafe seam_group_named(name, &gid)
        try check(status, "the group \(name)")
        return gid
    }

    /// Returns the name of the user with a number. If no such user exists, returns nil.
    ///
    /// Throws `.lookupFailed` if the name service fails. This method may block for a long time.
    package static func name(ofUser uid: UInt32) throws(LinuxError) -> String? {
        try unsafe name("the user \(uid)") { room, size in unsafe seam_name_of_user(uid, room, size) }
    }

    /// Returns the name of the group with a number. If no such group exists, returns nil.
    ///
    /// Throws `.lookupFailed` if the name service fails. This method may block for a long time.
    package static func name(ofGroup gid: UInt32) throws(LinuxError) -> String? {
        try unsafe name("the group \(gid)") { room, size in unsafe seam_name_of_group(gid, room, size) }
    }

    private static let longestName = 256

    private static func name(
        _ account: String, _ find: (UnsafeMutablePointer<CChar>, Int) -> Int32
    ) throws(LinuxError) -> String? {
        var status: Int32 = 0
        let name = unsafe [CChar](unsafeUninitializedCapacity: longestName) { room, count in
            guard let start = room.baseAddress else { return }
            status = unsafe find(start, room.count)
            count = status == 0 ? unsafe strlen(start) : 0
        }
        guard status != 1 else { return nil }
        try check(status, account)
        return String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func check(_ status: Int32, _ account: String) throws(LinuxError) {
        guard status != 0 else { return }
        guard status < 0 else { throw LinuxError(.notFound, "there is no \(account.dropFirst(4))") }
        let error = LinuxError(errorNumber: -status, "looking up \(account)")
        throw LinuxError(.lookupFailed, error.message, errorNumber: -status)
    }

    private static func number(_ name: String) throws(LinuxError) -> UInt32? {
        let isName = name.utf8.contains { !(0x30...0x39).contains($0) }
        guard !name.isEmpty, !name.utf8.contains(0) else { throw LinuxError(.notFound, "an empty account name") }
        guard !isName else { return nil }
        guard let number = UInt32(name), number != .max else {
            throw LinuxError(.notFound, "\(name) is not an account number")
        }
        return number
    }
}
