import CLinuxSupport
import Glibc

/// A socket that listens at a path, together with the path's lock.
///
/// The listener owns the lock until `close()` is called or the listener is released. During this time, the listener may
/// remove the path, but only if its own socket is still at the path. The descriptor is handed out once, usually to an
/// event loop, which then closes the descriptor.
///
/// A listener passed by a service manager has no lock and may not remove the path, which belongs to the service
/// manager.
package final class UnixListener: Sendable {
    /// The path as given by the caller.
    package let path: String

    private struct State: ~Copyable, Sendable {
        var descriptor: OwnedDescriptor?
        var claim: Claim?
    }

    /// The right to the path.
    ///
    /// The member `entry` keeps the file itself open, so that the file's inode number cannot be reused for another
    /// file.
    private struct Claim: ~Copyable, Sendable {
        let directory: SocketDirectory
        let lock: OwnedDescriptor
        let entry: OwnedDescriptor
    }

    private let state: Locked<State>

    init(path: SocketPath, mode: UInt32, group: UInt32?, backlog: Int32) throws(LinuxError) {
        self.path = path.text
        let directory = try SocketDirectory(of: path)
        let lock = try directory.takeLock()
        try directory.removeStaleSocket()
        let socket = try UnixSocket.open()
        try Self.bind(socket, to: path, mode: mode)
        let entry: OwnedDescriptor
        do {
            entry = try Self.prepare(socket, in: directory, mode: mode, group: group, backlog: backlog)
        } catch {
            // This process has the lock, so the socket that was just created belongs to this process.
            if let made = try directory.entry(), made.isSocket { try directory.remove(made) }
            directory.removeLock()
            throw error
        }
        state = Locked(State(descriptor: socket, claim: Claim(directory: directory, lock: lock, entry: entry)))
    }

    /// Takes over a socket that is already listening at `path`. The path belongs to another process.
    init(passed descriptor: consuming OwnedDescriptor, path: String) {
        self.path = path
        // Kernels before 6.16 do not know this option. On such kernels, unwanted descriptors sent by a peer are dropped
        // because they are not read.
        _ = descriptor.withDescriptor { seam_refuse_passed_descriptors($0) }
        state = Locked(State(descriptor: descriptor, claim: nil))
    }

    deinit {
        // If the path cannot be removed, a stale socket remains, which the next start handles.
        try? close()
    }

    /// Hands over the listening descriptor. Returns nil on the second call, or after `close()`.
    ///
    /// The descriptor is in blocking mode and close-on-exec.
    package func takeDescriptor() -> OwnedDescriptor? {
        state.withLock { state in state.descriptor.take() }
    }

    /// Whether the path still leads to this socket.
    ///
    /// The result is false once somebody has replaced the socket, so that clients no longer reach this listener. The
    /// result is also false for a passed socket.
    package func ownsPath() throws(LinuxError) -> Bool {
        try state.withLock { state throws(LinuxError) in
            guard let claim = state.claim.take() else { return false }
            let owned = Result { () throws(LinuxError) in try Self.isOurs(claim) }
            state.claim = consume claim
            return try owned.get()
        }
    }

    /// Removes the path, if it still leads to this socket, and gives up the lock.
    ///
    /// A second call has no effect.
    ///
    /// Throws if the path cannot be removed, but gives up the lock in any case. A descriptor that was handed out stays
    /// open, and must be closed as well.
    package func close() throws(LinuxError) {
        try state.withLock { state throws(LinuxError) in
            state.descriptor = nil
            guard let claim = state.claim.take() else { return }
            defer { claim.directory.removeLock() }
            guard try Self.isOurs(claim) else { return }
            try claim.directory.remove(FileStatus(of: claim.entry, path: path))
        }
    }

    private static func isOurs(_ claim: borrowing Claim) throws(LinuxError) -> Bool {
        let ours = try FileStatus(of: claim.entry, path: claim.directory.path.text)
        guard let found = try claim.directory.entry() else { return false }
        return found.isSameFile(as: ours)
    }

    /// The lock for the umask. Two listeners created simultaneously must not restore each other's umask.
    private static let umaskLock = Locked(())

    private static func bind(_ socket: borrowing OwnedDescriptor, to path: SocketPath, mode: UInt32) throws(LinuxError)
    {
        let status = umaskLock.withLock { _ in
            let saved = umask(0o777 & ~mode)
            defer { umask(saved) }
            return socket.withDescriptor { unsafe seam_unix_bind($0, path.text) }
        }
        guard status != -EADDRINUSE else {
            throw LinuxError(.addressTaken, "another process created \(path.text) at the same time")
        }
        _ = try LinuxError.check(status, "binding \(path.text)")
    }

    /// Performs all steps between bind and listen.
    ///
    /// Until `listen` is called, every connect is refused, so the group may be set in between.
    private static func prepare(
        _ socket: borrowing OwnedDescriptor,
        in directory: borrowing SocketDirectory,
        mode: UInt32,
        group: UInt32?,
        backlog: Int32
    ) throws(LinuxError) -> OwnedDescriptor {
        let path = directory.path
        let opened = directory.descriptor.withDescriptor { unsafe seam_open($0, path.name, SEAM_OPEN_ENTRY) }
        let entry = OwnedDescriptor(opened: try LinuxError.check(opened, "looking at \(path.text)"))
        if let group, try FileStatus(of: entry, path: path.text).gid != group {
            let changed = directory.descriptor.withDescriptor { unsafe seam_set_group($0, path.name, group) }
            _ = try LinuxError.check(changed, "giving \(path.text) to group \(group)")
        }
        let made = try FileStatus(of: entry, path: path.text)
        guard made.isSocket, made.uid == ProcessUser.effective, made.mode == mode, group == nil || made.gid == group
        else { throw LinuxError(.unsafeDirectory, "\(path.text) is not the socket that was created there") }
        // Kernels before 6.16 do not know this option. On such kernels, unwanted descriptors sent by a peer are dropped
        // because they are not read.
        _ = socket.withDescriptor { seam_refuse_passed_descriptors($0) }
        _ = try LinuxError.check(socket.withDescriptor { seam_listen($0, backlog) }, "listening at \(path.text)")
        return entry
    }
}
