package import Wire

/// How often each person may do something.
package struct PersonRateLimit: Sendable {
    private let rate: TokenBucket.Rate
    private var people: [UInt32: TokenBucket] = [:]

    /// Creates a limit with that rate for every uid, including root.
    package init(_ rate: TokenBucket.Rate) {
        self.rate = rate
    }

    /// Takes back one counted use.
    package mutating func giveBack(uid: UInt32) { people[uid]?.giveBack() }

    /// How long to wait before the next use; zero if it is allowed now.
    package func wait(uid: UInt32, at now: Duration) -> Duration { people[uid]?.wait(at: now) ?? .zero }

    /// Counts one use and returns nil; or counts nothing, and returns how long to wait before the next try.
    package mutating func use(uid: UInt32, at now: Duration) -> Duration? {
        // A full bucket need not be remembered, so memory is bounded by the uses within the time a bucket takes to
        // fill.
        people = people.filter { !$0.value.isFull(at: now) }
        var person = people[uid] ?? TokenBucket(rate, at: now)
        let wait = person.wait(at: now)
        guard wait == .zero else { return wait }
        person.take(at: now)
        people[uid] = person
        return nil
    }
}
