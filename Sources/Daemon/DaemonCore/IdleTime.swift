/// Finds when something has been unused for so long that it ends. Calls use it from their beginning to their end.
package struct IdleTime: Sendable, Equatable {
    private let limit: Duration
    private var runningCount = 0
    /// The beginning or the end of a call, whichever was last.
    private var lastUse: Duration

    /// Unused from `now` on.
    package init(limit: Duration, at now: Duration) {
        self.limit = limit
        lastUse = now
    }

    /// A call begins.
    package mutating func begin(at now: Duration) {
        runningCount += 1
        lastUse = now
    }

    /// A call that began has ended.
    package mutating func end(at now: Duration) {
        runningCount -= 1
        lastUse = now
    }

    /// The least time until it has been unused for too long; zero: it has been.
    package func wait(at now: Duration) -> Duration {
        // A running call ends later than now, and the time counts from its end.
        runningCount > 0 ? limit : max(.zero, lastUse + limit - now)
    }
}
