/// What a connection keeps of one call until its handler has ended.
struct ServerCallState: Sendable {
    enum Phase: Sendable {
        /// The handler runs and its end will be the reply.
        case running
        /// Told to stop; from `until` on the call is answered for it.
        case stopping(until: Duration, CancelCause)
        /// The handler runs past its commit gate: only its end or the deadline answers the call.
        case committed
        /// The handler has ended and items still wait for credit, at most until `until`.
        indirect case finishing(ServerMessage.Outcome, until: Duration)
        /// The reply is sent. The handler still runs: it was told to stop, unless it is past its commit gate.
        case answered
        /// The client is gone; the handler runs to its own end, with the right to do what it was called for.
        case detached
    }

    let method: MethodTraits
    let deadline: Duration?
    let trace: String?
    /// Another call is for the same effect, which this one's end does not prevent.
    var isShared = false
    /// The client wanted it ended when it was past its gate.
    var isUnwanted = false
    /// What it does has begun to happen outside: a server that stops leaves it the drain time.
    var outlivesDrain = false
    var phase = Phase.running
    /// Nil for unary methods.
    var stream: StreamState?

    /// Whether the client still waits for the reply.
    var isUnanswered: Bool {
        switch phase {
        case .running, .stopping, .committed, .finishing: true
        case .answered, .detached: false
        }
    }

    /// Whether the call is unary and the client still waits for its reply. Mutating, so that it need not be copied.
    mutating func isUnansweredUnary() -> Bool { stream == nil && isUnanswered }

    /// Whether the handler may send items.
    var isStreaming: Bool {
        guard stream != nil else { return false }
        return switch phase {
        case .running, .committed, .stopping: true
        case .finishing, .answered, .detached: false
        }
    }

    /// How many items need not be queued, as far as the stream goes. Mutating, so that it need not be copied.
    @inline(__always)
    mutating func roomCount() -> Int { isStreaming ? stream?.roomCount() ?? 0 : 0 }

    /// Takes the credit for items that go out, of which `seq` is the last.
    @inline(__always)
    mutating func spend(seq: Int64?, count: Int = 1) { stream?.spend(seq: seq, count: count) }

    /// When something has to happen without anyone's doing.
    var timer: Duration? {
        switch phase {
        case .running, .committed: deadline
        case .stopping(let until, _), .finishing(_, let until): min(until, deadline ?? until)
        case .answered, .detached: nil
        }
    }
}

/// The flow of one stream.
struct StreamState: Sendable {
    enum Credit: Sendable, Hashable {
        case granted(Int)
        /// As the socket takes them.
        case automatic
    }

    let policy: OverflowPolicy
    var credit: Credit
    var queue = StreamQueue()
    /// The greatest `seq` that was sent.
    var lastSeq: Int64?
    /// The handler waits to be told that there is room.
    var awaitsRoom = false

    var hasCredit: Bool {
        switch credit {
        case .granted(let n): n > 0
        case .automatic: true
        }
    }

    /// How many items need not be queued.
    @inline(__always)
    mutating func roomCount() -> Int {
        guard queue.isEmpty else { return 0 }
        return switch credit {
        case .granted(let n): n
        case .automatic: .max
        }
    }

    /// Takes the credit for items that go out, of which `seq` is the last.
    @inline(__always)
    mutating func spend(seq: Int64?, count: Int) {
        if case .granted(let n) = credit { credit = .granted(n - count) }
        if let seq { lastSeq = seq }
    }

    mutating func grant(_ n: Int, upTo limit: Int) {
        if case .granted(let have) = credit { credit = .granted(min(have + n, limit)) }
    }
}
