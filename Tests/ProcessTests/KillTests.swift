import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Each process killed in the middle of an unlock: what the journal then says is what the lock did, nobody tries again
/// by himself, and the next unlock works.
@Suite(.serialized)
struct KillTests {
    enum Victim: CaseIterable {
        case radiod, sessiond, provider, lock
    }

    /// Where an attempt stands when the process is killed.
    enum Point: CaseIterable {
        /// The lock is not in range.
        case scanning
        /// The lock has not answered the challenge: before the gate.
        case authenticating
        /// The motor turns: past the gate.
        case committed
    }

    @Test("killed at a known point", .timeLimit(.minutes(3)))
    func atKnownPoints() async throws {
        let stage = KillStage(system: try await TestSystem.withFrontKey())
        for victim in Victim.allCases {
            for point in Point.allCases where stage.exists(victim, at: point) {
                try await stage.kill(victim, at: point)
            }
        }
    }

    /// The attempt that is measured begins with its admission and ends with its outcome. In it the lock comes into
    /// range after a while, as it does for a person who walks to a door, and its motor needs next to no time: how
    /// long a motor turns is the lock's own, and all of that time the outcome is unknown.
    @Test("killed at uniform times: few outcomes are unknown", .timeLimit(.minutes(3)))
    func atUniformTimes() async throws {
        let victims = (0..<7).flatMap { _ in Victim.allCases }.shuffled()
        let rounds = victims.count
        let stage = KillStage(system: try await TestSystem.withFrontKey())
        try await stage.quicken()
        var lengths: [Duration] = []
        for _ in 0..<3 { lengths.append(try await stage.undisturbed()) }
        let length = lengths.sorted()[1]
        var unknown = 0
        var killed = 0
        for round in 0..<rounds {
            // One from each of equal slices: uniform, and evenly spread.
            let share = (Double(round) + Double.random(in: 0..<1)) / Double(rounds)
            let result = try await stage.kill(victims[round], after: length * share, round: round)
            if result.wasKilled { killed += 1 }
            if result.effect == .unknown { unknown += 1 }
        }
        let window = try await stage.meanWindow()
        let percent = Double(unknown) / Double(rounds) * 100
        print(
            "kills at uniform times: \(rounds) attempts of \(length), from admission to outcome, with "
                + "\(KillStage.approach) until the lock is in range; \(killed) kills hit a living process, "
                + "outcome unknown after \(unknown) (\(percent) %); undisturbed, the motor's begin and the outcome were "
                + "\(window) apart (\(window / length * 100) % of an attempt)")
        #expect(percent < 5)
        #expect(window / length < 0.05)
    }
}
