import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// The daemon is killed at random moments while deadlines fall due and people check in (promises P2, P3, P4, P9 and P11
/// of LifeSignal): nobody is missed, nobody is alarmed early, nobody is told twice, and no check-in is lost.
@Suite struct SignalKillTests {
    @Test(.timeLimit(.minutes(2))) func nobodyIsMissedAlarmedEarlyOrToldTwice() async throws {
        try await KilledDaemon.run(kills: 12, seed: UInt64(getpid()))
    }

    /// The same, many times.
    @Suite(.lane(.signal)) struct SignalLane {
        @Test(.timeLimit(.minutes(60)), arguments: UInt64(0)..<10) func thirtyKills(_ seed: UInt64) async throws {
            try await KilledDaemon.run(kills: 30, seed: UInt64(getpid()) + seed)
        }
    }
}

/// A daemon that is killed while twenty people miss a check-in each, one helps the first five of them, and somebody
/// else checks in without a pause.
private struct KilledDaemon {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static let grace = Duration.seconds(60)

    let bench: SignalBench
    let people: [String: SignalPerson]
    /// The latest check-in whose reply has come.
    let answered = Locked<Timestamp?>(nil)

    static func run(kills: Int, seed: UInt64) async throws {
        let bench = try await SignalBench()
        let daemon = KilledDaemon(bench: bench, people: try people(20, of: bench))
        var (random, passed) = (SplitMix(seed: seed), Duration.seconds(20 * 17))
        for _ in 0..<kills {
            // The clock moves on while the process is killed, sometimes in the middle of a pass.
            let step = Duration.seconds(Int64.random(in: 5...120, using: &random))
            let pause = Int32.random(in: 0...8, using: &random)
            let (clock, socket, answered) = (bench.directory.file("run/clock"), bench.socket, daemon.answered)
            async let moved: Void? = try? SignalBench.advance(step, at: clock)
            async let load: Void = checkIn(at: socket, telling: answered)
            // When it is killed is what is tried: nothing tells that moment.
            poll(nil, 0, pause)
            bench.daemon.signal(SIGKILL)
            _ = await (moved, load)
            _ = try await bench.daemon.awaitExit()
            passed += step
            try await bench.restart(arguments: ["--virtual-clock-start", "\(passed.milliseconds)"])
            try daemon.check(at: start.advanced(by: passed))
        }
        print("signal: \(kills) kills, 20 people, \(passed / .seconds(1)) virtual seconds: 0 missed, 0 early, 0 twice")
    }

    /// People who each check in at another moment, and then never again; Ben is a responder of the first five.
    private static func people(_ count: Int, of bench: SignalBench) throws -> [String: SignalPerson] {
        let client = try bench.client()
        try bench.signIn(SignalBench.ben, session: "ben")
        try bench.signIn(SignalBench.ada, session: "load")
        var people: [String: SignalPerson] = [:]
        for number in 0..<count {
            let session = "p\(number)"
            try bench.signIn("+4915100000\(100 + number)", session: session)
            let intervals = CheckInSet.Params(session: session, interval: .seconds(600), grace: grace)
            _ = try client.call(CheckInSet.self, intervals)
            if number < 5 {
                _ = try ContactTests.add(bench, "ben", by: session, isResponder: true)
                for asked in try ContactTests.contacts(bench, "ben") where asked.consent == "awaiting" {
                    _ = try client.call(ContactAccept.self, .init(session: "ben", contact: asked.id))
                }
            }
            people[session] = try client.call(CheckInRecord.self, .init(session: session))
            try bench.advance(.seconds(17))
        }
        return people
    }

    /// Checks in for somebody until the daemon is gone.
    @concurrent private static func checkIn(at socket: String, telling answered: Locked<Timestamp?>) async {
        guard
            let client = try? BlockingClient.connect(
                to: socket, hello: Hello(clientName: "load", clientVersion: "1"))
        else { return }
        while let at = try? client.call(CheckInRecord.self, .init(session: "load")).lastCheckIn {
            answered.withLock { $0 = max($0 ?? at, at) }
        }
    }

    /// What a naive look at everybody's deadline says must be what the daemon says.
    private func check(at now: Timestamp) throws {
        let client = try bench.client()
        var told: [SignalID: Int] = [:]
        for message in try bench.administrator().call(OutboxList.self, .init()).elements {
            told[message.alert, default: 0] += 1
        }
        let helper = try client.call(NotificationList.self, .init(session: "ben", limit: 1_000)).notifications
        for (session, person) in people {
            let alarmAt = try #require(person.nextDue).advanced(by: Self.grace)
            let alerts = try client.call(AlertList.self, .init(session: session)).alerts
            #expect(alerts.count == (alarmAt <= now ? 1 : 0), "\(session) at \(now), alarm at \(alarmAt)")
            let isHelped = Int(session.dropFirst()).map { $0 < 5 } ?? false
            for alert in alerts {
                #expect(alert.at >= alarmAt, "early: \(session)")
                let heard = helper.filter { $0.alert == alert.id }.map(\.at).sorted()
                #expect(isHelped == !heard.isEmpty, "who helps hears of \(session)")
                #expect(isHelped || told[alert.id] != nil, "nobody was told of \(session)")
                for (one, next) in zip(heard, heard.dropFirst()) {
                    #expect(one.duration(to: next) >= .seconds(60), "told twice of \(session)")
                }
            }
            let inbox = try client.call(NotificationList.self, .init(session: session)).notifications
            #expect(inbox.count { $0.alert != nil } == alerts.count, "\(session) is told once")
        }
        let kept = try client.call(UserGet.self, .init(session: "load")).lastCheckIn
        #expect(kept ?? Self.start >= answered.withLock { $0 } ?? Self.start, "a check-in was lost")
    }
}
