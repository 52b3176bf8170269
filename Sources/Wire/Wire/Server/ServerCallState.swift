/// The state that a connection keeps for one call until its handler has ended.
struct ServerCallState: Sendable {
    enum Phase: Sendable {
        /// The handler is running, and its outcome will be the reply.
        case running
        /// The handler was told to stop. From `until` on, the connection itself answers the call in place of the
        /// handler.
        case stopping(until: Duration, CancelCause)
        /// The handler is running and has passed its commit gate. Only its outcome or the deadline answers the call.
        case committed
        /// The handler has ended. Items are still waiting for credit. They wait until `until` at the latest.
        indirect case finishing(ServerMessage.Outcome, until: Duration)
        /// The reply has been sent, and the handler is still running. The handler was told to stop. It was not told if
        /// it has passed its gate or always runs to its end.
        case answered
        /// The client has left. The handler runs to its end, and may have its effect later.
        case detached
    }

    let method: MethodTraits
    let deadline: Duration?
    let trace: String?
    /// Whether another call shares the effect of this call. In this case, the effect is not prevented by ending this
    /// call.
    var isShared = false
    /// Whether the client wanted to end the call when the call had already passed its gate.
    var isUnwanted = false
    /// Whether the call's external effect has begun. In this case, a server that is stopping lets the call run for the
    /// drain time.
    var outlivesDrain = false
    var phase = Phase.running
    /// The state of the call's stream. Nil if the method is unary.
    var stream: StreamState?

    /// Whether the client is still waiting for the reply.
    var isUnanswered: Bool {
        switch phase {
        case .running, .stopping, .committed, .finishing: true
        case .answered, .detached: false
        }
    }

    /// Whether the call is unary and its client has not got the reply yet. This is mutating to avoid a copy.
    mutating func isUnansweredUnary() -> Bool { stream == nil && isUnanswered }

    /// Whether the handler may send items.
    var isStreaming: Bool {
        guard stream != nil else { return false }
        return switch phase {
        case .running, .committed, .stopping: true
        case .finishing, .answered, .detached: false
        }
    }

    /// The number of items that may be sent without queueing. The stream limits this number. This is mutating to avoid
    /// a copy.
    @inline(__always)
    mutating func roomCount() -> Int { isStreaming ? stream?.roomCount() ?? 0 : 0 }

    /// Uses credit for `count` items that are sent. `seq` is the number of the last item.
    @inline(__always)
    mutating func spend(seq: Int64?, count: Int = 1) { stream?.spend(seq: seq, count: count) }

    /// The time at which the call needs attention even if nothing happens until then.
    var timer: Duration? {
        switch phase {
        case .running, .committed: deadline
        case .stopping(let until, _), .finishing(_, let until): min(until, deadline ?? until)
        case .answered, .detached: nil
        }
    }
}

/// The flow control of one stream.
struct StreamState: Sendable {
    enum Credit: Sendable, Hashable {
        case granted(Int)
        /// The stream may send as many items as the socket takes.
        case automatic
    }

    let policy: OverflowPolicy
    var credit: Credit
    var queue = StreamQueue()
    /// The largest `seq` that was sent so far.
    var lastSeq: Int64?
    /// Whether the handler is waiting for room.
    var awaitsRoom = false

    var hasCredit: Bool {
        switch credit {
        case .granted(let n): n > 0
        case .automatic: true
        }
    }

    /// The number of items that may be sent without queueing.
    @inline(__always)
    mutating func roomCount() -> Int {
        guard queue.isEmpty else { return 0 }
        return switch credit {
        case .granted(let n): n
        case .automatic: .max
        }
    }

    /// Uses credit for `count` items that are sent. `seq` is the number of the last item.
    @inline(__always)
    mutating func spend(seq: Int64?, count: Int) {
        if case .granted(let n) = credit { credit = .granted(n - count) }
        if let seq { lastSeq = seq }
    }

    mutating func grant(_ n: Int, upTo limit: Int) {
        if case .granted(let have) = credit { credit = .granted(min(have + n, limit)) }
    }
}
