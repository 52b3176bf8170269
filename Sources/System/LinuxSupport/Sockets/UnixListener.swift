import CLinuxSupport
import Glibc

/// A listening socket on a path, with the path's lock.
///
/// It owns the lock until `close()` or until it is released. During that time it may remove the path, but only if its
/// own socket is still there. The descriptor is handed out once, usually to an event loop, which then closes it.
///
/// A listener passed by a service manager has no lock and may not remove the path: the path belongs to the service
/// manager.
package final class UnixListener: Sendable {
    /// The path as given.
    package let path: String

    private struct State: ~Copyable, Sendable {
        var descriptor: OwnedDescriptor?
        var claim: Claim?
    }

    /// The right to the path.
    ///
    /// `entry` keeps the file itself open, so its inode number cannot be reused for another file.
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
            // The lock is ours, so the socket just created is also ours.
            if let made = try directory.entry(), made.isSocket { try directory.remove(made) }
            directory.removeLock()
            throw error
        }
        state = Locked(State(descriptor: socket, claim: Claim(directory: directory, lock: lock, entry: entry)))
    }

    /// Takes a socket that is already listening at `path`, which belongs to somebody else.
    init(passed descriptor: consuming OwnedDescriptor, path: String) {
        self.path = path
        // Kernels before 6.16 do not know this option; there, passed descriptors that nobody asked for are dropped by
        // reading without them.
        _ = descriptor.withDescriptor { seam_refuse_passed_descriptors($0) }
        state = Locked(State(descriptor: descriptor, claim: nil))
    }

    deinit {
        // If the path cannot be removed, a stale socket remains, which the next start handles.
        try? close()
    }

    /// Hands over the listening descriptor; nil the second time, or after `close()`.
    ///
    /// It is in blocking mode and close-on-exec.
    package func takeDescriptor() -> OwnedDescriptor? {
        state.withLock { state in state.descriptor.take() }
    }

    /// Whether the path still leads to this socket.
    ///
    /// False once somebody has replaced the socket: clients then no longer reach us. Also false for a passed socket.
    package func ownsPath() throws(LinuxError) -> Bool {
        try state.withLock { state throws(LinuxError) in
            guard let claim = state.claim.take() else { return false }
            let owned = Result { () throws(LinuxError) in try Self.isOurs(claim) }
            state.claim = consume claim
            return try owned.get()
        }
    }

    /// Removes the path, if it is still ours, and gives up the lock.
    ///
    /// A second call does nothing.
    ///
    /// Throws if the path cannot be removed; the lock is still given up. The descriptor that was handed out stays open:
    /// close it as well.
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

    /// One lock for the umask: two listeners created simultaneously must not restore each other's.
    private static let umaskLock = Locked(())

    private static func bind(_ socket: borrowing OwnedDescriptor, to path: SocketPath, mode: UInt32) throws(LinuxError)
    {
        let status = umaskLock.withLock { _ in
            let saved = umask(0o777 & ~mode)
            defer { umask(saved) }
            return socket.withDescriptor { unsafe seam_unix_bind($0, path.text) }
        }
        guard status != -EADDRINUSE else {
            throw LinuxError(.addressTaken, "\(path.text) appeared while it was being taken over")
        }
        _ = try LinuxError.check(status, "binding \(path.text)")
    }

    /// Does everything between bind and listen.
    ///
    /// Until `listen`, every connect is refused, so the group may be set here.
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
        else { throw LinuxError(.unsafeDirectory, "\(path.text) is not the socket that was made there") }
        // Kernels before 6.16 do not know this option; there, passed descriptors that nobody asked for are dropped by
        // reading without them.
        _ = socket.withDescriptor { seam_refuse_passed_descriptors($0) }
        _ = try LinuxError.check(socket.withDescriptor { seam_listen($0, backlog) }, "listening at \(path.text)")
        return entry
    }
}
