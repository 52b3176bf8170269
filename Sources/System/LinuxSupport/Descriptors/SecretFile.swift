import CLinuxSupport
import Glibc

/// Files that contain a secret, and that only their owner can read.
package enum SecretFile {
    /// Reads a secret of at most `limit` bytes.
    ///
    /// The file must be a regular file, not a symbolic link. It must belong to this process's user or root, and its
    /// group and other users must have no access (mode 0600 or stricter). Otherwise, this method throws `.unsafeFile`,
    /// and the contents are not read.
    package static func read(_ path: String, limit: Int) throws(LinuxError) -> [UInt8] {
        let opened = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_READ)
        let file = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path)"))
        let status = try FileStatus(of: file, path: path)
        guard status.isRegular else { throw LinuxError(.unsafeFile, "\(path) is not a regular file") }
        guard status.uid == ProcessUser.effective || status.uid == 0 else {
            throw LinuxError(.unsafeFile, "\(path) belongs to user \(status.uid)")
        }
        guard status.mode & 0o077 == 0 else {
            throw LinuxError(.unsafeFile, "\(path) is open to others: its mode must be 0600")
        }
        return try SystemFile.contents(of: file, limit: limit, path: path)
    }

    /// Writes a file of mode 0600 with these bytes to `path`, replacing any earlier file. The new file is on disk when
    /// this method returns. A reader sees either the whole old file or the whole new file.
    ///
    /// The new file is first written under the name `path` with `.new` appended. Any file with this name is removed.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(LinuxError) {
        let fresh = path + ".new"
        let removed = unsafe seam_unlink(seam_working_directory(), fresh)
        if removed != -ENOENT { _ = try LinuxError.check(removed, "removing \(fresh)") }
        try create(fresh, bytes: bytes)
        guard unsafe rename(fresh, path) == 0 else {
            let error = LinuxError(errorNumber: errno, "replacing \(path)")
            _ = unsafe seam_unlink(seam_working_directory(), fresh)
            throw error
        }
    }

    /// Creates a new file of mode 0600 with these bytes. The file is on disk when this method returns.
    ///
    /// Throws `.addressTaken` if a file already exists at the path. The existing file is left untouched.
    package static func create(_ path: String, bytes: [UInt8]) throws(LinuxError) {
        let opened = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_NEW)
        guard opened != -LinuxError.exists else {
            throw LinuxError(.addressTaken, "\(path) exists already")
        }
        let file = OwnedDescriptor(opened: try LinuxError.check(opened, "making \(path)"))
        try file.write(bytes, deadline: .after(.seconds(10)))
        let synced = file.withDescriptor { seam_sync($0) }
        _ = try LinuxError.check(synced, "writing \(path) to disk")
        try file.close()
    }
}
