import LinuxSupport

/// The locks that hung up on their key the last time they were tried.
///
/// A lock that was reset, or that has another owner's key, hangs up. A lock that goes out of reach at that moment looks
/// the same: bluetoothd before 5.80 does not distinguish the two. So only the second hang-up in a row, within a few
/// minutes, is reported as the lock's doing.
final class HangUps: Sendable {
    private let locks = Locked<[String: Duration]>([:])
    /// How long a hang-up is remembered.
    static let memory = Duration.seconds(600)
    /// The maximum number of remembered locks; beyond it, all are forgotten.
    private static let most = 1_000

    /// Notes that this binding's lock hung up. Returns whether it also did so the last time.
    func isRepeated(_ bindingID: String, at now: Duration) -> Bool {
        locks.withLock { locks in
            if locks.count >= Self.most { locks = [:] }
            let last = locks.updateValue(now, forKey: bindingID)
            return last.map { now - $0 <= Self.memory } ?? false
        }
    }

    /// Notes that the lock took its key.
    func forget(_ bindingID: String) { locks.withLock { $0[bindingID] = nil } }
}
