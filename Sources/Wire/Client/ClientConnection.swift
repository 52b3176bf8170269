/// The client's side of one connection, as a value: bytes and time in, actions out.
///
/// The owner writes ``opening`` first, feeds what it reads to ``append(_:now:)`` and does what ``nextAction(now:)``
/// says, or has items by the batch from ``nextArrival(in:now:)``, calls ``timePassed(now:)`` at ``nextDeadline``, and
/// performs the actions of every method in order. Each call that was accepted ends with exactly one
/// ``Action/ended(id:_:)``. `now` is time since any start, the same for all methods of one value.
package struct ClientConnection: Sendable {
    /// How patient the client is with the server.
    package struct Patience: Sendable, Hashable {
        /// From the opening to the welcome.
        package var welcome: Duration
        /// From the cancel of a call that has no bound of its own to its reply.
        package var cancel: Duration
        /// From a goaway to the last reply of the calls that it still owes.
        package var drain: Duration
        /// Silence, while calls wait, after which the client pings.
        package var silence: Duration
        /// From that ping to any byte.
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

    /// What the owner does next.
    package enum Action: Sendable, Hashable {
        /// Write these bytes, in the order of the actions.
        case send([UInt8])
        indirect case welcomed(Welcome)
        /// Hand this to the caller, and call ``consumed(id:)`` when it has been taken; an owner of batches counts it
        /// with the others, for ``grant(_:for:)``.
        case item(Item)
        /// The call is over; nothing about it follows.
        case ended(id: Int64, ServerMessage.Outcome)
        /// Close the transport; no action follows.
        case close
    }

    enum State {
        case awaitingWelcome(until: Duration)
        case open
        case draining(Goaway, until: Duration)
        case closed(WireError)
    }

    /// Calls that may wait for replies at once; no server allows as many.
    package static let largestPendingCount = 1024

    /// Memory that is kept for what arrives next: a long read and what was left of the one before.
    private static let keptCapacity = 262_144

    /// The bytes of the hello, to be written before everything else.
    package let opening: [UInt8]
    let patience: Patience
    var state: State
    var decoder: FrameDecoder
    var pending = CallTable<PendingCall>()
    /// What ``nextAction(now:)`` hands out before it looks at the next message.
    var queued: [Action] = []
    private var lastID: Int64 = 0
    var lastHeard: Duration
    var pingedAt: Duration?
    private var pingCount = 0

    /// Throws ``WireError/callTooLarge(bytes:limit:)`` for a hello that no server reads.
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

    /// The server's welcome, once it has come.
    package internal(set) var welcome: Welcome? {
        didSet { largestCall = welcome?.limits.frameIn ?? largestCall }
    }

    /// Bytes of a call's message that the server takes.
    private var largestCall = WireLimits.standard.frameIn

    /// What a call that is made now fails with; on a connection that lives, what it would fail with after its end.
    package var endOfConnection: WireError {
        switch state {
        case .awaitingWelcome, .open: .connectionClosed
        case .draining(let goaway, _): .goaway(goaway, wasRead: false)
        case .closed(let error): error
        }
    }

    /// Why the connection ended, as a call that waited then was told, but without effect; nil while it lives.
    package private(set) var cause: WireError?

    /// Whether ``Action/close`` has been given.
    package var isClosed: Bool { if case .closed = state { true } else { false } }

    /// Whether the server has said that it ends the connection, and the last replies are awaited.
    package internal(set) var isDraining = false

    /// Calls that have not ended for their callers.
    package var outstanding: [Int64] { pending.entries.filter { $0.value.phase != .abandoned }.map(\.id) }

    /// Makes a call. Throws if nothing can be sent; the effect is none then.
    package mutating func call(
        _ call: OutgoingCall, now: Duration
    ) throws(WireError) -> (id: Int64, actions: [Action]) {
        var bytes: [UInt8] = []
        let id = try self.call(call, now: now, into: &bytes)
        return (id, [.send(bytes)])
    }

    /// Makes a call whose frame is added to what the owner writes next. Throws if nothing can be sent; then nothing
    /// is added and the effect is none.
    package mutating func call(
        _ call: OutgoingCall, now: Duration, into output: inout [UInt8]
    ) throws(WireError) -> Int64 {
        let params = call.params
        return try self.call(call, now: now, into: &output) { $0.params(params) }
    }

    /// The same with what `params` writes, an object by ``JSONWriter/params(_:)``, in place of the call's own.
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

    /// Asks the server to end a call. It still ends with its one reply, or when the patience is over. Nothing happens
    /// for calls that have ended.
    package mutating func cancel(id: Int64, reason: String? = nil, now: Duration) -> [Action] {
        guard var call = pending[id], call.phase == .waiting, !isClosed else { return [] }
        call.phase = .cancelling
        call.deadline = call.deadline ?? now + patience.cancel
        pending[id] = call
        return [send(.cancel(id: id, reason: reason))]
    }

    /// The caller has taken an item: half of the credit used up is granted again.
    package mutating func consumed(id: Int64) -> [Action] {
        guard !isClosed, let index = pending.index(of: id), let due = pending[at: index].credit?.consume() else {
            return []
        }
        return [send(.credit(id: id, n: due))]
    }

    /// The caller has taken `count` items, which are granted again: for one who counts with ``TakenItems`` of its own
    /// and does not call ``consumed(id:)``. Nil if the call has ended.
    package mutating func grant(_ count: Int, for id: Int64) -> Action? {
        guard !isClosed, let index = pending.index(of: id), pending[at: index].credit != nil else { return nil }
        pending[at: index].credit?.grant(count)
        return send(.credit(id: id, n: count))
    }

    /// Asks the server for a sign of life.
    package mutating func ping() -> [Action] {
        switch state {
        case .awaitingWelcome, .open, .draining: [nextPing()]
        case .closed: []
        }
    }

    /// Ends the connection from this side. Calls that wait end with ``WireError/closedByClient``.
    package mutating func close() -> [Action] {
        guard !isClosed else { return [] }
        return end { _ in .closedByClient }
    }

    /// Whether ids up to `id` have been used.
    func hasUsed(_ id: Int64) -> Bool { id <= lastID }

    func send(_ message: ClientMessage) -> Action { .send(Frame.encode(message.encoded())) }

    mutating func nextPing() -> Action {
        pingCount += 1
        return send(.ping(nonce: String(pingCount)))
    }

    /// Ends every call that waits, in order, and the connection.
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

/// A call without its reply.
struct PendingCall: Sendable, Hashable {
    /// What the caller still expects.
    enum Phase: Sendable, Hashable {
        case waiting
        /// A cancel was sent; the reply is still wanted.
        case cancelling
        /// The caller was told that no reply came; whatever comes is dropped.
        case abandoned
    }

    /// How many items the server may still send.
    struct Credit: Sendable, Hashable {
        private(set) var left: Int
        private var taken: TakenItems

        init(window: Int) {
            left = window
            taken = TakenItems(window: window)
        }

        /// False if the server had no credit for so many items.
        mutating func use(_ count: Int = 1) -> Bool {
            guard left >= count else { return false }
            left -= count
            return true
        }

        mutating func grant(_ count: Int) { left += count }

        /// Counts an item as taken; what to grant now, if anything.
        mutating func consume() -> Int? {
            guard let due = taken.take() else { return nil }
            grant(due)
            return due
        }
    }

    /// What a stream call without terms of its own is given.
    static let defaultCredit = 64

    var phase = Phase.waiting
    var deadline: Duration?
    /// Nil for unary calls.
    var credit: Credit?
    var check = OutgoingCall.Check.onArrival
    var onlyReads = false
}
