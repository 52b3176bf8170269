import SessionCore
import Wire

/// The refusals of attempts that are not among the seeds.
extension WireError {
    static func unlockRateLimited(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "unlock.rate_limited", "this key was used too often in a short time",
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

    /// The caller has left an attempt that continues for others.
    static var leftShared: WireError {
        WireError(.cancelled, "unlock.cancelled", "the attempt goes on for another caller", effect: .unknown)
    }

    /// The broker could not be told how long the command may still be sent, so it is not sent at all.
    static var notLimited: WireError {
        WireError(.aborted, "link.refused", "the radio broker was not told how long the command may still be sent")
    }

    /// The answer to a child that asks for something after the attempt has ended.
    static var attemptEnded: WireError { WireError(.aborted, "link.refused", "the attempt has ended") }
}
