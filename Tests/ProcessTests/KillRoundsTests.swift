import Foundation
import TestSupport
import Testing

/// Both daemons killed at random moments under load, round after round.
@Suite(.serialized) struct KillRoundsTests {
    private static let rounds = ProcessInfo.processInfo.environment["SEAM_KILL_ROUNDS"].flatMap { Int($0) } ?? 300

    @Test("300 kills under load: what the journal says holds, and clients are served again", .timeLimit(.minutes(15)))
    func underLoad() async throws {
        let start = ContinuousClock.now
        let stage = try await KillRounds()
        for round in 0..<Self.rounds {
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
        #expect(worst < .seconds(FigureRun.areWanted ? 1 : 15))
        if FigureRun.areWanted { #expect(median < .milliseconds(500)) }
    }
}
