import NIOCore
import Wire

/// What has arrived for a stream call and was not taken yet. Lives on the connection's event loop; its items are bounded by
/// the credit that the server was given.
@safe
final class StreamSink {
    /// What a reader of the stream gets.
    enum Next: Sendable {
        case item(Item)
        case ended(ServerMessage.Outcome)
        /// Another task is already waiting.
        case taken
    }

    let id: Int64
    let ticket: CallTicket
    private var items = CircularBuffer<Item>()
    private var outcome: ServerMessage.Outcome?
    private var reader: UnsafeContinuation<Next, Never>?

    init(id: Int64, ticket: CallTicket) {
        self.id = id
        self.ticket = ticket
    }

    /// True if the item went straight to a waiting reader.
    func received(_ item: Item) -> Bool {
        guard let reader = unsafe reader else {
            items.append(item)
            return false
        }
        unsafe self.reader = nil
        unsafe reader.resume(returning: .item(item))
        return true
    }

    func ended(_ outcome: ServerMessage.Outcome) {
        self.outcome = outcome
        ticket.ended()
        let reader = unsafe reader
        unsafe self.reader = nil
        unsafe reader?.resume(returning: .ended(outcome))
    }

    /// What a reader gets without waiting; nil if there is nothing or somebody waits already.
    func ready() -> Next? {
        if let item = items.popFirst() { return .item(item) }
        return outcome.map { .ended($0) }
    }

    /// Answers `reader` now or when something arrives. True if an item was taken.
    func next(_ reader: UnsafeContinuation<Next, Never>) -> Bool {
        if let item = items.popFirst() {
            unsafe reader.resume(returning: .item(item))
            return true
        }
        if let outcome {
            unsafe reader.resume(returning: .ended(outcome))
        } else if unsafe self.reader != nil {
            unsafe reader.resume(returning: .taken)
        } else {
            unsafe self.reader = reader
        }
        return false
    }
}
