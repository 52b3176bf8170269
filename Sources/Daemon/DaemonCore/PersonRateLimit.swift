package import Wire

/// A limit on the rate at which each person may use something.
package struct PersonRateLimit: Sendable {
    private let rate: TokenBucket.Rate
    private var people: [UInt32: TokenBucket] = [:]

    /// Creates a limit that applies a rate to every uid, including root.
    package init(_ rate: TokenBucket.Rate) {
        self.rate = rate
    }

    /// Undoes the counting of one use.
    package mutating func giveBack(uid: UInt32) { people[uid]?.giveBack() }

    /// Returns the time to wait before the next use. If a use is allowed now, returns zero.
    package func wait(uid: UInt32, at now: Duration) -> Duration { people[uid]?.wait(at: now) ?? .zero }

    /// Counts one use and returns nil if the use is allowed. If it is not allowed, counts nothing and returns the time
    /// to wait before the next try.
    package mutating func use(uid: UInt32, at now: Duration) -> Duration? {
        // A full bucket need not be remembered. Therefore, memory is bounded by the number of uses within the time that
        // a bucket takes to fill.
        people = people.filter { !$0.value.isFull(at: now) }
        var person = people[uid] ?? TokenBucket(rate, at: now)
        let wait = person.wait(at: now)
        guard wait == .zero else { return wait }
        person.take(at: now)
        people[uid] = person
        return nil
    }
}
