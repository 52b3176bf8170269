import LinuxSupport

/// The locks that hung up on the key that was shown to them, when they were last tried.
///
/// A lock that was reset, or that has another owner's key, hangs up. One that goes out of reach at that moment looks
/// the same: bluetoothd before 5.80 does not tell the two apart. So only the second time in a row, within a few
/// minutes, is reported as the lock's doing.
final class HangUps: Sendable {
    private let locks = Locked<[String: Duration]>([:])
    /// For how long it is remembered.
    static let memory = Duration.seconds(600)
    /// The limit of remembered locks; beyond it all are forgotten.
    private static let most = 1_000

    /// The lock of this binding hung up. Returns whether it did the last time as well.
    func isRepeated(_ bindingID: String, at now: Duration) -> Bool {
        locks.withLock { locks in
            if locks.count >= Self.most { locks = [:] }
            let last = locks.updateValue(now, forKey: bindingID)
            return last.map { now - $0 <= Self.memory } ?? false
        }
    }

    /// The lock took its key.
    func forget(_ bindingID: String) { locks.withLock { $0[bindingID] = nil } }
}
