import DaemonCore
import LinuxSupport
import SessionCore
import Wire

/// Limits how often each user may begin named sessions, or erase the data of ended sessions, because each of these
/// actions writes to the disk and to the log. Signing out is never refused.
final class SessionChanges: Sendable {
    private let people: Locked<PersonRateLimit>
    private let burst: Int
    private let now: @Sendable () -> Duration

    /// Creates a limit that allows `burst` changes in a burst, and then two per second.
    init(burst: Int = 120, now: @escaping @Sendable () -> Duration = SystemClock.monotonic) {
        self.burst = burst
        people = Locked(PersonRateLimit(.init(burst: burst, every: .milliseconds(500))))
        self.now = now
    }

    /// Counts a change by the user. Throws `rpc.quota_exceeded` if the limit is exceeded. In that case, the caller must
    /// not change anything.
    func count(_ user: UInt32) throws(WireError) {
        guard let wait = people.withLock({ $0.use(uid: user, at: now()) }) else { return }
        throw .quotaExceeded(
            QuotaBreach("session_changes", limit: burst, used: burst, scope: "uid", configKey: "session_changes"),
            after: wait)
    }
}
