import CLinuxSupport
import Glibc

/// Denies this process the file system, TCP and other processes' sockets, except for reading and executing the given
/// files.
package struct LandlockRuleset: Sendable {
    /// The rights that the running kernel can enforce.
    package struct Report: Sendable, Equatable {
        /// The kernel's Landlock version; 0 means there is none, and nothing was applied.
        package let version: Int
        /// Whether files are restricted (version 1).
        package var restrictsFiles: Bool { version >= 1 }
        /// Whether binding and connecting TCP sockets is denied (version 4).
        package var restrictsNetwork: Bool { version >= 4 }
        /// Whether abstract sockets and signals to processes outside are denied (version 6).
        package var restrictsScope: Bool { version >= 6 }

        /// The rights that a kernel of this version enforces.
        package init(version: Int) {
            self.version = version
        }
    }

    /// Files that may be read, and directories with everything under them.
    ///
    /// Paths that do not exist are left out.
    package let readable: [String]
    /// Files that may be executed and read.
    ///
    /// Paths that do not exist are left out.
    package let executable: [String]

    /// Creates rules that allow reading `readable` and executing `executable`, and nothing else. A library is mapped,
    /// not executed.
    package init(readable: [String], executable: [String] = []) {
        self.readable = readable
        self.executable = executable
    }

    /// The kernel's Landlock version; 0 if it has no Landlock.
    package static var version: Int { max(0, Int(seam_landlock_version())) }

    /// Permanently restricts this thread and everything that it starts.
    ///
    /// Needs no_new_privs. Call before other threads exist.
    ///
    /// Throws if the kernel has Landlock but refuses a rule; then nothing has been applied.
    package func enforce() throws(LinuxError) -> Report {
        let version = Self.version
        guard version > 0 else { return Report(version: 0) }
        let status = seam_landlock_create(
            Self.fileRights(version: version),
            version >= 4 ? 0b11 : 0,
            version >= 6 ? 0b11 : 0,
            CInt(version)
        )
        let ruleset = OwnedDescriptor(opened: try LinuxError.check(status, "making a Landlock ruleset"))
        for place in readable { try allow(place, 0, in: ruleset) }
        for program in executable { try allow(program, Right.execute, in: ruleset) }
        let restricted = ruleset.withDescriptor { seam_landlock_restrict($0) }
        _ = try LinuxError.check(restricted, "restricting this process by Landlock")
        return Report(version: version)
    }

    private func allow(
        _ place: String, _ more: UInt64, in ruleset: borrowing OwnedDescriptor
    ) throws(LinuxError) {
        let opened = unsafe seam_open(seam_working_directory(), place, SEAM_OPEN_PLACE)
        if opened == -ENOENT { return }
        let target = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(place)"))
        let isDirectory = try FileStatus(of: target, path: place).isDirectory
        let rights = more | Right.readFile | (isDirectory ? Right.readDirectory : 0)
        let status = ruleset.withDescriptor { ruleset in
            target.withDescriptor { seam_landlock_allow(ruleset, $0, rights) }
        }
        _ = try LinuxError.check(status, "allowing \(place)")
    }

    /// The kernel's `LANDLOCK_ACCESS_FS_*`.
    private enum Right {
        static let execute: UInt64 = 1 << 0
        static let readFile: UInt64 = 1 << 2
        static let readDirectory: UInt64 = 1 << 3
    }

    /// All rights that this version knows: a right that is handled but not allowed is denied.
    private static func fileRights(version: Int) -> UInt64 {
        var count: UInt64 = 13
        if version >= 2 { count += 1 }  // linking and renaming across directories
        if version >= 3 { count += 1 }  // truncating
        if version >= 5 { count += 1 }  // ioctl on devices
        return (1 << count) - 1
    }
}
