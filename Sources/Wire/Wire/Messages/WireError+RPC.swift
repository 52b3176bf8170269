/// The errors with which the wire itself ends a call, before the method runs or in place of the method
/// (`Protocol/framing.md` section 6).
extension WireError {
    /// A member of the call's message is unknown, missing or wrong. `fault.field` is relative to the message.
    package static func invalidCall(_ fault: FieldFault, reason: String = "rpc.invalid_call") -> WireError {
        WireError(.invalidArgument, reason, fault.description, field: fault.field)
    }

    /// The error `rpc.unknown_method`. The server has no such method on this socket.
    package static func unknownMethod(_ method: String) -> WireError {
        let name = String(method.prefix(64))
        return WireError(.unimplemented, "rpc.unknown_method", "no method \(JSON.string(name).text)")
    }

    package static let methodNotPermitted = WireError(
        .permissionDenied, "rpc.method_not_permitted", "this socket does not serve the method")

    /// The call's time is up. The call had no effect, and will have none.
    package static let deadlineExceeded = WireError(
        .deadlineExceeded, "rpc.deadline_exceeded", "the call's time has run out")

    /// The client cancelled the call, and the call had no effect.
    package static let cancelled = WireError(
        .cancelled, "rpc.cancelled", "the caller cancelled")

    /// The stream has no deadline. Its client has ended its input and used up its credit.
    package static let halfClosed = WireError(
        .cancelled, "rpc.half_closed", "the client ended its input and its credit is used up")

    /// The server is stopping, and the call had no effect. `details` says where a stream resumes.
    package static func shutdown(details: JSON?) -> WireError {
        WireError(.unavailable, "rpc.shutdown", "the server stops", retry: Retry(safe: true), details: details)
    }

    /// The error for a call that was told to stop before it had an effect.
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

    /// A quota has been reached. It is safe to call again later. If `wait` is known, the call should come after this
    /// time.
    package static func quotaExceeded(_ quota: QuotaBreach, after wait: Duration? = nil) -> WireError {
        WireError(
            .resourceExhausted, "rpc.quota_exceeded", "\(quota.quota) is limited to \(quota.limit) per \(quota.scope)",
            retry: Retry(safe: true, after: wait), details: quota.json)
    }
}

/// The quota that was reached, and how to raise it. These are the details of `resource_exhausted`.
package struct QuotaBreach: Sendable, Hashable {
    /// The name of the quota, such as `connections`, `calls_per_uid` or `streams_per_connection`.
    package var quota: String
    package var limit: Int
    package var used: Int
    /// The scope of the quota: `connection`, `uid` or `server`.
    package var scope: String
    /// The member of the server's configuration that sets the limit. If there is no such member, the value is nil.
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
