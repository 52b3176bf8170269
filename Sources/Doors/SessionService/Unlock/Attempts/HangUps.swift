import LinuxSupport

/// Which locks hung up at the key that was shown to them, when they were last tried.
///
/// A lock that was reset, or that has another owner's key, hangs up. One that goes out of reach at that moment looks
/// the same: bluetoothd before 5.80 does not tell the two apart. So only the second time in a row is told as the lock's
/// doing.
final class HangUps: Sendable {
    private let locks = Locked<Set<String>>([])
    /// The limit of what is remembered; beyond it all is forgotten.
    private static let most = 1_000

    /// The lock of this binding hung up. Returns whether it did the last time as well.
    func isRepeated(_ bindingID: String) -> Bool {
        locks.withLock { locks in
            if locks.count >= Self.most { locks = [] }
            return !locks.insert(bindingID).inserted
        }
    }

    /// The lock took its key.
    func forget(_ bindingID: String) { _ = locks.withLock { $0.remove(bindingID) } }
}
