package import Wire

/// How often each person may do something.
package struct PersonRateLimit: Sendable {
    private let rate: TokenBucket.Rate
    private var people: [UInt32: TokenBucket] = [:]

    /// A limit of that rate for every uid, including root.
    package init(_ rate: TokenBucket.Rate) {
        self.rate = rate
    }

    /// Takes back one use that was counted.
    package mutating func giveBack(uid: UInt32) { people[uid]?.giveBack() }

    /// How long to wait before the next use; zero if it may be now.
    package func wait(uid: UInt32, at now: Duration) -> Duration { people[uid]?.wait(at: now) ?? .zero }

    /// Counts one use; or returns how long to wait before the next try, and counts nothing.
    package mutating func use(uid: UInt32, at now: Duration) -> Duration? {
        // A full bucket need not be remembered, so memory is bounded by what was used within the time that a bucket
        // takes to fill.
        people = people.filter { !$0.value.isFull(at: now) }
        var person = people[uid] ?? TokenBucket(rate, at: now)
        let wait = person.wait(at: now)
        guard wait == .zero else { return wait }
        person.take(at: now)
        people[uid] = person
        return nil
    }
}
