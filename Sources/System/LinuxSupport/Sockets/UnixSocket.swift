import CLinuxSupport
import Glibc

/// Creates Unix domain stream sockets at paths.
///
/// Abstract names are never used, because they have no permissions.
package enum UnixSocket {
    /// Connects to the socket at `path`. Waits for a place in the listener's queue until `deadline`.
    ///
    /// Throws `.notFound` (nothing exists at the path), `.refused` (nobody is listening), `.permissionDenied`,
    /// `.timedOut`, `.pathTooLong`, `.invalidPath`. In all these cases, nothing has been sent.
    package static func connect(to path: String, deadline: Deadline) throws(LinuxError) -> OwnedDescriptor {
        let path = try SocketPath(path)
        let socket = try open()
        while true {
            // The send timeout limits the time for which the kernel waits for room in the listener's queue. A timeout
            // of zero would mean no limit.
            let patience = max(1, deadline.remainingMilliseconds)
            let limited = socket.withDescriptor { seam_set_send_timeout($0, patience) }
            _ = try LinuxError.check(limited, "limiting the time to connect")
            let status = socket.withDescriptor { unsafe seam_unix_connect($0, path.text) }
            if status == 0 { break }
            guard status == -EAGAIN || status == -EINTR else {
                throw LinuxError(errorNumber: -status, "connecting to \(path.text)")
            }
            guard !deadline.hasPassed else {
                throw LinuxError(.timedOut, "connecting to \(path.text): its queue is full")
            }
        }
        let unlimited = socket.withDescriptor { seam_set_send_timeout($0, 0) }
        _ = try LinuxError.check(unlimited, "connecting to \(path.text)")
        return socket
    }

    /// Creates a listening socket at `path`. See `UnixListener` for the checks, and for the things that the result
    /// owns.
    ///
    /// The file gets `mode` and, if given, `group` before anyone can connect. This method **briefly sets the process's
    /// umask**, so call it before other threads create files. A socket left by a dead process is replaced after it has
    /// been probed, while the lock file `path.lock` is locked.
    ///
    /// Throws `.addressInUse` (a process is listening, or has the lock), `.addressTaken` (the file is not a socket, and
    /// is left unchanged), `.unsafeDirectory`, `.pathTooLong`, `.invalidPath`, `.permissionDenied`, `.notFound` (no
    /// such directory).
    package static func listen(
        at path: String,
        mode: UInt32,
        group: UInt32? = nil,
        backlog: Int32 = 512
    ) throws(LinuxError) -> UnixListener {
        try UnixListener(path: SocketPath(path), mode: mode, group: group, backlog: backlog)
    }

    /// Waits for a client until `deadline`.
    ///
    /// This method is for tests and blocking servers. A daemon gives the listener to its event loop.
    package static func accept(
        from listener: borrowing OwnedDescriptor,
        deadline: Deadline
    ) throws(LinuxError) -> OwnedDescriptor {
        while true {
            let ready = listener.withDescriptor { seam_wait($0, 0, deadline.remainingMilliseconds) }
            if ready == 0 && deadline.hasPassed { throw LinuxError(.timedOut, "nobody connected") }
            guard ready > 0 else { continue }
            let status = listener.withDescriptor { seam_accept($0) }
            if status == -EAGAIN || status == -EINTR || status == -ECONNABORTED { continue }
            return OwnedDescriptor(opened: try LinuxError.check(status, "accepting a connection"))
        }
    }

    /// Whether a reader of the socket or pipe would find bytes or the end of the stream. This method reads nothing and
    /// does not wait.
    package static func hasInput(_ descriptor: CInt) -> Bool { seam_wait(descriptor, 0, 0) > 0 }

    static func open() throws(LinuxError) -> OwnedDescriptor {
        OwnedDescriptor(opened: try LinuxError.check(seam_unix_stream_socket(), "making a socket"))
    }
}
