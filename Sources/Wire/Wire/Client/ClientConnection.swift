/// The client's side of one connection, as a value. The owner passes bytes and time to the value, and gets actions in
/// return.
///
/// The owner writes ``opening`` first. The owner passes the bytes that it reads to ``append(_:now:)``, and carries out
/// the actions that ``nextAction(now:)`` returns. It can instead take items in batches from ``nextArrival(in:now:)``.
/// It calls ``timePassed(now:)`` at ``nextDeadline``. It carries out the actions that any method returns, in their
/// order. Each accepted call ends with exactly one ``Action/ended(id:_:)``. `now` is the time since an arbitrary start.
/// The start is the same for all methods of one value.
package struct ClientConnection: Sendable {
    /// How long the client waits for the server.
    package struct Patience: Sendable, Hashable {
        /// The time from the opening to the welcome.
        package var welcome: Duration
        /// If a call has no time limit and is cancelled, its reply must come within this time.
        package var cancel: Duration
        /// How long the client waits, after a goaway, for the last replies that the server still has to send.
        package var drain: Duration
        /// How long the server may be silent while calls are waiting. After that, the client sends a ping.
        package var silence: Duration
        /// After the client's ping, the next byte must come within this time.
        package var pong: Duration

        package init(
            welcome: Duration = .seconds(5), cancel: Duration = .milliseconds(60_500), drain: Duration = .seconds(6),
            silence: Duration = .seconds(15), pong: Duration = .seconds(10)
        ) {
            self.welcome = welcome
            self.cancel = cancel
            self.drain = drain
            self.silence = silence
            self.pong = pong
        }
    }

    /// The owner's next action.
    package enum Action: Sendable, Hashable {
        /// Write these bytes. The bytes must be written in the order of the actions.
        case send([UInt8])
        indirect case welcomed(Welcome)
        /// Pass this item to the caller. When the caller has taken it, call ``consumed(id:)``. If an owner takes items
        /// in batches, it counts this item together with its other items, for ``grant(_:for:)``.
        case item(Item)
        /// The call has ended. No more actions for this call follow.
        case ended(id: Int64, ServerMessage.Outcome)
        /// Close the transport. No action follows.
        case close
    }

    enum State {
        case awaitingWelcome(until: Duration)
        case open
        case draining(Goaway, until: Duration)
        case closed(WireError)
    }

    /// The number of calls that may wait for replies at the same time. Servers allow far fewer by default.
    package static let largestPendingCount = 1024

    /// The amount of memory that is kept for further input. It is enough for one long read and the rest of the previous
    /// read.
    private static let keptCapacity = 262_144

    /// The bytes of the hello, which must be written first.
    package let opening: [UInt8]
    let patience: Patience
    var state: State
    var decoder: FrameDecoder
    var pending = CallTable<PendingCall>()
    /// The actions that ``nextAction(now:)`` returns first, before it examines the next message.
    var queued: [Action] = []
    private var lastID: Int64 = 0
    var lastHeard: Duration
    var pingedAt: Duration?
    private var pingCount = 0

    /// Creates a connection. Throws ``WireError/callTooLarge(bytes:limit:)`` if the hello is too large for any server.
    package init(hello: Hello, patience: Patience = Patience(), now: Duration) throws(WireError) {
        let payload = ClientMessage.hello(hello).encoded()
        let limit = WireLimits.standard.helloFrame
        guard payload.count <= limit else { throw .callTooLarge(bytes: payload.count, limit: limit) }
        opening = Frame.encode(payload)
        self.patience = patience
        state = .awaitingWelcome(until: now + patience.welcome)
        decoder = FrameDecoder(limit: WireLimits.standard.frameOut, keptCapacity: Self.keptCapacity)
        lastHeard = now
    }

    /// The server's welcome, once it has arrived.
    package internal(set) var welcome: Welcome? {
        didSet { largestCall = welcome?.limits.frameIn ?? largestCall }
    }

    /// The number of bytes that the server accepts in the message of a call.
    private var largestCall = WireLimits.standard.frameIn

    /// The error for a call that is made now. While the connection is open, this is the error that a call would get if
    /// it was made after the connection's end.
    package var endOfConnection: WireError {
        switch state {
        case .awaitingWelcome, .open: .connectionClosed
        case .draining(let goaway, _): .goaway(goaway, wasRead: false)
        case .closed(let error): error
        }
    }

    /// The error that ended the connection, or nil while the connection is open. The error says that nothing happened.
    /// The calls that were waiting received the same error, but theirs may say that something happened.
    package private(set) var cause: WireError?

    /// Whether ``Action/close`` has been returned.
    package var isClosed: Bool { if case .closed = state { true } else { false } }

    /// Whether the server has sent a goaway and still has to send its last replies.
    package internal(set) var isDraining = false

    /// The calls that have not ended for their callers.
    package var outstanding: [Int64] { pending.entries.filter { $0.value.phase != .abandoned }.map(\.id) }

    /// Makes a call. Throws if nothing can be sent. The effect is then `none`.
    package mutating func call(
        _ call: OutgoingCall, now: Duration
    ) throws(WireError) -> (id: Int64, actions: [Action]) {
        var bytes: [UInt8] = []
        let id = try self.call(call, now: now, into: &bytes)
        return (id, [.send(bytes)])
    }

    /// Makes a call and appends its frame to `output`. The owner must write `output` next. Throws if nothing can be
    /// sent. In this case, nothing is appended, and the effect is `none`.
    package mutating func call(
        _ call: OutgoingCall, now: Duration, into output: inout [UInt8]
    ) throws(WireError) -> Int64 {
        let params = call.params
        return try self.call(call, now: now, into: &output) { $0.params(params) }
    }

    /// Makes a call. Its parameters are not the call's own: `params` writes them (an object, with
    /// ``JSONWriter/params(_:)``).
    package mutating func call(
        _ call: OutgoingCall, now: Duration, into output: inout [UInt8], params: (inout JSONWriter) -> Void
    ) throws(WireError) -> Int64 {
        let limit = try frameLimit()
        guard pending.count < Self.largestPendingCount, lastID < JSON.largestInteger else { throw .tooManyCalls }
        let id = lastID + 1
        var terms = call.stream
        let window = call.window
        if terms != nil { terms?.credit = window }
        let start = output.count
        Frame.append(mode: .framed, to: &output) { call.write(to: &$0, id: id, terms, params) }
        let count = output.count - start - 4
        guard count <= limit else {
            output.removeLast(count + 4)
            throw .callTooLarge(bytes: count, limit: limit)
        }
        if pending.isEmpty { lastHeard = now }
        lastID = id
        let credit = terms.map { _ in PendingCall.Credit(window: window) }
        pending.insert(
            PendingCall(
                deadline: call.patience.map { now + $0 }, credit: credit, check: call.check, onlyReads: call.onlyReads),
            for: id)
        return id
    }

    /// Asks the server to end a call. The call still ends with its one reply, or when its patience is over. Does
    /// nothing for calls that have ended.
    package mutating func cancel(id: Int64, reason: String? = nil, now: Duration) -> [Action] {
        guard var call = pending[id], call.phase == .waiting, !isClosed else { return [] }
        call.phase = .cancelling
        call.deadline = call.deadline ?? now + patience.cancel
        pending[id] = call
        return [send(.cancel(id: id, reason: reason))]
    }

    /// Extends the wait for a call. The wait then lasts for at least `patience` from now, because the server needs
    /// longer than expected. Does nothing if the call has ended, is being cancelled, or has no time limit.
    package mutating func wait(longer patience: Duration, for id: Int64, now: Duration) {
        guard var call = pending[id], call.phase == .waiting, let deadline = call.deadline else { return }
        call.deadline = max(deadline, now + patience)
        pending[id] = call
    }

    /// Records that the caller has taken an item. When half of the credit has been taken, grants the number of items
    /// that were taken.
    package mutating func consumed(id: Int64) -> [Action] {
        guard !isClosed, let index = pending.index(of: id), let due = pending[at: index].credit?.consume() else {
            return []
        }
        return [send(.credit(id: id, n: due))]
    }

    /// Records that the caller has taken `count` items, and grants the same number again. This is for a caller that
    /// counts with its own ``TakenItems``, and therefore does not call ``consumed(id:)``. Returns nil if the call has
    /// ended.
    package mutating func grant(_ count: Int, for id: Int64) -> Action? {
        guard !isClosed, let index = pending.index(of: id), pending[at: index].credit != nil else { return nil }
        pending[at: index].credit?.grant(count)
        return send(.credit(id: id, n: count))
    }

    /// Pings the server.
    package mutating func ping() -> [Action] {
        switch state {
        case .awaitingWelcome, .open, .draining: [nextPing()]
        case .closed: []
        }
    }

    /// Closes the connection. Waiting calls end with ``WireError/closedByClient``.
    package mutating func close() -> [Action] {
        guard !isClosed else { return [] }
        return end { _ in .closedByClient }
    }

    /// Whether `id` has been used for a call.
    func hasUsed(_ id: Int64) -> Bool { id <= lastID }

    func send(_ message: ClientMessage) -> Action { .send(Frame.encode(message.encoded())) }

    mutating func nextPing() -> Action {
        pingCount += 1
        return send(.ping(nonce: String(pingCount)))
    }

    /// Ends every waiting call, in order. After that, ends the connection.
    mutating func end(_ error: (Int64) -> WireError) -> [Action] {
        let ended = outstanding.map { id in
            Action.ended(id: id, .error(pending[id]?.onlyReads == true ? error(id).ofARead : error(id)))
        }
        pending = CallTable()
        cause = error(lastID + 1).ofARead
        isDraining = false
        if case .draining(let goaway, _) = state {
            state = .closed(.goaway(goaway, wasRead: false))
        } else {
            state = .closed(.connectionClosed)
        }
        return ended + [.close]
    }

    private func frameLimit() throws(WireError) -> Int {
        switch state {
        case .awaitingWelcome, .open: return largestCall
        case .draining(let goaway, _): throw .goaway(goaway, wasRead: false)
        case .closed(let error): throw error
        }
    }
}

/// A call that has not received its reply yet.
struct PendingCall: Sendable, Hashable {
    /// The messages that the caller still expects.
    enum Phase: Sendable, Hashable {
        case waiting
        /// A cancel has been sent. The client still waits for the reply.
        case cancelling
        /// The caller has learned that no reply came. A later reply is dropped.
        case abandoned
    }

    /// The number of items that the server may still send.
    struct Credit: Sendable, Hashable {
        private(set) var left: Int
        private var taken: TakenItems

        init(window: Int) {
            left = window
            taken = TakenItems(window: window)
        }

        /// Uses credit for `count` items. Returns false if the server sent the item without having enough credit.
        mutating func use(_ count: Int = 1) -> Bool {
            guard left >= count else { return false }
            left -= count
            return true
        }

        mutating func grant(_ count: Int) { left += count }

        /// Counts an item as taken. Returns how many items must be granted now. Returns nil if none must be granted.
        mutating func consume() -> Int? {
            guard let due = taken.take() else { return nil }
            grant(due)
            return due
        }
    }

    /// The credit that a stream call has if its terms give no credit.
    static let defaultCredit = 64

    var phase = Phase.waiting
    var deadline: Duration?
    /// The call's credit, or nil for unary calls.
    var credit: Credit?
    var check = OutgoingCall.Check.onArrival
    var onlyReads = false
}
