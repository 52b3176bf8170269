/// An action that a ``ServerConnection`` requests from its driver.
package enum ServerAction: Sendable, Hashable {
    /// Start the handler of a call. In every case, the handler must end with exactly one
    /// ``ServerConnection/finish(_:_:at:)``.
    case dispatch(ServerCall)
    /// Ask the handler of a call to stop. The connection still waits for the handler's end.
    case cancel(id: Int64, CancelCause)
    /// The stream that asked with ``ServerConnection/awaitRoom(_:at:)`` may send its next item, or has ended.
    case room(id: Int64)
    /// Write the waiting output and shut down the sending side. Then read and discard input for at most `linger`, and
    /// close. `reason` is the reason of the goaway, for the log.
    case close(linger: Duration, reason: String?)
    /// Close now. Waiting output can no longer be written.
    case abort
}

/// A call that was accepted.
package struct ServerCall: Sendable, Hashable {
    package var id: Int64
    package var method: MethodTraits
    package var params: JSONText
    /// The latest time at which the call ends, on the clock of the connection's `at:` parameters. The value nil means
    /// that only the call's handler, its client or the server ends it.
    package var deadline: Duration?
    package var idem: String?
    package var trace: String?
    /// The policy that applies to the stream. The value is nil for unary methods.
    package var policy: OverflowPolicy?
    /// The terms that the caller chose for a stream.
    var terms: Rare<StreamTerms> = .absent
}

extension ServerCall {
    /// The place where a stream begins. The value nil means the method's default.
    package var from: StreamTerms.Start? { terms.value?.from }

    /// The behavior if a stream cannot resume from a cursor.
    package var onGap: StreamTerms.OnGap { terms.value?.onGap ?? .snapshot }

    /// How long a stream may be silent before it sends a `bookmark`. The value nil means the method's default.
    package var heartbeat: Duration? { terms.value?.heartbeat }
}

/// An item as a handler sends it.
package struct OutgoingItem: Sendable, Hashable {
    package var kind: String
    package var data: JSONText
    /// The event's number in its topic.
    package var seq: Int64?
    /// The item's key. With the policy `latest`, a newer item replaces a waiting item with the same key. An item
    /// without a key neither replaces another item nor is replaced.
    package var key: String?
    /// The number of events that the item already replaces.
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

    /// Whether the item's frame is within the limit for items, no matter how large its numbers are.
    package func fits(_ limit: Int) -> Bool { data.bytes.count <= limit - Item.largestEnvelope(of: kind) }
}

/// The decision on an item.
package enum SendVerdict: Sendable, Hashable {
    /// The item was sent, waits for credit, or replaces older items.
    case accepted
    /// The call has ended for some reason. The handler must send no more items and must end.
    case ended
    /// The item exceeds the limit for one item's frame. The stream continues.
    case tooLarge
}
