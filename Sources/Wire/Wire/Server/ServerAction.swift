/// An action that a ``ServerConnection`` requests from its driver.
package enum ServerAction: Sendable, Hashable {
    /// Start the handler of a call. In every case, the handler must end with exactly one
    /// ``ServerConnection/finish(_:_:at:)``.
    case dispatch(ServerCall)
    /// Ask the handler of a call to stop. The connection still waits for the handler's end.
    case cancel(id: Int64, CancelCause)
    /// The stream that asked with ``ServerConnection/awaitRoom(_:at:)`` may now send its next item, or has ended.
    case room(id: Int64)
    /// Write the waiting output and shut down the sending side. After that, read input and discard it for at most
    /// `linger`, and then close. `reason` is the reason in the goaway. It is meant for the log.
    case close(linger: Duration, reason: String?)
    /// Close now. Waiting output can no longer be written.
    case abort
}

/// A call that was accepted.
package struct ServerCall: Sendable, Hashable {
    package var id: Int64
    package var method: MethodTraits
    package var params: JSONText
    /// The latest time at which the call ends. It is a time of the clock that the connection's `at:` parameters use.
    /// The value nil means that the call ends only through its handler, its client or the server.
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

    /// The stream's behavior if it cannot resume from a cursor.
    package var onGap: StreamTerms.OnGap { terms.value?.onGap ?? .snapshot }

    /// How long a stream may be silent. After that, it sends a `bookmark`. The value nil means the method's default.
    package var heartbeat: Duration? { terms.value?.heartbeat }
}

/// An item as a handler sends it.
package struct OutgoingItem: Sendable, Hashable {
    package var kind: String
    package var data: JSONText
    /// The event's number in its topic.
    package var seq: Int64?
    /// The item's key. If the policy is `latest`, a newer item replaces a waiting item with the same key. An item
    /// without a key replaces no other item, and no other item replaces it.
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

    /// Whether the item's frame is within the limit for items. This must be so for numbers of any size.
    package func fits(_ limit: Int) -> Bool { data.bytes.count <= limit - Item.largestEnvelope(of: kind) }
}

/// The decision on an item.
package enum SendVerdict: Sendable, Hashable {
    /// The item was sent, is waiting for credit, or has replaced older items.
    case accepted
    /// The call has ended for some reason. The handler must send no more items and must end.
    case ended
    /// The item exceeds the limit for one item's frame. The stream continues.
    case tooLarge
}
