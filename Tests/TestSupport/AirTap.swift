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

    private let seen = Locked<[Message]>([])
    private let target = Locked<String?>(nil)

    package init() {}

    /// Everything that has passed so far.
    package var messages: [Message] { seen.withLock { $0 } }

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
        Thread.detachNewThread { [self] in pass(from: broker, to: client, isFromBroker: true) }
        Thread.detachNewThread { [self] in pass(from: client, to: broker, isFromBroker: false) }
    }

    private func pass(from source: Int32, to sink: Int32, isFromBroker: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var pending: [UInt8] = []
        while true {
            let count = read(source, &buffer, buffer.count)
            let time = SystemClock.monotonic()
            guard count > 0, send(sink, buffer, count, Int32(truncatingIfNeeded: MSG_NOSIGNAL)) == count else { break }
            pending += buffer[..<count]
            while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let type = (try? JSON(parsing: pending[..<end]))?["type"]?.stringValue ?? ""
                pending.removeSubrange(...end)
                seen.withLock { $0.append(Message(time: time, isFromBroker: isFromBroker, type: type)) }
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }
}
