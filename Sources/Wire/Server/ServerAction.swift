/// What a ``ServerConnection`` asks of whoever drives it.
package enum ServerAction: Sendable, Hashable {
    /// Start the handler of a call. It ends with ``ServerConnection/finish(_:_:at:)``, exactly once, whatever happens.
    case dispatch(ServerCall)
    /// Tell the handler of a call to stop; its end is still awaited.
    case cancel(id: Int64, CancelCause)
    /// The stream that asked with ``ServerConnection/awaitRoom(_:at:)`` may send its next item, or has ended.
    case room(id: Int64)
    /// Write what output there is, then shut down the sending side, read and discard for at most `linger`, then close.
    /// `reason` is the goaway's, for the log.
    case close(linger: Duration, reason: String?)
    /// Close now; nothing that waits can be written.
    case abort
}

/// A call that was accepted.
package struct ServerCall: Sendable, Hashable {
    package var id: Int64
    package var method: MethodTraits
    package var params: JSONText
    /// When the call ends at the latest, on the clock of the connection's `at:` parameters; nil: not before it is
    /// ended.
    package var deadline: Duration?
    package var idem: String?
    package var trace: String?
    /// The policy in force; nil for unary methods.
    package var policy: OverflowPolicy?
    /// What the caller asks of a stream.
    var terms: Rare<StreamTerms> = .absent
}

extension ServerCall {
    /// Where a stream begins; nil is the method's default.
    package var from: StreamTerms.Start? { terms.value?.from }

    /// What a cursor that cannot be resumed leads to.
    package var onGap: StreamTerms.OnGap { terms.value?.onGap ?? .snapshot }

    /// How long a stream is silent before it says that it lives; nil is the method's default.
    package var heartbeat: Duration? { terms.value?.heartbeat }
}

/// Why a handler is told to stop.
package enum CancelCause: String, Sendable, Hashable, CaseIterable {
    /// The client sent `cancel`.
    case client
    /// The deadline passed; the call is answered already.
    case deadline
    /// The connection is gone.
    case lost
    /// The stream's client reads more slowly than events come; the call is answered already.
    case slowConsumer = "slow_consumer"
    /// The client has ended its input and used up its credit; the call is answered already.
    case halfClosed = "half_closed"
    /// The server stops.
    case shutdown
}

/// One item as a handler sends it.
package struct OutgoingItem: Sendable, Hashable {
    package var kind: String
    package var data: JSONText
    /// The event's number in its topic.
    package var seq: Int64?
    /// Under the policy `latest` a newer item replaces a waiting one of the same key; nil never replaces nor is
    /// replaced.
    package var key: String?
    /// The number of events that it stands for already.
    package var count: Int

    package init(
        _ kind: String, _ data: JSONText = .emptyObject, seq: Int64? = nil, key: String? = nil, count: Int = 1
    ) {
        self.kind = kind
        self.data = data
        self.seq = seq
        self.key = key
        self.count = count
    }

    /// Whether its frame is within the limit of an item's, whatever its numbers come to.
    package func fits(_ limit: Int) -> Bool { data.bytes.count <= limit - Item.largestEnvelope(of: kind) }
}

/// What became of an item.
package enum SendVerdict: Sendable, Hashable {
    /// On its way, waiting for credit, or standing in for older ones.
    case accepted
    /// The call is over, for whatever reason: send no more, end the handler.
    case ended
    /// The item is over the limit of one item's frame; the stream lives.
    case tooLarge
}
