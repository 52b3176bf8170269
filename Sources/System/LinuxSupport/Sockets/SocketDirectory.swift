import CLinuxSupport
import Glibc

/// The directory of a socket. The directory is kept open so that operations are not diverted if the path is swapped.
struct SocketDirectory: ~Copyable, Sendable {
    let descriptor: OwnedDescriptor
    let path: SocketPath

    /// Opens the directory. The path must lead to a directory, and not to a symbolic link. The directory must belong to
    /// this process's user or root, and only its owner may be able to replace its entries. Otherwise, throws
    /// `.unsafeDirectory`.
    init(of path: SocketPath) throws(LinuxError) {
        descriptor = try Self.open(path)
        self.path = path
    }

    private static func open(_ path: SocketPath) throws(LinuxError) -> OwnedDescriptor {
        let status = unsafe seam_open(seam_working_directory(), path.directory, SEAM_OPEN_DIRECTORY)
        guard status != -ENOTDIR, status != -ELOOP else {
            throw LinuxError(.unsafeDirectory, "\(path.directory) is not a directory (symbolic links are not followed)")
        }
        let descriptor = OwnedDescriptor(opened: try LinuxError.check(status, "opening \(path.directory)"))
        let found = try FileStatus(of: descriptor, path: path.directory)
        guard found.uid == ProcessUser.effective || found.uid == 0 else {
            throw LinuxError(.unsafeDirectory, "\(path.directory) belongs to user \(found.uid)")
        }
        guard found.mode & 0o022 == 0 || found.mode & 0o1000 != 0 else {
            throw LinuxError(.unsafeDirectory, "\(path.directory) may be written by others")
        }
        return descriptor
    }

    /// Returns the file with the socket's name. If no such file exists, returns nil.
    func entry() throws(LinuxError) -> FileStatus? { try FileStatus(named: path.name, in: descriptor) }

    /// Locks the lock file beside the socket while the result lives.
    ///
    /// Throws `.addressInUse` if another process has the lock.
    func takeLock() throws(LinuxError) -> OwnedDescriptor {
        let name = path.name + ".lock"
        // A process that gives up the lock also removes the lock file, so the locked file may no longer exist.
        for _ in 0..<16 {
            let opened = descriptor.withDescriptor { unsafe seam_open($0, name, SEAM_OPEN_LOCK) }
            if opened == -ELOOP { throw LinuxError(.unsafeFile, "\(path.text).lock is a symbolic link") }
            let file = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path.text).lock"))
            let status = try FileStatus(of: file, path: name)
            guard status.isRegular, status.uid == ProcessUser.effective || status.uid == 0 else {
                throw LinuxError(.unsafeFile, "\(path.text).lock is not a regular file of this user or of root")
            }
            let locked = file.withDescriptor { seam_lock_exclusively($0) }
            if locked == -EWOULDBLOCK {
                throw LinuxError(.addressInUse, "another process is already serving \(path.text), and holds its lock")
            }
            _ = try LinuxError.check(locked, "locking \(path.text).lock")
            if let now = try FileStatus(named: name, in: descriptor), now.isSameFile(as: status) { return file }
        }
        throw LinuxError(.addressInUse, "other processes keep taking the lock of \(path.text)")
    }

    /// Removes a socket on which nobody is listening.
    ///
    /// The caller must hold the lock.
    ///
    /// Throws `.addressInUse` if a process answers on the socket, and `.addressTaken` if the file is not a stream
    /// socket.
    func removeStaleSocket() throws(LinuxError) {
        guard let found = try entry() else { return }
        guard found.isSocket else {
            throw LinuxError(.addressTaken, "\(path.text) exists, but is not a socket; it was not changed")
        }
        let probe = try UnixSocket.open()
        _ = try LinuxError.check(probe.withDescriptor { seam_set_nonblocking($0) }, "probing \(path.text)")
        let status = probe.withDescriptor { unsafe seam_unix_connect($0, path.text) }
        switch status {
        case -ECONNREFUSED: try remove(found)
        case -ENOENT: return
        case 0, -EAGAIN: throw LinuxError(.addressInUse, "another process is already listening at \(path.text)")
        case -EPROTOTYPE:
            throw LinuxError(.addressTaken, "\(path.text) is a socket of another kind; it was not changed")
        default: throw LinuxError(errorNumber: -status, "probing \(path.text)")
        }
    }

    /// Removes the socket if it is still the socket described by `status`. Otherwise, this method does nothing.
    func remove(_ status: FileStatus) throws(LinuxError) {
        guard let now = try entry(), now.isSameFile(as: status) else { return }
        let removed = descriptor.withDescriptor { unsafe seam_unlink($0, path.name) }
        _ = try LinuxError.check(removed, "removing \(path.text)")
    }

    /// Removes the lock file. The caller must hold the lock.
    func removeLock() {
        // A leftover lock file is harmless, so a refusal (because the directory's mode has changed) is not treated as a
        // failure.
        _ = descriptor.withDescriptor { unsafe seam_unlink($0, path.name + ".lock") }
    }
}
