/// The `error` of a reply. It says what went wrong, and whether the call had an effect. It also says whether the caller
/// should try again (`Protocol/errors.md`).
///
/// Callers decide only by ``code`` and ``reason``. ``message`` is for people and may change.
package struct WireError: Error, Sendable, Hashable {
    /// The codes. They have the same names as in gRPC, and there are no others.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        case cancelled
        case unknown
        case invalidArgument = "invalid_argument"
        case deadlineExceeded = "deadline_exceeded"
        case notFound = "not_found"
        case alreadyExists = "already_exists"
        case permissionDenied = "permission_denied"
        case resourceExhausted = "resource_exhausted"
        case failedPrecondition = "failed_precondition"
        case aborted
        case outOfRange = "out_of_range"
        case unimplemented
        case `internal`
        case unavailable
        case dataLoss = "data_loss"
        case unauthenticated
    }

    /// The effect of the failed call.
    package enum Effect: String, Sendable, Hashable, CaseIterable {
        /// The call had no effect. Calling again is safe.
        case none
        /// The call may have had its effect. The caller must check this before calling again.
        case unknown
        /// The call had its effect, although it failed.
        case applied
    }

    /// Whether and when the same call may be repeated.
    package struct Retry: Sendable, Hashable {
        package var safe: Bool
        /// The time that must pass after the reply before the caller repeats the call.
        package var after: Duration?

        package init(safe: Bool, after: Duration? = nil) {
            self.safe = safe
            self.after = after
        }
    }

    package var code: Code
    /// The reason, in the form `domain.name`. It is registered in the contract and never reused.
    package var reason: String
    package var message: String
    package var effect: Effect
    package var retry: Retry
    /// For `invalid_argument`, a JSON Pointer into the call's message, for example `/params/frob`.
    package var field: String?
    /// An object with the details that the documentation lists for this reason.
    package var details: JSON?
    package var trace: String?

    package init(
        _ code: Code, _ reason: String, _ message: String, effect: Effect = .none, retry: Retry = Retry(safe: false),
        field: String? = nil, details: JSON? = nil, trace: String? = nil
    ) {
        self.code = code
        self.reason = reason
        self.message = message
        self.effect = effect
        self.retry = retry
        self.field = field
        self.details = details
        self.trace = trace
    }

    /// A parameter does not match the contract. `fault.field` is relative to the parameters.
    package static func invalidParameter(_ fault: FieldFault) -> WireError {
        let fault = fault.under("/params")
        return WireError(.invalidArgument, "rpc.invalid_params", fault.description, field: fault.field)
    }
}

extension WireError: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        code = Code(rawValue: try fields.string("code", bytes: 1...64)) ?? .unknown
        reason = try fields.string("reason", bytes: 1...128)
        message = try fields.string("message", bytes: 0...4096)
        effect = Effect(rawValue: try fields.string("effect", bytes: 1...32)) ?? .unknown
        if var retry = try fields.optionalFields("retry") {
            self.retry = Retry(safe: try retry.bool("safe"), after: try retry.optionalMilliseconds("after_ms"))
        } else {
            retry = Retry(safe: false)
        }
        field = try fields.optionalString("field", bytes: 0...1024)
        details = fields.optionalJSON("details")
        trace = try fields.optionalString("trace", bytes: 0...128)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("code", code.rawValue)
        writer.member("reason", reason)
        writer.member("message", message)
        writer.member("effect", effect.rawValue)
        writer.key("retry")
        writer.beginObject()
        writer.member("safe", retry.safe)
        writer.member("after_ms", retry.after?.milliseconds)
        writer.endObject()
        writer.member("field", field)
        writer.member("details", details)
        writer.member("trace", trace)
    }
}

extension Duration {
    /// The duration in whole milliseconds. It is rounded towards zero, and limited to the range of the wire's integers.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let bound = JSON.largestInteger / 1000 + 1
        let milliseconds = min(max(seconds, -bound), bound) * 1000 + attoseconds / 1_000_000_000_000_000
        return min(max(milliseconds, -JSON.largestInteger), JSON.largestInteger)
    }
}
