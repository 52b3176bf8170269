import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Kills the daemon at random moments while deadlines fall due and people check in (promises P2, P3, P4, P9 and P11 of
/// LifeSignal). No alarm may be missed or early, nobody may be told twice, and no check-in may be lost.
@Suite struct SignalKillTests {
    @Test("signal kill: nobody is missed alarmed early or told twice", .timeLimit(.minutes(2)))
    func nobodyIsMissedAlarmedEarlyOrToldTwice() async throws {
        try await KilledDaemon.run(kills: 12, seed: UInt64(getpid()))
    }

    /// The lane that kills many times.
    @Suite(.lane(.signal)) struct SignalLane {
        @Test("signal kill: thirty kills", .timeLimit(.minutes(60)), arguments: UInt64(0)..<10)
        func thirtyKills(_ seed: UInt64) async throws {
            try await KilledDaemon.run(kills: 30, seed: UInt64(getpid()) + seed)
        }

        /// Everyone checks in again after each alarm, and some people also check in before an alarm.
        @Test("signal kill: ten thousand deadlines", .timeLimit(.minutes(60)))
        func tenThousandDeadlines() async throws {
            try await KilledDaemon.run(kills: 30, deadlines: 10_000, seed: UInt64(getpid()))
        }
    }
}

/// A daemon that is killed while twenty people miss their check-ins. One person is the responder of the first five
/// people. Another person checks in without a pause.
private struct KilledDaemon {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static let grace = Duration.seconds(60)

    let bench: SignalBench
    var naive: NaiveWatch
    /// The latest check-in for which a reply has arrived.
    let answered = Locked<Timestamp?>(nil)

    static func run(kills least: Int, deadlines wanted: Int = 0, seed: UInt64) async throws {
        let bench = try await SignalBench()
        var daemon = KilledDaemon(
            bench: bench, naive: NaiveWatch(try people(20, of: bench, interval: wanted == 0 ? 600 : 300)))
        var (random, passed) = (SplitMix(seed: seed), Duration.seconds(20 * 17))
        var (kills, deadlines) = (0, 20)
        while kills < least || deadlines < wanted {
            kills += 1
            // The clock advances while the process is killed, sometimes in the middle of a pass.
            let step = Duration.seconds(Int64.random(in: wanted == 0 ? 5...120 : 250...600, using: &random))
            let pause = Int32.random(in: 0...8, using: &random)
            let (clock, socket, answered) = (bench.directory.file("run/clock"), bench.socket, daemon.answered)
            async let moved: Void? = try? SignalBench.advance(step, at: clock)
            async let load: Void = checkIn(at: socket, telling: answered)
            // Waits for a random time. No event marks the moment of the kill.
            poll(nil, 0, pause)
            bench.daemon.signal(SIGKILL)
            _ = await (moved, load)
            _ = try await bench.daemon.awaitExit()
            passed += step
            try await bench.restart(arguments: ["--virtual-clock-start", "\(passed.milliseconds)"])
            let now = start.advanced(by: passed)
            try daemon.check(at: now)
            if wanted > 0 { deadlines += try daemon.checkIn(at: now, &random) }
        }
        print(
            "signal: P3 \(kills) kills, 20 people, \(deadlines) deadlines, \(Int(passed / .seconds(1))) virtual seconds: "
                + "0 missed, 0 early, 0 twice")
    }

    /// Creates people who each check in once, at different moments. Ben is a responder of the first five.
    private static func people(
        _ count: Int, of bench: SignalBench, interval: Int64
    ) throws -> [NaiveWatch.Person] {
        let client = try bench.client()
        try bench.signIn(SignalBench.ben, session: "ben")
        try bench.signIn(SignalBench.ada, session: "load")
        var people: [NaiveWatch.Person] = []
        for number in 0..<count {
            let session = "p\(number)"
            try bench.signIn("+4915100000\(100 + number)", session: session)
            let intervals = CheckInSet.Params(session: session, interval: .seconds(interval), grace: grace)
            _ = try client.call(CheckInSet.self, intervals)
            if number < 5 {
                _ = try ContactTests.add(bench, "ben", by: session, isResponder: true)
                for asked in try ContactTests.contacts(bench, "ben") where asked.consent == "awaiting" {
                    _ = try client.call(ContactAccept.self, .init(session: "ben", contact: asked.id))
                }
            }
            let due = try #require(try client.call(CheckInRecord.self, .init(session: session)).nextDue)
            people.append(.init(session: session, due: due, grace: grace, helpers: number < 5 ? ["ben"] : []))
            try bench.advance(.seconds(17))
        }
        return people
    }

    /// Lets people check in again: all people with an alarm, and some of the others. Returns the number of check-ins.
    private mutating func checkIn(at now: Timestamp, _ random: inout SplitMix) throws -> Int {
        let client = try bench.client()
        var count = 0
        for index in naive.people.indices {
            let isLate = naive.window(of: naive.people[index]).earliest <= now
            guard isLate || Int.random(in: 0..<10, using: &random) == 0 else { continue }
            let person = try client.call(CheckInRecord.self, .init(session: naive.people[index].session))
            naive.people[index].checkedIn(nextDue: try #require(person.nextDue), isLate: isLate)
            count += 1
        }
        return count
    }

    /// Checks in for one person again and again until the daemon has ended.
    @concurrent private static func checkIn(at socket: String, telling answered: Locked<Timestamp?>) async {
        guard
            let client = try? BlockingClient.connect(
                to: socket, hello: Hello(clientName: "load", clientVersion: "1"))
        else { return }
        while let at = try? client.call(CheckInRecord.self, .init(session: "load")).lastCheckIn {
            answered.withLock { $0 = max($0 ?? at, at) }
        }
    }

    /// Checks that the naive model of everyone's deadlines agrees with the daemon.
    private func check(at now: Timestamp) throws {
        #expect(try naive.faults(of: bench, at: now) == [])
        let kept = try bench.client().call(UserGet.self, .init(session: "load")).lastCheckIn
        #expect(kept ?? Self.start >= answered.withLock { $0 } ?? Self.start, "a check-in was lost")
    }
}
