import SessionCore
import Wire

/// The refusals of `unlock.start` that the seeds do not have.
extension WireError {
    static var idemRequired: WireError {
        WireError(.invalidArgument, "idem.required", "unlock.start needs an idempotency key", field: "/idem")
    }

    static var idemMismatch: WireError {
        WireError(.failedPrecondition, "idem.mismatch", "the key was used for a call with other parameters")
    }

    static func idemUnknown(_ attemptID: String, effect: Effect) -> WireError {
        WireError(
            .aborted, "idem.unknown", "the attempt with this key was interrupted; look before trying again",
            effect: effect,
            details: .members(("attempt_id", .string(attemptID))))
    }

    /// A call that was not an attempt was interrupted.
    static let idemUnknown = WireError(
        .aborted, "idem.unknown", "the call with this key was interrupted; look before trying again with another",
        effect: .unknown)

    /// A user has too many keys of calls without a reply.
    static func tooManyKeys(_ limit: Int) -> WireError {
        .quotaExceeded(QuotaBreach("idem_keys_per_uid", limit: limit, used: limit, scope: "uid"))
    }

    static func unlockRateLimited(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "unlock.rate_limited", "this key was used too often in a short time",
            retry: .init(safe: true, after: wait))
    }

    static func revealRateLimited(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "reveal.rate_limited", "codes were shown too often in a short time",
            retry: .init(safe: true, after: wait))
    }

    static func queueFull(_ full: UnlockQueue.Full) -> WireError {
        let (scope, limit) =
            switch full {
            case .lock(let limit): ("lock", limit)
            case .person(let limit): ("uid", limit)
            }
        return WireError(
            .resourceExhausted, "unlock.queue_full",
            "too many attempts wait for this \(scope == "uid" ? "user" : scope)",
            retry: .init(safe: true, after: .seconds(2)),
            details: .members(("quota", "unlock_queue"), ("limit", .int(limit)), ("scope", .string(scope))))
    }

    /// The answer to a cancelled attempt: nothing was sent to the lock, and its idempotency key is free.
    static let unlockCancelled = WireError(
        .cancelled, "unlock.cancelled", "the attempt was cancelled before anything was sent to the lock")

    /// The caller has left an attempt that goes on for others.
    static var leftShared: WireError {
        WireError(.cancelled, "unlock.cancelled", "the attempt goes on for another caller", effect: .unknown)
    }

    /// The key that this call shared with another one was used by a third. If the call is repeated, it gets that one's
    /// answer.
    static var superseded: WireError {
        WireError(
            .aborted, "idem.superseded", "another call has used the key meanwhile; the same call again is answered",
            effect: .none, retry: .init(safe: true))
    }

    static var draining: WireError {
        WireError(.unavailable, "rpc.shutdown", "the daemon is stopping", retry: .init(safe: true, after: .seconds(1)))
    }

    static var storeUnavailable: WireError {
        WireError(
            .unavailable, "store.unavailable", "the journal cannot be written, so no door may be opened",
            retry: .init(safe: true))
    }

    /// The answer to a child that asks for something after the attempt's end.
    static var attemptEnded: WireError { WireError(.aborted, "link.refused", "the attempt has ended") }
}
