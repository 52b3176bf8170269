/// Determines when an object must end because it has been unused for too long. A call uses the object from the call's
/// beginning to the call's end.
package struct IdleTime: Sendable, Equatable {
    private let limit: Duration
    private var runningCount = 0
    /// The time at which a call last began or ended.
    private var lastUse: Duration

    /// Creates the idle time of an object that has been unused since `now`.
    package init(limit: Duration, at now: Duration) {
        self.limit = limit
        lastUse = now
    }

    /// Records that a call begins.
    package mutating func begin(at now: Duration) {
        runningCount += 1
        lastUse = now
    }

    /// Records that a call has ended.
    package mutating func end(at now: Duration) {
        runningCount -= 1
        lastUse = now
    }

    /// Returns the shortest time until the object has been unused for too long. If this time is already over, returns
    /// zero.
    package func wait(at now: Duration) -> Duration {
        // A running call will end later than now, and the idle time is measured from the call's end.
        runningCount > 0 ? limit : max(.zero, lastUse + limit - now)
    }
}
