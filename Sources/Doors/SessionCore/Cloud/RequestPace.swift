import DaemonCore
package import Wire

/// In which order, and how fast, one machine's questions go to the cloud: a bucket of tokens and those who wait for
/// one.
///
/// The pace is the cloud's: each time that it asks to slow down, or fails, the bucket fills half as fast, down to a
/// ``mostSlowing``th, and twice as fast again after each ``recovery`` without that.
///
/// Questions of a lane that is in a hurry, because a person waits, come before the others. Within both groups users
/// take turns, so do the lanes of a user, and a lane's questions go in their order. After ``hurriedRun`` hurried
/// questions one of the others goes, so that nobody's polling stops altogether. The first questions of a user for whom
/// a person waits do not wait for others at all. Time is a duration since any fixed start.
package struct RequestPace: Sendable {
    /// The questions of one session.
    package struct Lane: Hashable, Sendable {
        private let number: UInt64
        fileprivate let user: UInt32

        /// A lane of a user; the same number is the same lane.
        package init(number: UInt64, of user: UInt32) {
            self.number = number
            self.user = user
        }
    }

    /// A place among the questions that wait.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// The fate of a question.
    package enum Answer: Hashable, Sendable {
        /// Ask now.
        case go
        /// Wait: ask when ``RequestPace/admit(at:)`` names the ticket, or give it back with
        /// ``RequestPace/leave(_:)``.
        case wait(Ticket)
        /// Too many wait; do not ask.
        case tooMany
    }

    /// How many hurried questions go before one of the others does.
    package static let hurriedRun = 8

    /// How long questions that cannot wait may hold up the others.
    package static let longestDebt: Duration = .seconds(5)

    /// A user's first questions, when others have used up the burst: as many as a sign-in asks, and later one every
    /// half minute.
    package static let firstQuestions = TokenBucket.Rate(burst: 16, every: .seconds(30))

    private struct Place {
        let ticket: Ticket
        let lane: Lane
    }

    /// How many times slower than usual the bucket fills at most.
    package static let mostSlowing = 16
    /// After how long without a complaint of the cloud the bucket fills twice as fast again.
    package static let recovery: Duration = .seconds(2)
    /// Complaints that come closer together than this are one: their questions were under way at the same time.
    package static let oneComplaint: Duration = .milliseconds(250)

    private let longestQueue: Int
    private let rate: TokenBucket.Rate
    private var bucket: TokenBucket
    /// How many times slower than usual the bucket fills, since when, and when the cloud last complained.
    private var slowing = 1
    private var slowedAt: Duration = .zero
    private var complainedAt: Duration?
    private var queue: [Place] = []
    private var hurried: [Lane: Int] = [:]
    private var hurriedInARow = 0
    private var lastTicket: UInt64 = 0
    private var first = PersonRateLimit(Self.firstQuestions)
    /// When each user with waiting questions had the last turn, as a number that grows with each turn.
    private var turns: [UInt32: UInt64] = [:]
    /// The same for each lane with waiting questions.
    private var laneTurns: [Lane: UInt64] = [:]
    private var lastTurn: UInt64 = 0

    /// A full bucket, and room for `waiting` questions besides, and for as many more hurried ones; a user has a
    /// quarter of that room.
    package init(_ rate: TokenBucket.Rate, waiting: Int, at now: Duration) {
        self.rate = rate
        bucket = TokenBucket(rate, at: now)
        longestQueue = max(waiting, 1)
    }

    /// How many questions of a user wait at most; as many more if they are hurried.
    package var longestQueueOfUser: Int { max(longestQueue / 4, 1) }

    /// How many wait.
    package var waitingCount: Int { queue.count }

    // MARK: - The cloud's limits

    /// The cloud asked to slow down, or failed.
    package mutating func complained(at now: Duration) {
        recover(at: now)
        defer { complainedAt = now }
        if let last = complainedAt, now - last < Self.oneComplaint { return slowedAt = now }
        slow(to: min(slowing * 2, Self.mostSlowing), at: now)
    }

    private mutating func slow(to factor: Int, at now: Duration) {
        slowedAt = now
        guard factor != slowing else { return }
        slowing = factor
        bucket.change(to: TokenBucket.Rate(burst: rate.burst, every: rate.interval * factor), at: now)
    }

    private mutating func recover(at now: Duration) {
        while slowing > 1, now - slowedAt >= Self.recovery { slow(to: slowing / 2, at: slowedAt + Self.recovery) }
    }

    // MARK: - Questions

    /// Asks for a place for a question of `lane`.
    package mutating func ask(_ lane: Lane, at now: Duration) -> Answer {
        recover(at: now)
        // A question that finds others waiting comes after them, even if a token has come meanwhile.
        if queue.isEmpty, bucket.wait(at: now) == .zero {
            bucket.take(at: now)
            return .go
        }
        let waiting = queue.count { $0.lane.user == lane.user }
        if hurried[lane] != nil, waiting == 0, slowing == 1, first.use(uid: lane.user, at: now) == nil {
            charge(at: now)
            return .go
        }
        // A hurried question finds room even if polling has taken all of it.
        let factor = hurried[lane] == nil ? 1 : 2
        guard queue.count < longestQueue * factor, waiting < longestQueueOfUser * factor else { return .tooMany }
        // A user who waited for nothing has no earlier turn to make up for.
        if waiting == 0 { turns[lane.user] = lastTurn }
        if !queue.contains(where: { $0.lane == lane }) { laneTurns[lane] = lastTurn }
        lastTicket += 1
        let ticket = Ticket(number: lastTicket)
        queue.append(Place(ticket: ticket, lane: lane))
        return .wait(ticket)
    }

    /// A question that cannot wait, and that was limited elsewhere: it is asked at once, and the waiting questions
    /// wait longer for it, up to ``longestDebt``.
    package mutating func charge(at now: Duration) {
        guard bucket.wait(at: now) < Self.longestDebt else { return }
        bucket.take(at: now)
    }

    /// The place is no longer needed; nothing happens if it was admitted.
    package mutating func leave(_ ticket: Ticket) {
        guard let place = queue.firstIndex(where: { $0.ticket == ticket }) else { return }
        left(queue.remove(at: place))
    }

    private mutating func left(_ place: Place) {
        if !queue.contains(where: { $0.lane == place.lane }) { laneTurns[place.lane] = nil }
        if !queue.contains(where: { $0.lane.user == place.lane.user }) { turns[place.lane.user] = nil }
    }

    /// A person waits for `lane`'s questions, including those that wait already. It ends when ``calm(_:)`` was called
    /// as often as this.
    package mutating func hurry(_ lane: Lane) {
        hurried[lane, default: 0] += 1
    }

    /// One person fewer waits for `lane`.
    package mutating func calm(_ lane: Lane) {
        guard let count = hurried[lane] else { return }
        hurried[lane] = count > 1 ? count - 1 : nil
    }

    /// The questions that may be asked now, in order.
    package mutating func admit(at now: Duration) -> [Ticket] {
        recover(at: now)
        var admitted: [Ticket] = []
        while let place = nextPlace, bucket.wait(at: now) == .zero {
            bucket.take(at: now)
            let chosen = queue.remove(at: place)
            hurriedInARow = hurried[chosen.lane] == nil ? 0 : hurriedInARow + 1
            lastTurn += 1
            turns[chosen.lane.user] = lastTurn
            laneTurns[chosen.lane] = lastTurn
            left(chosen)
            admitted.append(chosen.ticket)
        }
        return admitted
    }

    /// How long until ``admit(at:)`` names a ticket; nil if nothing waits.
    package func wait(at now: Duration) -> Duration? {
        guard !queue.isEmpty else { return nil }
        let wait = bucket.wait(at: now)
        return slowing > 1 ? min(wait, max(slowedAt + Self.recovery - now, .zero)) : wait
    }

    private var nextPlace: Int? {
        let isTurnOfOthers = hurriedInARow >= Self.hurriedRun
        let preferred = queue.indices.filter { (hurried[queue[$0].lane] == nil) == isTurnOfOthers }
        return (preferred.isEmpty ? Array(queue.indices) : preferred)
            .min { turn(of: $0) < turn(of: $1) }
    }

    private func turn(of place: Int) -> (UInt64, UInt64, Int) {
        let lane = queue[place].lane
        return (turns[lane.user] ?? 0, laneTurns[lane] ?? 0, place)
    }
}
