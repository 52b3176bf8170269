import LinuxSupport
import NIOCore
import Wire

/// What has arrived for a stream call and was not taken yet. The connection's event loop puts it in; the reader takes
/// it out on any thread. The credit given to the server bounds the number of items.
final class StreamSink: Sendable {
    /// What the reader gets.
    struct Found {
        /// The item, or its error if its data were left to be checked when taken.
        let item: Result<Item, WireError>
        /// How many items to grant the server now.
        let due: Int?
    }

    private struct State: Sendable {
        /// The batch that the reader takes items from.
        var current: ItemBatch?
        /// Later batches.
        var waiting = CircularBuffer<ItemBatch>()
        var taken: TakenItems
        var outcome: ServerMessage.Outcome?
        /// Is given true when there is something to take. A second reader is given false at once.
        var reader: Handover<Bool>?

        var hasItems: Bool { (current?.count ?? 0) > 0 || !waiting.isEmpty }
    }

    let id: Int64
    let ticket: CallTicket
    private let state: Locked<State>

    /// `window` is the credit in the call's terms.
    init(id: Int64, window: Int, ticket: CallTicket) {
        self.id = id
        self.ticket = ticket
        state = Locked(State(taken: TakenItems(window: window)))
    }

    /// Adds items that have arrived, and wakes a waiting reader.
    func received(_ items: ItemBatch) {
        let reader = state.withLock { state in
            if state.current == nil { state.current = items } else { state.waiting.append(items) }
            return state.reader.take()
        }
        reader?.give(true)
    }

    /// Records that the call has ended. What has arrived can still be taken.
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
            // An exhausted batch is dropped, which frees its memory.
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

    /// Takes the items that arrived together and were not taken yet, and how many to grant for them now, if any.
    func takeBatch() -> (ItemBatch, due: Int?)? {
        state.withLock { state in
            guard let batch = state.current, batch.count > 0 else { return nil }
            state.current = state.waiting.popFirst()
            return (batch, state.taken.take(batch.count))
        }
    }

    /// How the call ended, if it has. Items may still be left.
    var outcome: ServerMessage.Outcome? { state.withLock { $0.outcome } }

    /// Wakes `reader` when there is something to take, at once if there already is.
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
