import CLinuxSupport
import Glibc

/// Denies this process access to the file system, to TCP and to other processes' sockets. Only the given files may be
/// read or executed.
package struct LandlockRuleset: Sendable {
    /// The rights that the running kernel can enforce.
    package struct Report: Sendable, Equatable {
        /// The kernel's Landlock version. The version 0 means that the kernel has no Landlock, and that nothing was
        /// applied.
        package let version: Int
        /// Whether files are restricted (version 1).
        package var restrictsFiles: Bool { version >= 1 }
        /// Whether binding and connecting TCP sockets is denied (version 4).
        package var restrictsNetwork: Bool { version >= 4 }
        /// Whether abstract sockets and signals to processes outside the sandbox are denied (version 6).
        package var restrictsScope: Bool { version >= 6 }

        /// Creates the report for a kernel with this Landlock version.
        package init(version: Int) {
            self.version = version
        }
    }

    /// The files that may be read, and the directories whose whole content may be read.
    ///
    /// Missing paths are ignored.
    package let readable: [String]
    /// The files that may be executed and read.
    ///
    /// Missing paths are ignored here too.
    package let executable: [String]

    /// Creates rules that only allow the process to read `readable` and to execute `executable`. A library counts as
    /// readable, because it is mapped, not executed.
    package init(readable: [String], executable: [String] = []) {
        self.readable = readable
        self.executable = executable
    }

    /// The kernel's Landlock version, or 0 if it has no Landlock.
    package static var version: Int { max(0, Int(seam_landlock_version())) }

    /// Permanently restricts this thread, and all threads and processes that it starts.
    ///
    /// The process must have set no_new_privs. Call this method before other threads exist.
    ///
    /// Throws if the kernel has Landlock but refuses a rule. No rule has been applied then.
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

    /// The kernel's constants `LANDLOCK_ACCESS_FS_*`.
    private enum Right {
        static let execute: UInt64 = 1 << 0
        static let readFile: UInt64 = 1 << 2
        static let readDirectory: UInt64 = 1 << 3
    }

    /// Returns all rights that this version knows. A right that is handled but not allowed is denied.
    private static func fileRights(version: Int) -> UInt64 {
        var count: UInt64 = 13
        if version >= 2 { count += 1 }  // linking and renaming across directories
        if version >= 3 { count += 1 }  // truncating
        if version >= 5 { count += 1 }  // ioctl on devices
        return (1 << count) - 1
    }
}
