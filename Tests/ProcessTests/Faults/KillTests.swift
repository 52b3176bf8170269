import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

/// Kills each process in the middle of an unlock. Afterwards, the journal must agree with the lock's actions. No
/// process may start a new try by itself, and the next unlock must work.
@Suite(.serialized)
struct KillTests {
    enum Victim: CaseIterable {
        case radiod, sessiond, provider, lock
    }

    /// The state that the attempt has when the process is killed.
    enum Point: CaseIterable {
        /// The lock is not in range.
        case scanning
        /// The lock has not answered the challenge yet. The attempt is before its commit gate.
        case authenticating
        /// The command has been sent, but the lock has not answered yet. The attempt is past its commit gate.
        case committed
        /// The lock has reported that its motor is turning.
        case acting
    }

    /// The combinations for the default lane. The combinations include every victim and every point. They also include
    /// each combination that ends differently from all others.
    private static let chosen: [Victim: Set<Point>] = [
        .radiod: [.scanning, .acting], .sessiond: [.authenticating, .committed, .acting],
        .provider: [.authenticating, .committed], .lock: [.acting],
    ]

    @Test("kill: killed at a known point", .timeLimit(.minutes(3)))
    func atKnownPoints() async throws {
        let stage = KillStage(system: try await TestSystem.withFrontKey())
        for victim in Victim.allCases {
            for point in Point.allCases.sampled(where: { Self.chosen[victim]?.contains($0) == true })
            where stage.exists(victim, at: point) {
                try await stage.kill(victim, at: point)
            }
        }
    }

    /// The lane that kills processes at uniformly distributed times. An attempt lasts from its admission to its
    /// outcome. As with a real lock, the motor takes most of the attempt's time. The provider runs only during a part
    /// of the attempt, and is killed during this part.
    ///
    /// The lock itself is not killed. If a lock dies while its motor is turning, nobody can know its last action.
    ///
    /// For each kill, the journal and the lock must agree.
    @Suite(.lane(.kills)) struct KillsLane {
        @Test("kill: killed at uniform times", .timeLimit(.minutes(15)))
        func atUniformTimes() async throws { _ = try await KillTests.killAtUniformTimes(moments: 4, missed: 2) }
    }

    @Suite(.lane(.figures)) struct FiguresLane {
        /// The outcome is unknown if the kill comes between the command and the lock's first answer. That time is
        /// longer on a slower machine. The test kills often enough to count unknown outcomes.
        @Test("killed at uniform times: few outcomes are unknown", .timeLimit(.minutes(15)))
        func atUniformTimes() async throws {
            let percent = try await KillTests.killAtUniformTimes(moments: 15, missed: 4, series: 4)
            #expect(percent < 5)
        }
    }

    /// Kills each victim at `moments` moments, `series` times. In each series, up to `missed` kills may miss the
    /// process. Returns the percentage of unknown outcomes.
    private static func killAtUniformTimes(moments: Int, missed: Int, series: Int = 1) async throws -> Double {
        let stage = KillStage(system: try await TestSystem.withFrontKey(movement: KillStage.motor))
        for _ in 0..<3 { try await stage.undisturbed() }
        let length = stage.medianLength
        var (unknown, hits) = (0, 0)
        for series in 1...series {
            for (round, moment) in Self.uniformMoments(moments).enumerated() {
                var (share, tries) = (moment.share, 1)
                var result = try await stage.kill(moment.victim, after: length * share, round: round)
                // If the provider was not running at that moment, the test tries another moment.
                while !result.wasKilled, tries < Self.triesPerMoment {
                    #expect(result.effect == .applied, "nobody was killed")
                    (share, tries) = (Double.random(in: 0..<1), tries + 1)
                    result = try await stage.kill(moment.victim, after: length * share, round: round)
                }
                if result.wasKilled { hits += 1 }
                if result.effect == .unknown { unknown += 1 }
            }
            // A provider runs only for short times, so some kills miss the provider.
            #expect(hits >= (moments * 3 - missed) * series)
        }
        let percent = Double(unknown) / Double(hits) * 100
        print(
            "kills at uniform times: \(hits) kills of radiod, sessiond and provider in attempts of \(length), from "
                + "admission to outcome, \(KillStage.motor) of it the motor's; outcome unknown after \(unknown) "
                + "(\(percent) %)")
        return percent
    }

    private static let triesPerMoment = 4

    /// Returns `count` moments for each victim. Each moment is given as a share of an attempt's length. The length is
    /// divided into equal slices, with one random moment in each slice, so that the moments are spread evenly.
    private static func uniformMoments(_ count: Int) -> [(victim: Victim, share: Double)] {
        let moments = [Victim.radiod, .sessiond, .provider].flatMap { victim in
            (0..<count).map { slice in (victim, (Double(slice) + Double.random(in: 0..<1)) / Double(count)) }
        }
        return moments.shuffled()
    }
}
