import SessionCore
import Wire

/// The errors with which an attempt is refused. They are those that Seam's documentation does not define.
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

    /// The answer to a cancelled attempt. Nothing was sent to the lock, and the attempt's idempotency key can be used
    /// again.
    static let unlockCancelled = WireError(
        .cancelled, "unlock.cancelled", "the attempt was cancelled before the lock was told to open")

    /// The caller has left an attempt that continues for others.
    static var leftShared: WireError {
        WireError(.cancelled, "unlock.cancelled", "the attempt continues for another caller", effect: .unknown)
    }

    /// The daemon could not inform the broker how long the command may still be sent, so the command is not sent.
    static var notLimited: WireError {
        WireError(.aborted, "link.refused", "the radio broker was not told until when the command may be sent")
    }

    /// The answer to a provider's process that makes a request after the attempt has ended.
    static var attemptEnded: WireError { WireError(.aborted, "link.refused", "the attempt has ended") }
}
