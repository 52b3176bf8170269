import Foundation
import Glibc
import LinuxSupport

/// Sits between two programs that communicate over a Unix socket. It passes on every byte unchanged, and records when
/// the byte arrived.
package final class SocketTap: Sendable {
    /// Bytes that were read together, with their time. The bytes are decoded only when a test asks for them, so
    /// decoding delays no message.
    package struct Piece: Sendable {
        /// The monotonic time at which the tap read these bytes.
        package let time: Duration
        /// Whether the listening program sent the bytes. Otherwise, the connecting program sent the bytes.
        package let isFromServer: Bool
        /// The number of the connection, counted from 1.
        package let connection: Int
        package let bytes: [UInt8]
    }

    private let seen = Locked<[Piece]>([])
    private let connections = Locked(0)

    package init() {}

    /// All bytes so far.
    package var pieces: [Piece] { seen.withLock { $0 } }

    /// Forgets the bytes so far.
    package func clear() { seen.withLock { $0 = [] } }

    /// Listens at `path` as long as the process lives. It passes the bytes on to `server`.
    package func start(at path: String, to server: String) throws {
        try Self.serve(at: path) { [self] client in
            let broker = try UnixSocket.connect(to: server, deadline: .after(.seconds(20))).release()
            let number = connections.withLock { count in
                count += 1
                return count
            }
            Thread.detachNewThread { [self] in pass(from: broker, to: client, isFromServer: true, number) }
            Thread.detachNewThread { [self] in pass(from: client, to: broker, isFromServer: false, number) }
        }
    }

    /// Listens at `path` until the returned descriptor is shut down. It passes each connection to `body`. A connection
    /// for which `body` throws is closed.
    @discardableResult
    static func serve(at path: String, _ body: @escaping @Sendable (Int32) throws -> Void) throws -> Int32 {
        let listener = try UnixSocket.listen(at: path, mode: 0o666)
        guard let descriptor = listener.takeDescriptor()?.release() else { throw TestFailure("no listener at \(path)") }
        Thread.detachNewThread {
            // The socket's file exists as long as the listener does.
            withExtendedLifetime(listener) {
                while true {
                    let client = accept(descriptor, nil, nil)
                    guard client >= 0 else { break }
                    do { try body(client) } catch { Glibc.close(client) }
                }
                Glibc.close(descriptor)
            }
        }
        return descriptor
    }

    private func pass(from source: Int32, to sink: Int32, isFromServer: Bool, _ connection: Int) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            let time = SystemClock.monotonic()
            guard count > 0 else { break }
            let piece = Piece(
                time: time, isFromServer: isFromServer, connection: connection, bytes: Array(buffer[..<count]))
            seen.withLock { $0.append(piece) }
            guard send(sink, buffer, count, Int32(truncatingIfNeeded: MSG_NOSIGNAL)) == count else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }
}
