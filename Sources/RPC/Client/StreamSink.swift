import LinuxSupport
import NIOCore
import Wire

/// What has arrived for a stream call and was not taken yet: put in on the connection's event loop, taken out by the
/// reader wherever it runs. Its items are bounded by the credit that the server was given.
final class StreamSink: Sendable {
    /// What a reader finds.
    struct Found {
        /// Or the error of an item whose data were to be checked when it is taken.
        let item: Result<Item, WireError>
        /// Items to be granted to the server now.
        let due: Int?
    }

    private struct State: Sendable {
        /// What the reader takes items from.
        var current: ItemBatch?
        /// What came behind it.
        var waiting = CircularBuffer<ItemBatch>()
        var taken: TakenItems
        var outcome: ServerMessage.Outcome?
        /// Told true when there is something to take, false if another one waits already.
        var reader: Handover<Bool>?

        var hasItems: Bool { (current?.count ?? 0) > 0 || !waiting.isEmpty }
    }

    let id: Int64
    let ticket: CallTicket
    private let state: Locked<State>

    /// `window` is the credit of the call's terms.
    init(id: Int64, window: Int, ticket: CallTicket) {
        self.id = id
        self.ticket = ticket
        state = Locked(State(taken: TakenItems(window: window)))
    }

    /// Items have arrived; a reader that waits for them goes on.
    func received(_ items: ItemBatch) {
        let reader = state.withLock { state in
            if state.current == nil { state.current = items } else { state.waiting.append(items) }
            return state.reader.take()
        }
        reader?.give(true)
    }

    /// The call is over; what has arrived can still be taken.
    func ended(_ outcome: ServerMessage.Outcome) {
        ticket.ended()
        let reader = state.withLock { state in
            state.outcome = outcome
            return state.reader.take()
        }
        reader?.give(true)
    }

    /// Takes the next item, if there is one.
    func take() -> Found? {
        state.withLock { state in
            guard let item = Self.next(of: &state.current) else { return nil }
            // A batch that is used up is let go of, and its memory with it.
            if state.current?.count == 0 { state.current = state.waiting.popFirst() }
            return Found(item: item, due: state.taken.take())
        }
    }

    private static func next(of batch: inout ItemBatch?) -> Result<Item, WireError>? {
        do throws(WireError) {
            guard let item = try batch?.next() else { return nil }
            return .success(item)
        } catch {
            return .failure(error)
        }
    }

    /// Takes what arrived together and was not taken yet, and how many items are to be granted for it now, if any.
    func takeBatch() -> (ItemBatch, due: Int?)? {
        state.withLock { state in
            guard let batch = state.current, batch.count > 0 else { return nil }
            state.current = state.waiting.popFirst()
            return (batch, state.taken.take(batch.count))
        }
    }

    /// How the call ended, if it has; items may still be there.
    var outcome: ServerMessage.Outcome? { state.withLock { $0.outcome } }

    /// Answers `reader` when there is something to take, at once if there is already.
    func wait(_ reader: Handover<Bool>) {
        let answer = state.withLock { state -> Bool? in
            if state.hasItems || state.outcome != nil { return true }
            if state.reader != nil { return false }
            state.reader = reader
            return nil
        }
        if let answer { reader.give(answer) }
    }
}
