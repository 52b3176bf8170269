import LinuxSupport
import NIOCore
import Wire

/// The items that have arrived for a stream call but have not been taken yet. The connection's event loop adds items,
/// and the reader takes them on any thread. The server's credit limits the number of items.
final class StreamSink: Sendable {
    private struct State: Sendable {
        var items = CircularBuffer<Item>()
        var taken: TakenItems
        var outcome: ServerMessage.Outcome?
        /// The waiting reader. It receives true when there is something to take. A second reader immediately receives
        /// false.
        var reader: Handover<Bool>?
    }

    let id: Int64
    let ticket: CallTicket
    private let state: Locked<State>

    /// Creates a sink. `window` is the credit in the call's terms.
    init(id: Int64, window: Int, ticket: CallTicket) {
        self.id = id
        self.ticket = ticket
        state = Locked(State(taken: TakenItems(window: window)))
    }

    /// Adds items that have arrived and wakes a waiting reader.
    func received(_ items: [Item]) {
        let reader = state.withLock { state in
            state.items.append(contentsOf: items)
            return state.reader.take()
        }
        reader?.give(true)
    }

    /// Records that the call has ended. Items that have arrived can still be taken.
    func ended(_ outcome: ServerMessage.Outcome) {
        ticket.ended()
        let reader = state.withLock { state in
            state.outcome = outcome
            return state.reader.take()
        }
        reader?.give(true)
    }

    /// Takes the next item, if there is one. `due` is the number of items that the client must now grant to the server.
    func take() -> (item: Item, due: Int?)? {
        state.withLock { state in
            guard let item = state.items.popFirst() else { return nil }
            return (item, state.taken.take())
        }
    }

    /// How the call ended, if it has ended. Items may still be left.
    var outcome: ServerMessage.Outcome? { state.withLock { $0.outcome } }

    /// Wakes `reader` when there is something to take. If there already is, `reader` is woken immediately.
    func wait(_ reader: Handover<Bool>) {
        let answer = state.withLock { state -> Bool? in
            if !state.items.isEmpty || state.outcome != nil { return true }
            if state.reader != nil { return false }
            state.reader = reader
            return nil
        }
        if let answer { reader.give(answer) }
    }
}
