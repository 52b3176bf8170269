import CLinuxSupport

/// Users and groups of the configuration, by name or number.
///
/// Resolve once, at start: the lookup may block for long, and a later change of its answer must not change anything.
/// Not for statically linked programs, where the C library cannot look up names.
package enum AccountNames {
    /// The user `name`, which may be a decimal number.
    ///
    /// Throws `.notFound` for an unknown user.
    package static func user(_ name: String) throws(LinuxError) -> UInt32 {
        if let number = try number(name) { return number }
        var uid: UInt32 = 0
        let status = unsafe seam_user_named(name, &uid)
        _ = try LinuxError.check(status, "looking up the user \(name)")
        return uid
    }

    /// The group `name`, which may be a decimal number.
    ///
    /// Throws `.notFound` for an unknown group.
    package static func group(_ name: String) throws(LinuxError) -> UInt32 {
        if let number = try number(name) { return number }
        var gid: UInt32 = 0
        let status = unsafe seam_group_named(name, &gid)
        _ = try LinuxError.check(status, "looking up the group \(name)")
        return gid
    }

    private static func number(_ name: String) throws(LinuxError) -> UInt32? {
        let isName = name.utf8.contains { !(0x30...0x39).contains($0) }
        guard !name.isEmpty, !name.utf8.contains(0) else { throw LinuxError(.notFound, "an empty account name") }
        guard !isName else { return nil }
        guard let number = UInt32(name), number != .max else {
            throw LinuxError(.notFound, "\(name) is no account number")
        }
        return number
    }
}
