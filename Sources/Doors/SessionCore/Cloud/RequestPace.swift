import DaemonCore
package import Wire

/// Decides in which order and how fast one machine's requests go to the cloud. It consists of a token bucket and the
/// requests that wait for a token.
///
/// The cloud sets the pace. Each time the cloud fails or asks for fewer requests, the bucket fills half as fast as
/// before. It never fills more slowly than its normal speed divided by ``mostSlowing``. After each ``recovery`` without
/// a complaint, the bucket's speed doubles, up to the normal speed.
///
/// Some lanes are hurried, because a person is waiting for their requests. Their requests go before all other requests.
/// Users take turns, both among hurried requests and among the others. The lanes of one user also take turns. A lane's
/// requests go in order. After ``hurriedRun`` hurried requests, one other request goes. Therefore, nobody's polling
/// stops altogether. If a person is waiting for a user's requests, the first of these requests do not wait for other
/// requests at all. Times are durations since any fixed start.
package struct RequestPace: Sendable {
    /// The requests of one session.
    package struct Lane: Hashable, Sendable {
        private let number: UInt64
        fileprivate let user: UInt32

        /// Creates a user's lane. Two lanes of a user are the same if their numbers are equal.
        package init(number: UInt64, of user: UInt32) {
            self.number = number
            self.user = user
        }
    }

    /// A place among the waiting requests.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// The decision on a request.
    package enum Answer: Hashable, Sendable {
        /// The request must be sent now.
        case go
        /// The request must wait. It is sent when ``RequestPace/admit(at:)`` returns the ticket. If
        /// ``RequestPace/leave(_:)`` gives the ticket back before that, it is not sent.
        case wait(Ticket)
        /// Too many requests are waiting, so this request must not be sent.
        case tooMany
    }

    /// The number of hurried requests after which one other request goes.
    package static let hurriedRun = 8

    /// How long requests that cannot wait may delay the others.
    package static let longestDebt: Duration = .seconds(5)

    /// The rate for a user's first requests when others have used up the burst. The burst is as large as a sign-in
    /// needs, and after that one request is allowed every half minute.
    package static let firstQuestions = TokenBucket.Rate(burst: 16, every: .seconds(30))

    private struct Place {
        let ticket: Ticket
        let lane: Lane
    }

    /// The largest factor by which the bucket may fill more slowly than usual.
    package static let mostSlowing = 16
    /// The time without a complaint from the cloud after which the bucket's speed doubles.
    package static let recovery: Duration = .seconds(2)
    /// Complaints that are closer together than this count as one complaint, because their requests were running at the
    /// same time.
    package static let oneComplaint: Duration = .milliseconds(250)

    private let longestQueue: Int
    private let rate: TokenBucket.Rate
    private var bucket: TokenBucket
    /// The factor by which the bucket fills more slowly than usual, the time since which it does so, and the time of
    /// the cloud's last complaint.
    private var slowing = 1
    private var slowedAt: Duration = .zero
    private var complainedAt: Duration?
    private var queue: [Place] = []
    private var hurried: [Lane: Int] = [:]
    private var hurriedInARow = 0
    private var lastTicket: UInt64 = 0
    private var first = PersonRateLimit(Self.firstQuestions)
    /// For each user with waiting requests, the last turn. It is a number that grows with each turn.
    private var turns: [UInt32: UInt64] = [:]
    /// The last turn of each lane with waiting requests, counted in the same way.
    private var laneTurns: [Lane: UInt64] = [:]
    private var lastTurn: UInt64 = 0

    /// Creates a pace with a full bucket, room for `waiting` requests, and room for the same number of hurried
    /// requests. A user gets a quarter of this room.
    package init(_ rate: TokenBucket.Rate, waiting: Int, at now: Duration) {
        self.rate = rate
        bucket = TokenBucket(rate, at: now)
        longestQueue = max(waiting, 1)
    }

    /// The number of a user's requests that may wait. The same number of hurried requests may wait in addition.
    package var longestQueueOfUser: Int { max(longestQueue / 4, 1) }

    /// The number of waiting requests.
    package var waitingCount: Int { queue.count }

    // MARK: - The cloud's limits

    /// Notes that the cloud failed, or asked for fewer requests.
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

    /// Asks for a place for one of `lane`'s requests.
    package mutating func ask(_ lane: Lane, at now: Duration) -> Answer {
        recover(at: now)
        // If other requests are waiting, a new request comes after them, even if a token is available by now.
        if queue.isEmpty, bucket.wait(at: now) == .zero {
            bucket.take(at: now)
            return .go
        }
        let waiting = queue.count { $0.lane.user == lane.user }
        if hurried[lane] != nil, waiting == 0, slowing == 1, first.use(uid: lane.user, at: now) == nil {
            charge(at: now)
            return .go
        }
        // A hurried request finds room even if polling has taken all the usual room.
        let factor = hurried[lane] == nil ? 1 : 2
        guard queue.count < longestQueue * factor, waiting < longestQueueOfUser * factor else { return .tooMany }
        // A user with no waiting requests has no missed turn to make up for.
        if waiting == 0 { turns[lane.user] = lastTurn }
        if !queue.contains(where: { $0.lane == lane }) { laneTurns[lane] = lastTurn }
        lastTicket += 1
        let ticket = Ticket(number: lastTicket)
        queue.append(Place(ticket: ticket, lane: lane))
        return .wait(ticket)
    }

    /// Counts a request that cannot wait and is limited elsewhere. Such a request is sent immediately, and the waiting
    /// requests wait longer because of it, up to ``longestDebt``.
    package mutating func charge(at now: Duration) {
        guard bucket.wait(at: now) < Self.longestDebt else { return }
        bucket.take(at: now)
    }

    /// Gives back a place that is no longer needed. This has no effect if the request has already been admitted.
    package mutating func leave(_ ticket: Ticket) {
        guard let place = queue.firstIndex(where: { $0.ticket == ticket }) else { return }
        left(queue.remove(at: place))
    }

    private mutating func left(_ place: Place) {
        if !queue.contains(where: { $0.lane == place.lane }) { laneTurns[place.lane] = nil }
        if !queue.contains(where: { $0.lane.user == place.lane.user }) { turns[place.lane.user] = nil }
    }

    /// Notes that a person is waiting for requests of `lane`. This includes the requests that are already waiting. The
    /// hurry ends when ``calm(_:)`` has been called as often as this function was called.
    package mutating func hurry(_ lane: Lane) {
        hurried[lane, default: 0] += 1
    }

    /// Notes that one person fewer is waiting for `lane`.
    package mutating func calm(_ lane: Lane) {
        guard let count = hurried[lane] else { return }
        hurried[lane] = count > 1 ? count - 1 : nil
    }

    /// The requests that may be sent now, in order.
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

    /// The time until ``admit(at:)`` returns a ticket, or nil if no request is waiting.
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
