import Glibc
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// The daemon is killed at random moments while deadlines fall due (promises P2, P3, P4 and P11 of LifeSignal, in their
/// short form): nobody is missed, nobody is alarmed early, and nobody is told twice.
@Suite(.timeLimit(.minutes(2))) struct SignalKillTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    /// People who each check in at another moment, and then never again.
    private static func people(_ count: Int, of bench: SignalBench) throws -> [String: SignalPerson] {
        let client = try bench.client()
        var people: [String: SignalPerson] = [:]
        for number in 0..<count {
            let session = "p\(number)"
            try bench.signIn("+4915100000\(100 + number)", session: session)
            let intervals = CheckInSet.Params(session: session, interval: .seconds(600), grace: .seconds(60))
            _ = try client.call(CheckInSet.self, intervals)
            people[session] = try client.call(CheckInRecord.self, .init(session: session))
            try bench.advance(.seconds(17))
        }
        return people
    }

    @Test func nobodyIsMissedAlarmedEarlyOrToldTwice() async throws {
        let bench = try await SignalBench()
        let people = try Self.people(20, of: bench)
        var (random, passed) = (SplitMix(seed: UInt64(getpid())), Duration.seconds(20 * 17))
        var kills = 0
        for _ in 0..<12 {
            // The clock moves on while the process is killed, sometimes in the middle of a pass.
            let step = Duration.seconds(Int64.random(in: 5...120, using: &random))
            let pause = Int32.random(in: 0...8, using: &random)
            let clock = bench.directory.file("run/clock")
            async let moved: Void? = try? SignalBench.advance(step, at: clock)
            // When it is killed is what is tried: nothing tells that moment.
            poll(nil, 0, pause)
            bench.daemon.signal(SIGKILL)
            _ = await moved
            _ = try await bench.daemon.awaitExit()
            passed += step
            try await bench.restart(arguments: ["--virtual-clock-start", "\(passed.milliseconds)"])
            kills += 1
            try Self.check(people, at: Self.start.advanced(by: passed), bench)
        }
        print("signal: \(kills) kills, \(people.count) people, \(passed / .seconds(1)) virtual seconds")
    }

    /// What a naive look at everybody's deadline says must be what the daemon says.
    private static func check(_ people: [String: SignalPerson], at now: Timestamp, _ bench: SignalBench) throws {
        let client = try bench.client()
        var told: [SignalID: Int] = [:]
        for message in try bench.administrator().call(OutboxList.self, .init()).elements {
            told[message.alert, default: 0] += 1
        }
        for (session, person) in people {
            let alarmAt = try #require(person.nextDue).advanced(by: .seconds(60))
            let alerts = try client.call(AlertList.self, .init(session: session)).alerts
            #expect(alerts.count == (alarmAt <= now ? 1 : 0), "\(session) at \(now), alarm at \(alarmAt)")
            for alert in alerts {
                #expect(alert.at >= alarmAt, "early: \(session)")
                #expect(told[alert.id] != nil, "nobody was told of \(session)")
            }
            let inbox = try client.call(NotificationList.self, .init(session: session)).notifications
            #expect(inbox.count { $0.alert != nil } == alerts.count, "\(session) is told once")
        }
    }
}
