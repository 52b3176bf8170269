import CLinuxSupport
import Glibc

/// A socket's directory, held open so that a swapped path does not divert what we do.
struct SocketDirectory: ~Copyable, Sendable {
    let descriptor: OwnedDescriptor
    let path: SocketPath

    /// Opens the directory. Throws `.unsafeDirectory` unless it is a directory (not a symbolic link), belongs to us or
    /// root, and only its owner may replace entries in it.
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

    /// The file at the socket's name; nil if there is no file.
    func entry() throws(LinuxError) -> FileStatus? { try FileStatus(named: path.name, in: descriptor) }

    /// Takes the lock file beside the socket, for as long as the result lives.
    ///
    /// Throws `.addressInUse`.
    func takeLock() throws(LinuxError) -> OwnedDescriptor {
        let name = path.name + ".lock"
        // A process that gives up the lock removes the file, so the file that we locked may be gone.
        for _ in 0..<16 {
            let opened = descriptor.withDescriptor { unsafe seam_open($0, name, SEAM_OPEN_LOCK) }
            if opened == -ELOOP { throw LinuxError(.unsafeFile, "\(path.text).lock is a symbolic link") }
            let file = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path.text).lock"))
            let status = try FileStatus(of: file, path: name)
            guard status.isRegular, status.uid == ProcessUser.effective || status.uid == 0 else {
                throw LinuxError(.unsafeFile, "\(path.text).lock is not a file of ours")
            }
            let locked = file.withDescriptor { seam_lock_exclusively($0) }
            if locked == -EWOULDBLOCK {
                throw LinuxError(.addressInUse, "another process serves \(path.text): it holds its lock")
            }
            _ = try LinuxError.check(locked, "locking \(path.text).lock")
            if let now = try FileStatus(named: name, in: descriptor), now.isSameFile(as: status) { return file }
        }
        throw LinuxError(.addressInUse, "the lock of \(path.text) keeps changing hands")
    }

    /// Removes a socket that nobody is listening on.
    ///
    /// Call with the lock held.
    ///
    /// Throws `.addressInUse` if somebody answers, `.addressTaken` if it is not a stream socket.
    func removeStaleSocket() throws(LinuxError) {
        guard let found = try entry() else { return }
        guard found.isSocket else {
            throw LinuxError(.addressTaken, "\(path.text) exists and is not a socket; it was left alone")
        }
        let probe = try UnixSocket.open()
        _ = try LinuxError.check(probe.withDescriptor { seam_set_nonblocking($0) }, "probing \(path.text)")
        let status = probe.withDescriptor { unsafe seam_unix_connect($0, path.text) }
        switch status {
        case -ECONNREFUSED: try remove(found)
        case -ENOENT: return
        case 0, -EAGAIN: throw LinuxError(.addressInUse, "another process is already listening at \(path.text)")
        case -EPROTOTYPE: throw LinuxError(.addressTaken, "\(path.text) is a socket of another kind; it was left alone")
        default: throw LinuxError(errorNumber: -status, "probing \(path.text)")
        }
    }

    /// Removes the socket if it is still the one in `status`; otherwise does nothing.
    func remove(_ status: FileStatus) throws(LinuxError) {
        guard let now = try entry(), now.isSameFile(as: status) else { return }
        let removed = descriptor.withDescriptor { unsafe seam_unlink($0, path.name) }
        _ = try LinuxError.check(removed, "removing \(path.text)")
    }

    /// Removes the lock file; call with the lock held.
    func removeLock() {
        // A leftover lock file is harmless, so a refusal (because the directory's mode has changed) is not our failure.
        _ = descriptor.withDescriptor { unsafe seam_unlink($0, path.name + ".lock") }
    }
}
