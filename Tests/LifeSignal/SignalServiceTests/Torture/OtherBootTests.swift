import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a machine that was off (promise P7 of LifeSignal). Alarms for overdue people are raised immediately. If the
/// length of the outage is unknown, everyone is asked.
@Suite(.timeLimit(.minutes(2))) struct OtherBootTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    /// A bench with Ada and Ben. Ada checks in every day, and Ben has checked in and will be away for a week.
    private static func bench() async throws -> SignalBench {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        try bench.signIn(SignalBench.ben, session: "ben")
        let client = try bench.client()
        _ = try client.call(CheckInRecord.self, .init())
        _ = try client.call(CheckInPause.self, .init(session: "ben", length: .seconds(604_800)))
        _ = try client.call(CheckInRecord.self, .init(session: "ben"))
        return bench
    }

    /// Starts the machine again, with a new boot whose wall clock shows the time `wall`.
    private static func boot(
        _ bench: SignalBench, _ name: String = "b", wall: Timestamp, up: Duration = .zero, isSynchronized: Bool = false,
        after signal: Int32 = SIGKILL
    ) async throws {
        let order = JSON.members(
            ("boot", .string(name)), ("advance_ms", .integer(up.milliseconds)),
            ("wall_at_ms", .integer(wall.millisecondsSince1970)), ("synchronized", .bool(isSynchronized)))
        try await bench.restart(after: signal, arguments: ["--virtual-clock-move", order.text])
    }

    private static func asked(_ bench: SignalBench, _ session: String? = nil) throws -> Int {
        try ContactTests.inbox(bench, session).count { $0.type == "checkIn" }
    }

    private static func due(_ bench: SignalBench, _ session: String? = nil) throws -> Timestamp {
        try #require(try bench.client().call(UserGet.self, .init(session: session)).nextDue)
    }

    private static func clock(_ bench: SignalBench) throws -> SignalClockReport {
        try bench.administrator().call(ClockGet.self, .init())
    }

    @Test("other boot: after an outage who is overdue is alarmed for at once")
    func afterAnOutageWhoIsOverdueIsAlarmedForAtOnce() async throws {
        let bench = try await Self.bench()
        try bench.advance(.seconds(61_200))
        let back = Self.start.advanced(by: .seconds(61_200 + 28_800))
        let begun = SystemClock.monotonic()
        try await Self.boot(bench, wall: back)
        let took = SystemClock.monotonic() - begun
        // The daemon has only just become ready, and no client has sent it a request.
        let alerts = try bench.client().call(AlertList.self, .init()).alerts
        #expect(alerts.map(\.at) == [back] && alerts.map(\.kind) == ["overdue"])
        #expect(try bench.administrator().call(OutboxList.self, .init()).elements.count == 1)
        #expect(try bench.client().call(AlertList.self, .init(session: "ben")).alerts == [])
        #expect(took < .seconds(12))
        print("signal: P7 alarm after an outage of 8 h, from the kill: \(took.milliseconds) ms of 1; goal 10 s")
    }

    /// The clock begins in 1970, and no program sets the clock.
    @Test("other boot: where nobody knows how long it was off everybody is asked")
    func whereNobodyKnowsHowLongItWasOffEverybodyIsAsked() async throws {
        let bench = try await Self.bench()
        try bench.advance(.seconds(3_600))
        let dead = Timestamp(millisecondsSince1970: 5_000)
        try await Self.boot(bench, wall: dead)
        let back = try Self.clock(bench)
        #expect(back.fault == "unsure" && back.time == Self.start.advanced(by: .seconds(3_600)))
        try bench.advance(.milliseconds(59_999))
        #expect(try Self.asked(bench) == 0)
        #expect(try Self.due(bench) == Self.start.advanced(by: .seconds(86_400)))
        try bench.advance(.milliseconds(1))
        let now = Self.start.advanced(by: .seconds(3_660))
        for session in [nil, "ben"] {
            #expect(try Self.asked(bench, session) == 1)
            #expect(try Self.due(bench, session) == now.advanced(by: .seconds(900)), "a quarter of an hour, no more")
        }
        // The daemon starts again in the same boot. Nobody is asked again, and no alarm comes early.
        try await Self.boot(bench, wall: dead.advanced(by: .seconds(160)), up: .seconds(160))
        #expect(try Self.asked(bench) == 1)
        #expect(try Self.clock(bench).fault == "unsure")
        _ = try bench.client().call(CheckInRecord.self, .init(session: "ben"))
        let alarm = now.advanced(by: .seconds(900 + 300))
        let rest = try Self.clock(bench).time.duration(to: alarm)
        try bench.advance(rest - .milliseconds(1))
        #expect(try bench.client().call(AlertList.self, .init()).alerts == [], "never early")
        try bench.advance(.milliseconds(1))
        #expect(try bench.client().call(AlertList.self, .init()).alerts.map(\.at) == [alarm])
        #expect(try bench.client().call(AlertList.self, .init(session: "ben")).alerts == [])
    }

    /// The daemon is killed while it waits for the clock. The next process continues the wait.
    @Test("other boot: the wait outlives the daemon") func theWaitOutlivesTheDaemon() async throws {
        let bench = try await Self.bench()
        try await Self.boot(bench, wall: Timestamp(millisecondsSince1970: 5_000), after: SIGTERM)
        try bench.advance(.seconds(20))
        try await Self.boot(bench, wall: Timestamp(millisecondsSince1970: 45_000), up: .seconds(40))
        #expect(try Self.clock(bench).fault == "unsure")
        try bench.advance(.milliseconds(19_999))
        #expect(try Self.asked(bench) == 0)
        try bench.advance(.milliseconds(1))
        #expect(try Self.asked(bench) == 1)
    }

    /// If the clock is synchronized in time, the daemon asks only the people who became overdue through the outage. The
    /// people who are asked have two minutes to answer.
    @Test(
        "other boot: a clock that is synchronized in time tells",
        arguments: [Duration.seconds(7_200), .seconds(172_800)])
    func aClockThatIsSynchronizedInTimeTells(off: Duration) async throws {
        let bench = try await Self.bench()
        try await Self.boot(bench, wall: Timestamp(millisecondsSince1970: 5_000), after: SIGTERM)
        try bench.advance(.seconds(30))
        let right = Self.start.advanced(by: off)
        let told = try bench.move(
            .members(("wall_at_ms", .integer(right.millisecondsSince1970)), ("synchronized", true)))
        #expect(told == right)
        #expect(try Self.clock(bench).fault == nil)
        let isOverdue = off > .seconds(86_700)
        #expect(try Self.asked(bench) == (isOverdue ? 1 : 0))
        #expect(try Self.asked(bench, "ben") == 0)
        try bench.advance(.milliseconds(119_999))
        #expect(try bench.client().call(AlertList.self, .init()).alerts == [])
        try bench.advance(.milliseconds(1))
        #expect(try bench.client().call(AlertList.self, .init()).alerts.count == (isOverdue ? 1 : 0))
        #expect(try Self.due(bench, "ben") == Self.start.advanced(by: .seconds(604_800)))
    }

    /// If a clock that shows 1970 is set, it jumps. The machine was not off for as long as this jump.
    @Test("other boot: fifty six years are no outage", arguments: [true, false])
    func fiftySixYearsAreNoOutage(isSynchronized: Bool) async throws {
        let bench = try await Self.bench()
        try await Self.boot(bench, wall: Timestamp(millisecondsSince1970: 5_000), after: SIGTERM)
        try bench.advance(.seconds(30))
        let right = Self.start.advanced(by: .seconds(3_600))
        try await Self.boot(bench, "c", wall: right, isSynchronized: isSynchronized, after: SIGTERM)
        let report = try Self.clock(bench)
        #expect(report.time == right && report.fault == (isSynchronized ? nil : "unsure"))
        #expect(try bench.client().call(AlertList.self, .init()).alerts == [])
        try bench.advance(.seconds(60))
        #expect(try Self.asked(bench) == (isSynchronized ? 0 : 1))
    }
}
