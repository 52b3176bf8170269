import Wire

/// The errors with which the session daemon's methods refuse a call, except the errors of attempts and keyed calls.
extension WireError {
    static var draining: WireError {
        WireError(.unavailable, "rpc.shutdown", "the daemon is stopping", retry: .init(safe: true, after: .seconds(1)))
    }

    /// The error for a call that asked for a door when the store does not work.
    static var journalUnavailable: WireError {
        WireError(
            .unavailable, "store.unavailable", "the journal cannot be written, so no door may be opened",
            retry: .init(safe: true))
    }

    static func revealRateLimited(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "reveal.rate_limited", "codes were shown too often in a short time",
            retry: .init(safe: true, after: wait))
    }

    /// The caller named a session, but the call concerns all sessions.
    static let sessionOnAdminSocket = WireError.invalidParameter(
        FieldFault("/session", "must be absent on the administrators' socket"))

    /// The caller named a user, but the call concerns only the caller's own attempts.
    static let uidOnSessionSocket = WireError.invalidParameter(
        FieldFault("/uid", "is allowed only on the administrators' socket"))
}
