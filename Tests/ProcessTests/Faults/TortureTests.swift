import Foundation
import TestSupport
import Testing

/// Makes the system calls of the session daemon fail, one in each run. A failure either leads to an error that reports
/// it, or has no consequence. It never leads to a damaged store or to a hang.
///
/// By default, only one call of each scenario fails, and it is the same call in every run.
@Suite(.serialized) struct TortureTests {
    @Test("torture: a failed call") func aFailedCall() async throws {
        try await Self.fail(Request("1"), in: TortureStage.Scenario.allCases)
    }

    /// The lane of `deploy/test --torture`. The lane makes every system call fail, or only the calls in
    /// `SEAM_TEST_TORTURE`. A number selects that many calls of each scenario. `unlock:80-90` selects these calls of
    /// one scenario. This is useful if a failure has to be repeated.
    @Suite(.lane(.torture)) struct TortureLane {
        private static let request = Request(ProcessInfo.processInfo.environment["SEAM_TEST_TORTURE"] ?? "all")

        @Test("torture: a failed call", arguments: request.scenarios)
        func aFailedCall(_ scenario: TortureStage.Scenario) async throws {
            try await TortureTests.fail(Self.request, in: [scenario])
        }
    }

    private static func fail(_ request: Request, in scenarios: [TortureStage.Scenario]) async throws {
        let stage = try await TortureStage()
        for scenario in scenarios {
            // The first run of a scenario makes other calls than later runs, so the first run does not count.
            _ = try await stage.count(scenario)
            let calls = try await stage.count(scenario)
            try #require(calls > 0)
            for number in request.numbers(of: calls) { try await stage.fail(number, in: scenario) }
            print("failed calls, \(scenario): \(calls) calls")
        }
        let outcomes = stage.outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
        print("failed calls: \(outcomes.joined(separator: ", "))")
    }

    /// The selection of the system calls that fail, one in each run.
    private struct Request {
        let scenarios: [TortureStage.Scenario]
        private let points: UInt64
        private let range: ClosedRange<UInt64>?

        init(_ text: String) {
            let parts = text.split(separator: ":")
            let one = TortureStage.Scenario.allCases.filter { $0.rawValue == parts.first.map(String.init) }
            scenarios = one.isEmpty ? TortureStage.Scenario.allCases : one
            points = UInt64(text) ?? .max
            let ends = parts.dropFirst().first?.split(separator: "-").compactMap { UInt64($0) } ?? []
            range = ends.min().flatMap { low in ends.max().map { low...$0 } }
        }

        func numbers(of calls: UInt64) -> [UInt64] {
            if let range { return Array(range) }
            let step = max(1, Double(calls) / Double(points))
            return stride(from: 1, through: Double(calls), by: step).map { UInt64($0) }
        }
    }
}
