import Foundation
import Glibc
import LinuxSupport
import Wire

/// Sits between locks and the virtual radio, passes every message on as it is, and remembers when it came.
package final class AirTap: Sendable {
    /// One message, by the monotonic clock when it had been read here.
    package struct Message: Sendable {
        package let time: Duration
        /// The broker sent it; else the lock.
        package let isFromBroker: Bool
        /// Its `type`.
        package let type: String
    }

    /// What was read at once, with when: it is understood when somebody asks, so that nothing waits for that.
    private struct Piece {
        let time: Duration
        let isFromBroker: Bool
        let connection: Int
        let bytes: [UInt8]
    }

    private let seen = Locked<[Piece]>([])
    private let connections = Locked(0)
    private let target = Locked<String?>(nil)

    package init() {}

    /// Everything that has passed so far.
    package var messages: [Message] {
        var rests: [String: [UInt8]] = [:]
        return seen.withLock { $0 }.flatMap { piece in
            let name = "\(piece.connection) \(piece.isFromBroker)"
            var lines = (rests[name, default: []] + piece.bytes).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rests[name] = lines.popLast().map(Array.init)
            return lines.map { line in
                let type = (try? JSON(parsing: line))?["type"]?.stringValue ?? ""
                return Message(time: piece.time, isFromBroker: piece.isFromBroker, type: type)
            }
        }
    }

    /// Forgets what has passed.
    package func clear() { seen.withLock { $0 = [] } }

    /// Listens at `path` for as long as the process lasts, and passes on to the broker's socket.
    func start(at path: String, to broker: String) throws {
        target.withLock { $0 = broker }
        let listener = try UnixSocket.listen(at: path, mode: 0o666)
        guard let descriptor = listener.takeDescriptor()?.release() else { throw TestFailure("no listener at \(path)") }
        Thread.detachNewThread { [self] in
            // The file of the socket stays with the listener.
            withExtendedLifetime(listener) {
                while true {
                    let client = accept(descriptor, nil, nil)
                    guard client >= 0 else { return }
                    do { try connect(client) } catch { Glibc.close(client) }
                }
            }
        }
    }

    private func connect(_ client: Int32) throws {
        guard let path = target.withLock({ $0 }) else { return }
        let broker = try UnixSocket.connect(to: path, deadline: .after(.seconds(20))).release()
        let number = connections.withLock { count in
            count += 1
            return count
        }
        Thread.detachNewThread { [self] in pass(from: broker, to: client, isFromBroker: true, number) }
        Thread.detachNewThread { [self] in pass(from: client, to: broker, isFromBroker: false, number) }
    }

    private func pass(from source: Int32, to sink: Int32, isFromBroker: Bool, _ connection: Int) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            let time = SystemClock.monotonic()
            guard count > 0, send(sink, buffer, count, Int32(truncatingIfNeeded: MSG_NOSIGNAL)) == count else { break }
            let piece = Piece(
                time: time, isFromBroker: isFromBroker, connection: connection, bytes: Array(buffer[..<count]))
            seen.withLock { $0.append(piece) }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }
}
