import CLinuxSupport
import Glibc

/// The kernel's status of a file.
struct FileStatus: Sendable {
    let device: UInt64
    let inode: UInt64
    let uid: UInt32
    let gid: UInt32
    /// The permission bits, the set-id bits and the sticky bit.
    let mode: UInt32
    let isRegular: Bool
    let isDirectory: Bool
    let isSocket: Bool

    private init(_ status: seam_status) {
        device = status.device
        inode = status.inode
        uid = status.uid
        gid = status.gid
        mode = status.mode
        isRegular = status.is_regular != 0
        isDirectory = status.is_directory != 0
        isSocket = status.is_socket != 0
    }

    /// Reads the status of an open descriptor. The `path` is used only in error messages.
    init(of descriptor: borrowing OwnedDescriptor, path: String) throws(LinuxError) {
        var status = seam_status()
        let answer = descriptor.withDescriptor { unsafe seam_status($0, &status) }
        _ = try LinuxError.check(answer, "looking at \(path)")
        self.init(status)
    }

    /// Reads the status of `name` in an open directory, without following a link. If no such file exists, returns nil.
    init?(named name: String, in directory: borrowing OwnedDescriptor) throws(LinuxError) {
        var status = seam_status()
        let answer = directory.withDescriptor { unsafe seam_status_at($0, name, &status) }
        if answer == -ENOENT { return nil }
        _ = try LinuxError.check(answer, "looking at \(name)")
        self.init(status)
    }

    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

/// The user and group of this process.
package enum ProcessUser {
    /// The effective user, on which the kernel bases its decisions.
    package static var effective: UInt32 { geteuid() }
}

extension LinuxError {
    static var exists: Int32 { EEXIST }
}
