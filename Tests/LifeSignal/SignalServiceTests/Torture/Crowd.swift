import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// People who each check in once, at different moments, and clocks that a test moves. The expected results are kept
/// with them.
struct Crowd {
    let bench: SignalBench
    private(set) var naive: NaiveWatch
    /// The expected time of the daemon, which determines deadlines.
    private(set) var now: Timestamp
    private(set) var wall: Timestamp
    private(set) var isSynchronized = true
    /// The time by which the test has moved the clocks since the first start. Moves of the wall clock alone do not
    /// count.
    private(set) var passed = Duration.zero

    static let (interval, reminder, grace) = (Duration.seconds(600), Duration.seconds(120), Duration.seconds(60))

    /// The moments that people have reached when a clock is moved, in seconds before or after their check-in is due.
    /// These moments are of two kinds. Some are at a reminder, at the deadline, at the end of the grace period or at a
    /// tier, and the others are in the middle between two of these.
    static let places: [Int64] = [
        -500, -121, -120, -119, -60, -1, 0, 1, 30, 59, 60, 61, 150, 239, 240, 241, 330, 420, 510, 600,
    ]

    /// Creates people at `places`, each with two, one or no responders.
    init(_ places: [Int64] = Self.places, from start: Timestamp, on bench: SignalBench) throws {
        self.bench = bench
        (now, wall) = (start, start)
        naive = NaiveWatch([])
        let client = try bench.client()
        for helper in ["ben", "cleo"] {
            try bench.signIn(helper == "ben" ? SignalBench.ben : "+34600112244", session: helper)
        }
        for number in places.indices { try Self.signIn(number, on: bench, client) }
        let order = places.enumerated().sorted { $0.element > $1.element }
        for ((number, place), next) in zip(order, order.dropFirst().map(\.element) + [order[order.count - 1].element]) {
            // Setting the first interval also sets the first deadline.
            let intervals = CheckInSet.Params(
                session: "p\(number)", interval: Self.interval, reminder: Self.reminder, grace: Self.grace)
            _ = try client.call(CheckInSet.self, intervals)
            let person = try client.call(CheckInRecord.self, .init(session: "p\(number)"))
            let due = try #require(person.nextDue)
            #expect(due == now.advanced(by: Self.interval))
            naive.people.append(
                .init(session: "p\(number)", due: due, grace: Self.grace, helpers: Self.helpers(number)))
            try pass(.seconds(place - next))
        }
        // After this time, each person is at the moment from `places`.
        try pass(Self.interval + .seconds(order[order.count - 1].element))
    }

    private static func helpers(_ number: Int) -> [String] {
        switch number % 4 {
        case 0, 3: ["ben", "cleo"]
        case 2: ["ben"]
        default: []
        }
    }

    private static func signIn(_ number: Int, on bench: SignalBench, _ client: BlockingClient) throws {
        let session = "p\(number)"
        try bench.signIn("+4915100000\(100 + number)", session: session)
        for (tier, helper) in helpers(number).enumerated() {
            _ = try ContactTests.add(bench, helper, by: session, isResponder: true, tier: tier + 1)
            for asked in try ContactTests.contacts(bench, helper) where asked.consent == "awaiting" {
                _ = try client.call(ContactAccept.self, .init(session: helper, contact: asked.id))
            }
        }
    }

    // MARK: - Clocks

    /// Advances both clocks.
    mutating func advance(_ duration: Duration) throws {
        guard duration > .zero else { return }
        try move(.members(("advance_ms", .integer(duration.milliseconds))), by: duration)
    }

    /// Sets the wall clock, and whether the kernel considers it synchronized.
    mutating func setWall(to moment: Timestamp, isSynchronized: Bool) throws {
        (wall, self.isSynchronized) = (moment, isSynchronized)
        let order = JSON.members(
            ("wall_at_ms", .integer(moment.millisecondsSince1970)), ("synchronized", .bool(isSynchronized)))
        try move(order, by: .zero)
    }

    private mutating func move(_ order: JSON, by duration: Duration) throws {
        passed += duration
        (now, wall) = (now.advanced(by: duration), wall.advanced(by: duration))
        let ahead = now.duration(to: wall)
        if isSynchronized, ahead > .seconds(2) {
            now = wall
            naive.jumps.append(.init(to: now, distance: ahead))
        }
        let told = try bench.move(order)
        #expect(told == now, "the time by which deadlines run")
    }

    /// Lets time pass. The daemon looks at each important moment, a millisecond before it, and every minute.
    mutating func pass(_ duration: Duration) throws {
        let end = now.advanced(by: duration)
        while now < end {
            let moments = naive.people.flatMap { person in
                let window = naive.window(of: person)
                return [window.earliest, window.latest].flatMap { [$0.advanced(by: .milliseconds(-1)), $0] }
            }
            let next = moments.filter { $0 > now }.min() ?? end
            try advance(now.duration(to: min(next, end, now.advanced(by: .seconds(60)))))
        }
    }

    /// Expects that no alarm was missed or early, and that nobody was told too often.
    func check(_ comment: String = "", _ location: SourceLocation = #_sourceLocation) throws {
        let faults = try naive.faults(of: bench, at: now)
        #expect(faults == [], "\(comment)", sourceLocation: location)
    }

    // MARK: - Processes

    /// The arguments for the daemon's next start. They make the daemon's clocks continue.
    var arguments: [String] {
        let order = JSON.members(
            ("wall_at_ms", .integer(wall.millisecondsSince1970)), ("synchronized", .bool(isSynchronized)))
        return ["--virtual-clock-start", "\(passed.milliseconds)", "--virtual-clock-move", order.text]
    }

    /// Lets time pass while no daemon is running.
    mutating func elapse(_ duration: Duration) {
        passed += duration
        (now, wall) = (now.advanced(by: duration), wall.advanced(by: duration))
    }

    /// Records that a person has checked in. If `isLate` is true, the person checked in after their alarm.
    mutating func checkedIn(_ session: String, nextDue: Timestamp, isLate: Bool) {
        guard let index = naive.people.firstIndex(where: { $0.session == session }) else { return }
        naive.people[index].checkedIn(nextDue: nextDue, isLate: isLate)
    }
}
