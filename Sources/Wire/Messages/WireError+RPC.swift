/// The errors with which the wire itself ends a call, before or instead of the method (`Protocol/framing.md` section
/// 6).
extension WireError {
    /// A member of the call's message that is unknown, missing or not as demanded; `fault.field` counts from the
    /// message.
    package static func invalidCall(_ fault: FieldFault, reason: String = "rpc.invalid_call") -> WireError {
        WireError(.invalidArgument, reason, fault.description, field: fault.field)
    }

    /// `rpc.unknown_method`: the server has no such method on this socket.
    package static func unknownMethod(_ method: String) -> WireError {
        let name = String(method.prefix(64))
        return WireError(.unimplemented, "rpc.unknown_method", "no method \(JSON.string(name).text)")
    }

    package static let methodNotPermitted = WireError(
        .permissionDenied, "rpc.method_not_permitted", "this socket does not serve the method")

    /// The time of the call is over; nothing was done and nothing will be.
    package static let deadlineExceeded = WireError(
        .deadlineExceeded, "rpc.deadline_exceeded", "the call's time is over")

    /// The client cancelled, and nothing was done.
    package static let cancelled = WireError(
        .cancelled, "rpc.cancelled", "the caller cancelled")

    /// A stream without an end whose client has ended its input and used up its credit.
    package static let halfClosed = WireError(
        .cancelled, "rpc.half_closed", "the client ended its input and its credit is used up")

    /// The server stops, and nothing was done. `details` tells a stream where to go on.
    package static func shutdown(details: JSON?) -> WireError {
        WireError(.unavailable, "rpc.shutdown", "the server stops", retry: Retry(safe: true), details: details)
    }

    /// What a call ends with that was told to stop and did nothing.
    package static func stopped(by cause: CancelCause) -> WireError {
        switch cause {
        case .client, .lost: .cancelled
        case .deadline: .deadlineExceeded
        case .slowConsumer:
            WireError(
                .resourceExhausted, "stream.slow_consumer", "items came faster than they were read")
        case .halfClosed: .halfClosed
        case .shutdown: .shutdown(details: nil)
        }
    }

    /// A bound that counts something is reached. Calling again later is safe, after `wait` if that is known.
    package static func quotaExceeded(_ quota: QuotaBreach, after wait: Duration? = nil) -> WireError {
        WireError(
            .resourceExhausted, "rpc.quota_exceeded", "\(quota.quota) is limited to \(quota.limit) per \(quota.scope)",
            retry: Retry(safe: true, after: wait), details: quota.json)
    }
}

/// Which bound was reached, and how to raise it: the details of `resource_exhausted`.
package struct QuotaBreach: Sendable, Hashable {
    /// What is counted: `calls`, `streams`, `connections` …
    package var quota: String
    package var limit: Int
    package var used: Int
    /// `connection`, `uid` or `server`.
    package var scope: String
    /// The member of the server's configuration that sets the limit; nil if there is none.
    package var configKey: String?

    package init(_ quota: String, limit: Int, used: Int, scope: String, configKey: String? = nil) {
        self.quota = quota
        self.limit = limit
        self.used = used
        self.scope = scope
        self.configKey = configKey
    }

    package var json: JSON {
        .members(
            ("quota", .string(quota)), ("limit", .int(limit)), ("used", .int(used)), ("scope", .string(scope)),
            ("config_key", configKey.map(JSON.string)))
    }
}
