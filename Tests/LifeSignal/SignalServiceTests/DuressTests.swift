import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests that nobody can recognize the PIN that secretly calls for help, neither by the time it takes nor in the log.
@Suite struct DuressTests {
    private static let (real, forced) = ("246810", "135791")

    @Test("duress: both PI ns take the same time", .timeLimit(.minutes(2)))
    func bothPINsTakeTheSameTime() async throws {
        let share = try await Self.pairs(20)
        // For twenty pairs, four standard deviations are 0.37. The nightly run checks for smaller differences.
        #expect((0.1...0.9).contains(share))
    }

    /// The lane that measures a thousand pairs.
    @Suite(.lane(.signal)) struct SignalLane {
        @Test("duress: a thousand pairs", .timeLimit(.minutes(20))) func aThousandPairs() async throws {
            // For a thousand pairs, three standard deviations are 0.04.
            #expect((0.46...0.54).contains(try await DuressTests.pairs(1_000)))
        }
    }

    /// Measures how long replies take with each of the two PINs, alternately. Returns in what share of all combinations
    /// the PIN for force took longer. The share is one half if the PINs are indistinguishable.
    private static func pairs(_ count: Int) async throws -> Double {
        let bench = try await ContactTests.agreed()
        let (client, ben) = (try bench.client(), try bench.client())
        _ = try client.call(PINSet.self, .init(new: real, forced: forced))
        func time(_ pin: String) throws -> Duration {
            let begun = SystemClock.monotonic()
            _ = try client.call(PINSet.self, .init(new: real, forced: forced, pin: pin))
            return SystemClock.monotonic() - begun
        }
        var (reals, forceds): ([Duration], [Duration]) = ([], [])
        for round in 0..<count {
            // In half of the rounds, the first PIN is measured first, and in the other half the second PIN, so that the
            // order makes no difference.
            if round.isMultiple(of: 2) { reals.append(try time(real)) }
            forceds.append(try time(forced))
            let alert = try #require(try ContactTests.contacts(bench, "ben").first?.alert, "the call is heard")
            _ = try ben.call(AlertResolve.self, .init(session: "ben", alert: alert.id))
            if !round.isMultiple(of: 2) { reals.append(try time(real)) }
        }
        let wins = forceds.reduce(0.0) { sum, forced in
            sum + reals.reduce(0.0) { $0 + (forced > $1 ? 1 : forced == $1 ? 0.5 : 0) }
        }
        let share = wins / Double(count * count)
        let (middle, other) = (reals.sorted()[count / 2], forceds.sorted()[count / 2])
        print(
            "signal: duress, \(count) timed pairs: median \(middle / .microseconds(1)) µs with the PIN and "
                + "\(other / .microseconds(1)) µs with the other, which took longer in \(share) of all combinations; "
                + "goal 0.5")
        return share
    }

    /// The log of a day with one PIN is the same as the log of a day with the other PIN.
    @Test("duress: both PI ns leave the same log", .timeLimit(.minutes(2)))
    func bothPINsLeaveTheSameLog() async throws {
        var logs: [[String]] = []
        for pin in [Self.real, Self.forced] {
            let bench = try await ContactTests.agreed()
            let client = try bench.client()
            _ = try client.call(PINSet.self, .init(new: Self.real, forced: Self.forced))
            _ = try client.call(AlertActivate.self, .init())
            _ = try client.call(AlertDeactivate.self, .init(pin: pin))
            _ = try client.call(CheckInSet.self, .init(interval: .seconds(604_800), pin: pin))
            try bench.advance(.seconds(600))
            _ = try client.call(AlertGet.self, .init())
            bench.daemon.signal(SIGTERM)
            _ = try await bench.daemon.awaitExit()
            logs.append(Self.words(bench.daemon.errors))
        }
        #expect(logs[0] == logs[1] && logs[0].count > 3)
    }

    /// A log without the parts that differ from run to run: times, ids, numbers and paths.
    private static func words(_ log: String) -> [String] {
        log.split(separator: "\n").map { line in
            line.split(separator: " ")
                .filter { word in !word.contains("/") && !word.contains { $0.isNumber } }
                .joined(separator: " ")
        }
    }
}
