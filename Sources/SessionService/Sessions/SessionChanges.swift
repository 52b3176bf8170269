import LinuxSupport
import SessionCore
import Wire

/// How often each user may begin named sessions, or erase what is left of them: each writes to the disk, and to the
/// log. To sign out is never refused.
final class SessionChanges: Sendable {
    private let people: Locked<PersonRateLimit>
    private let burst: Int
    private let now: @Sendable () -> Duration

    /// `burst` at once, then two a second.
    init(burst: Int = 120, now: @escaping @Sendable () -> Duration = SystemClock.monotonic) {
        self.burst = burst
        people = Locked(PersonRateLimit(.init(burst: burst, every: .milliseconds(500))))
        self.now = now
    }

    /// Counts a change by the user; throws `rpc.quota_exceeded` if it is one too many, and nothing is to be changed
    /// then.
    func count(_ user: UInt32) throws(WireError) {
        guard let wait = people.withLock({ $0.use(uid: user, at: now()) }) else { return }
        throw .quotaExceeded(
            QuotaBreach("session_changes", limit: burst, used: burst, scope: "uid", configKey: "session_changes"),
            after: wait)
    }
}
