import Foundation
import TestSupport
import Testing

/// Kills both daemons at random moments under load, round after round.
@Suite(.serialized) struct KillRoundsTests {
    @Test("4 kills under load: what the journal says holds, and clients are served again", .timeLimit(.minutes(5)))
    func underLoad() async throws {
        let waits = try await Self.kill(4)
        #expect(waits.worst < .seconds(15))
    }

    /// The lane of `deploy/test --kills N`.
    @Suite(.lane(.kills)) struct KillsLane {
        @Test("kill rounds: as many kills as are asked for") func underLoad() async throws {
            let waits = try await KillRoundsTests.kill(Amount.of("SEAM_TEST_KILLS") ?? 300)
            #expect(waits.worst < .seconds(15))
        }
    }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("kill rounds: how soon clients are served again after a kill", .timeLimit(.minutes(15)))
        func underLoad() async throws {
            let waits = try await KillRoundsTests.kill(300)
            #expect(waits.worst < .seconds(1))
            #expect(waits.median < .milliseconds(500))
        }
    }

    /// Kills daemons `rounds` times. Returns how long it took until clients were served again, as a median and as a
    /// maximum.
    private static func kill(_ rounds: Int) async throws -> (median: Duration, worst: Duration) {
        let start = ContinuousClock.now
        let stage = try await KillRounds()
        for round in 0..<rounds {
            let victim = KillRounds.Victim.allCases[round % 3]
            let delay = Duration.milliseconds(Int.random(in: 0..<250))
            try await stage.kill(victim, after: delay)
            try stage.check("round \(round), \(victim) killed after \(delay)", chain: round % 25 == 24)
            if round % 50 == 49 { print("kill rounds: \(round + 1) after \(ContinuousClock.now - start)") }
        }
        let outcomes = try await stage.finish()
        let waits = stage.waits.sorted()
        let median = try #require(waits.dropFirst(waits.count / 2).first)
        let worst = try #require(waits.last)
        print(
            "kill rounds: \(stage.kills) in \(ContinuousClock.now - start), intents by their answers: \(outcomes); served again, "
                + "radio included, after \(median) in the middle, \(worst) at worst")
        #expect((outcomes["granted"] ?? 0) > 0)
        return (median, worst)
    }
}
