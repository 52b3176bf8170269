/// When something has been without use for so long that it ends. Calls use it from their begin to their end.
package struct IdleTime: Sendable, Equatable {
    private let limit: Duration
    private var runningCount = 0
    /// The begin or the end of a call, whichever was last.
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

    /// How long it will take at least until it has been without use for too long; zero: it has.
    package func wait(at now: Duration) -> Duration {
        // Whatever runs ends later than now, and counts from then on.
        runningCount > 0 ? limit : max(.zero, lastUse + limit - now)
    }
}
