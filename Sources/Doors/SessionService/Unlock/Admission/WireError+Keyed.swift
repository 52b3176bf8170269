import Wire

/// The errors for a call with an idempotency key whose attempt is not run.
extension WireError {
    static var idemRequired: WireError {
        WireError(.invalidArgument, "idem.required", "unlock.start needs an idempotency key", field: "/idem")
    }

    static func idemUnknown(_ attemptID: String, effect: Effect) -> WireError {
        WireError(
            .aborted, "idem.unknown",
            "the attempt with this key was interrupted; look at the door before you try again",
            effect: effect,
            details: .members(("attempt_id", .string(attemptID))))
    }

    /// The key that this call shared with another call has been used by a third call. If this call is repeated, it gets
    /// the third call's answer.
    static var superseded: WireError {
        WireError(
            .aborted, "idem.superseded",
            "another call used the same key in the meantime; repeat this call to get that call's answer",
            effect: .none, retry: .init(safe: true))
    }
}
