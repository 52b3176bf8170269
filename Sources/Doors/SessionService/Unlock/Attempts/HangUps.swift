import LinuxSupport

/// Remembers locks that closed the connection because of their key ("hung up"). A lock is remembered if it did so when
/// it was last tried.
///
/// A lock that was reset, or that has another owner's key, hangs up. A lock that goes out of reach at that moment looks
/// the same, because bluetoothd before 5.80 does not distinguish the two cases. For this reason, a hang-up is reported
/// as caused by the lock only if it is the second in a row within a few minutes.
final class HangUps: Sendable {
    private let locks = Locked<[String: Duration]>([:])
    /// How long a hang-up is remembered.
    static let memory = Duration.seconds(600)
    /// The largest number of remembered locks. When this number is reached, all locks are forgotten.
    private static let most = 1_000

    /// Notes that this binding's lock hung up. Returns whether the lock also hung up the last time.
    func isRepeated(_ bindingID: String, at now: Duration) -> Bool {
        locks.withLock { locks in
            if locks.count >= Self.most { locks = [:] }
            let last = locks.updateValue(now, forKey: bindingID)
            return last.map { now - $0 <= Self.memory } ?? false
        }
    }

    /// Notes that the lock accepted its key.
    func forget(_ bindingID: String) { locks.withLock { $0[bindingID] = nil } }
}
