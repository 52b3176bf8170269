/// Follows a topic across calls, connections and servers (`Protocol/framing.md` section 5.3). The reader keeps its
/// place in the topic, and decides what comes next. It is a value, and its owner makes the calls.
package struct TopicReader: Sendable {
    /// The next value for a reader.
    package enum Element: Sendable, Hashable {
        /// The whole state. It replaces everything that the reader knew before. If `why` is given, the reader may have
        /// missed events.
        case state([JSONText], why: String?)
        /// An event after the state. Each event comes once, in order.
        case event(Item)
        /// Events were dropped because this reader was too slow.
        case gap(count: Int64)
    }

    /// The next step after a call has ended.
    package enum Next: Sendable, Hashable {
        /// The owner must call again with the new ``TopicReader/terms``, after the pause.
        case again(after: Duration)
        case fail(WireError)
    }

    /// The largest number of rows that are kept until a state is complete.
    package static let rowLimit = 65_536

    private let first: StreamTerms
    private var epoch: String?
    /// The last known place, or nil before the first `synced`.
    package private(set) var place: TopicCursor?
    /// Whether `synced` has arrived on the current call.
    private var isSynced = false
    private var rows: [JSONText] = []
    private var pause = Self.shortestPause

    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(5)

    /// Creates a reader. `terms` are the terms of the first call. Later calls say where to resume.
    package init(terms: StreamTerms = StreamTerms()) {
        first = terms
    }

    /// The terms of the next call.
    package var terms: StreamTerms {
        var terms = first
        if let place { terms.from = .cursor(epoch: place.epoch, seq: place.seq) }
        return terms
    }

    /// Records that a call was made to the server that has this epoch. The server's welcome names the epoch.
    package mutating func began(epoch: String) {
        self.epoch = epoch
        isSynced = false
        rows = []
    }

    /// Takes the next item. Returns nil if the item contains nothing for the reader. Throws `rpc.server_fault` for
    /// items that break the protocol.
    package mutating func received(_ item: Item) throws(WireError) -> Element? {
        switch item.kind {
        case "snapshot":
            guard rows.count < Self.rowLimit else { throw .serverFault("a snapshot has too many rows") }
            rows.append(item.data.detached)
            return nil
        case "synced":
            let (isFresh, why) = try Self.synced(item)
            let rows = rows
            self.rows = []
            try synchronize(at: item.seq, isFresh)
            pause = Self.shortestPause
            return isFresh ? .state(rows, why: why) : nil
        case "bookmark":
            try moveOn(to: item.seq)
            return nil
        case "gap":
            try moveOn(to: item.seq)
            return .gap(count: item.data.json["count"]?.integerValue ?? 1)
        default:
            try moveOn(to: item.seq, isEvent: true)
            return .event(item)
        }
    }

    /// Records that the call has ended with an error, or could not be made. Returns the next step.
    package mutating func ended(_ error: WireError) -> Next {
        // Before the first `synced`, every error is final.
        guard place != nil else { return .fail(error) }
        if error.reason == "stream.slow_consumer" { return .again(after: .zero) }
        switch error.code {
        case .unavailable, .resourceExhausted:
            let wait = max(pause, min(error.retry.after ?? .zero, Self.longestPause))
            pause = min(pause * 2, Self.longestPause)
            return .again(after: wait)
        case .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .notFound, .alreadyExists, .permissionDenied,
            .failedPrecondition, .aborted, .outOfRange, .unimplemented, .internal, .dataLoss, .unauthenticated:
            return .fail(error)
        }
    }

    /// Handles `synced`. The item `synced` comes first. If the reader fell behind, it comes again with a new state. If
    /// there is no new state, it must have the number of the requested cursor. A call from `now` accepts any number.
    private mutating func synchronize(at seq: Int64?, _ isFresh: Bool) throws(WireError) {
        guard let epoch, let seq else { throw .serverFault("synced has no number") }
        let cursor = TopicCursor(epoch: epoch, seq: seq)
        if isFresh {
            if isSynced, let place, seq < place.seq { throw .serverFault("the numbers of a topic went backwards") }
        } else {
            guard !isSynced else { throw .serverFault("synced came twice") }
            switch terms.from {
            case .cursor(let epoch, let seq):
                guard cursor == TopicCursor(epoch: epoch, seq: seq) else {
                    throw .serverFault("synced is not at the requested place")
                }
            case .now: break
            case .snapshot, nil: throw .serverFault("synced without the requested state")
            }
        }
        isSynced = true
        place = cursor
    }

    private mutating func moveOn(to seq: Int64?, isEvent: Bool = false) throws(WireError) {
        guard let epoch, let seq else { throw .serverFault("an item of a topic has no number") }
        guard isSynced, let place else { throw .serverFault("an event came before synced") }
        guard seq > place.seq || (seq == place.seq && !isEvent) else {
            throw .serverFault("the numbers of a topic went backwards")
        }
        self.place = TopicCursor(epoch: epoch, seq: seq)
    }

    private static func synced(_ item: Item) throws(WireError) -> (isFresh: Bool, why: String?) {
        do throws(FieldFault) {
            var fields = try JSONFields(item.data.json)
            return (try fields.bool("fresh"), try fields.optionalString("why", bytes: 1...32))
        } catch {
            throw .serverFault("synced does not match the contract: \(error)")
        }
    }
}
