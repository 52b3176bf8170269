import CLinuxSupport
import Glibc

/// Unix domain stream sockets on paths.
///
/// Abstract names are never used: they have no permissions.
package enum UnixSocket {
    /// Connects to the socket at `path`; waits for a place in its queue until `deadline`.
    ///
    /// Throws `.notFound` (nothing there), `.refused` (nobody listens), `.permissionDenied`, `.timedOut`,
    /// `.pathTooLong`, `.invalidPath`. In all these cases, nothing has been sent.
    package static func connect(to path: String, deadline: Deadline) throws(LinuxError) -> OwnedDescriptor {
        let path = try SocketPath(path)
        let socket = try open()
        while true {
            // The kernel waits for room in the listener's queue for at most the send timeout; zero would mean forever.
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

    /// Makes a listening socket at `path`; see `UnixListener` for what is checked and what the result owns.
    ///
    /// Before anyone can connect, the file has `mode` and, if given, `group`. **Briefly sets the process's umask**, so
    /// call it before other threads create files. A socket left by a dead process is replaced after it has been probed
    /// under the lock file `path.lock`.
    ///
    /// Throws `.addressInUse` (somebody listens, or holds the lock), `.addressTaken` (not a socket; left alone),
    /// `.unsafeDirectory`, `.pathTooLong`, `.invalidPath`, `.permissionDenied`, `.notFound` (no such directory).
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
    /// For tests and blocking servers; a daemon gives the listener to its event loop.
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

    /// Whether a reader of the socket or pipe would find something, even if only the end. Reads nothing, and does not
    /// wait.
    package static func hasInput(_ descriptor: CInt) -> Bool { seam_wait(descriptor, 0, 0) > 0 }

    static func open() throws(LinuxError) -> OwnedDescriptor {
        OwnedDescriptor(opened: try LinuxError.check(seam_unix_stream_socket(), "making a socket"))
    }
}
