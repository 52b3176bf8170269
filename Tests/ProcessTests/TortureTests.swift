import Foundation
import TestSupport
import Testing

/// Each system call of the session daemon failed in turn: an error that says so or nothing at all, never a damaged store, never a hang.
@Suite(.serialized) struct TortureTests {
    /// How many calls of each scenario are failed; `SEAM_TORTURE=all` fails every one, a number so many.
    private static let points =
        switch ProcessInfo.processInfo.environment["SEAM_TORTURE"] {
        case "all": UInt64.max
        case let text: text.flatMap(UInt64.init) ?? 16
        }

    /// An unlock's calls are failed only where `SEAM_TORTURE` asks for it: one failed write between the daemon and a provider or the
    /// broker can still keep the daemon from ending by itself, which is known and not mended.
    private static let scenarios = TortureStage.Scenario.allCases.filter { scenario in
        scenario != .unlock || ProcessInfo.processInfo.environment["SEAM_TORTURE"] != nil
    }

    @Test(arguments: scenarios)
    func aFailedCall(_ scenario: TortureStage.Scenario) async throws {
        let stage = try await TortureStage()
        // The first time is not like the others.
        _ = try await stage.count(scenario)
        let calls = try await stage.count(scenario)
        try #require(calls > 0)
        let step = max(1, Double(calls) / Double(Self.points))
        for number in stride(from: 1, through: Double(calls), by: step) {
            try await stage.fail(UInt64(number), in: scenario)
        }
        let outcomes = stage.outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
        print("failed calls, \(scenario): \(calls) calls, \(outcomes.joined(separator: ", "))")
    }
}
