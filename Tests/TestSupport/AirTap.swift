import Wire

/// Sits between locks and the virtual radio. It passes on every message unchanged, and records when the message
/// arrived.
package final class AirTap: Sendable {
    /// A message, with the monotonic time at which the tap read it.
    package struct Message: Sendable {
        package let time: Duration
        /// Whether the broker sent the message. Otherwise, the lock sent the message.
        package let isFromBroker: Bool
        /// The member `type` of the message.
        package let type: String
    }

    private let tap = SocketTap()

    package init() {}

    /// All messages so far.
    package var messages: [Message] {
        var rests: [String: [UInt8]] = [:]
        return tap.pieces.flatMap { piece in
            let name = "\(piece.connection) \(piece.isFromServer)"
            var lines = (rests[name, default: []] + piece.bytes).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rests[name] = lines.popLast().map(Array.init)
            return lines.map { line in
                let type = (try? JSON(parsing: line))?["type"]?.stringValue ?? ""
                return Message(time: piece.time, isFromBroker: piece.isFromServer, type: type)
            }
        }
    }

    /// Forgets the messages so far.
    package func clear() { tap.clear() }

    /// Listens at `path` as long as the process lives. It passes the bytes on to the broker's socket.
    func start(at path: String, to broker: String) throws { try tap.start(at: path, to: broker) }
}
