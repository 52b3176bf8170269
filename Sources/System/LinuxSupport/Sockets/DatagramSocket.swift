import CLinuxSupport
import Glibc

/// A datagram socket connected to a path. The socket reconnects when the process that listens at the path has been
/// restarted.
package final class DatagramSocket: Sendable {
    private let socket: OwnedDescriptor
    private let path: String

    /// Connects to the socket at `path`.
    ///
    /// Throws the error of the kernel, such as `.notFound`.
    package init(to path: String) throws(LinuxError) {
        _ = try SocketPath(path)
        let opened = try LinuxError.check(seam_unix_datagram_socket(), "making a datagram socket")
        socket = OwnedDescriptor(opened: opened)
        self.path = path
        let status = socket.withDescriptor { unsafe seam_unix_connect($0, path) }
        _ = try LinuxError.check(status, "connecting to \(path)")
    }

    /// Sends one datagram, or drops it. Returns whether the datagram was sent. This method never waits.
    package func send(_ bytes: [UInt8]) -> Bool {
        let sent = socket.withDescriptor { unsafe seam_send($0, bytes, bytes.count) }
        if sent >= 0 { return true }
        guard sent == -Int64(ECONNREFUSED) || sent == -Int64(ENOTCONN) else { return false }
        let status = socket.withDescriptor { unsafe seam_unix_connect($0, path) }
        guard status >= 0 else { return false }
        return socket.withDescriptor { unsafe seam_send($0, bytes, bytes.count) } >= 0
    }
}
