/// Determines when something has been unused for so long that it must end. A call uses it from its beginning to its
/// end.
package struct IdleTime: Sendable, Equatable {
    private let limit: Duration
    private var runningCount = 0
    /// When a call last began or ended.
    private var lastUse: Duration

    /// Starts out unused from `now` on.
    package init(limit: Duration, at now: Duration) {
        self.limit = limit
        lastUse = now
    }

    /// Notes that a call begins.
    package mutating func begin(at now: Duration) {
        runningCount += 1
        lastUse = now
    }

    /// Notes that a call has ended.
    package mutating func end(at now: Duration) {
        runningCount -= 1
        lastUse = now
    }

    /// The minimum time until it has been unused for too long; zero if it already has been.
    package func wait(at now: Duration) -> Duration {
        // A running call will end later than now, and the time counts from its end.
        runningCount > 0 ? limit : max(.zero, lastUse + limit - now)
    }
}
