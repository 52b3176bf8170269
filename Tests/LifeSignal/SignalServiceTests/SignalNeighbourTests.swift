import Foundation
import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// One user makes as many calls at the same time as are allowed. The calls of another user must take turns with this
/// flood.
@Suite(.serialized, .timeLimit(.minutes(3)), .enabled(if: canBeOtherUsers)) struct SignalNeighbourTests {
    private static let methods = ["checkin.record", "contact.list"]

    /// The flood has 120 calls. This is how many of them are answered before one call by the other user. A check-in
    /// needs a few turns, both at the store and at the event loop. While other suites are running, there may be more.
    /// If calls did not take turns, all 120 calls would come first.
    private static let (usual, most) = (16.0, 48.0)

    @Test("signal neighbour: another waits for a few calls only", arguments: methods)
    func anotherWaitsForAFewCallsOnly(method: String) async throws {
        let (_, beside, between) = try await Self.run(method, calls: 30)
        #expect(beside.checkIns.count == 30)
        #expect(between <= Self.most, "calls of the flood that are answered during one of the other's")
    }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("signal neighbour: another waits for a few calls only", arguments: methods)
        func anotherWaitsForAFewCallsOnly(method: String) async throws {
            let (alone, beside, between) = try await SignalNeighbourTests.run(method, calls: 500)
            print(
                "signal: a flood of \(method): another's \(beside), alone \(alone); "
                    + String(format: "%.1f calls of the flood meanwhile", between))
            #expect(beside.checkIns.high <= max(.milliseconds(50), alone.checkIns.high * 3))
            #expect(between <= SignalNeighbourTests.usual)
        }
    }

    /// The durations of one kind of call.
    private struct Times: CustomStringConvertible {
        let checkIns: [(begun: Double, ended: Double)]
        let calls: [(begun: Double, ended: Double)]

        init(_ json: JSON) {
            checkIns = Self.moments(json["checkin"])
            calls = Self.moments(json["sos"])
        }

        private static func moments(_ json: JSON?) -> [(begun: Double, ended: Double)] {
            var moments: [(begun: Double, ended: Double)] = []
            for pair in json?.arrayValue ?? [] {
                let ends = (pair.arrayValue ?? []).map(number)
                if ends.count == 2 { moments.append((begun: ends[0], ended: ends[1])) }
            }
            return moments
        }

        static func number(_ json: JSON) -> Double {
            switch json {
            case .number(let value): value
            case .integer(let value): Double(value)
            default: 0
            }
        }

        var description: String { "check-in \(checkIns.text), call for help \(calls.text)" }
    }

    /// Measures the other user's calls first alone, and then while the flood runs. Also returns how many of the flood's
    /// calls were answered, on average, during one check-in by the other user.
    private static func run(
        _ method: String, calls: Int
    ) async throws -> (alone: Times, beside: Times, between: Double) {
        let bench = try await SignalBench(
            configuration: ["allow": ["session": ["users": ["0", "61001", "61002"]]]], isVirtual: false)
        let script = try Products.file("Tests/LifeSignal/Peers/neighbour.py")
        func person(_ uid: UInt32, _ phone: String) async throws -> ChildProcess {
            let person = try ChildProcess(
                "/usr/bin/python3", [script, bench.socket, phone], uid: uid, input: nil)
            try await person.awaitOutput("waits\n")
            let code = try bench.administrator().call(CodeIssue.self, .init(phone: phone, uid: uid)).codes[0].code
            try person.write(code + "\n")
            try await person.awaitOutput("in\n")
            return person
        }
        func lines(_ process: ChildProcess, after count: Int) async throws -> JSON {
            while process.output.split(separator: "\n").count <= count {
                guard process.isRunning else { throw TestFailure(process.errors) }
                poll(nil, 0, 5)
            }
            return try JSON(parsing: Array(process.output.split(separator: "\n")[count].utf8))
        }
        let (one, other) = (
            try await person(61_001, SignalBench.ada), try await person(61_002, SignalBench.ben)
        )
        try other.write("probe \(calls)\n")
        let alone = Times(try await lines(other, after: 2))
        try one.write("flood \(method)\n")
        try await one.awaitOutput("flooding\n")
        try other.write("probe \(calls)\n")
        let beside = Times(try await lines(other, after: 3))
        try one.write("\n")
        let answered = try await lines(one, after: 3).arrayValue?.map(Times.number) ?? []
        var between = 0
        for call in beside.checkIns { between += answered.count { $0 > call.begun && $0 < call.ended } }
        try #require(answered.count > 120, "a control: the flood is served")
        return (alone, beside, Double(between) / Double(max(1, beside.checkIns.count)))
    }
}

extension [(begun: Double, ended: Double)] {
    fileprivate var sortedTimes: [Duration] { map { .seconds($0.ended - $0.begun) }.sorted() }
    fileprivate var high: Duration { sortedTimes[count * 99 / 100] }
    fileprivate var text: String {
        let times = sortedTimes
        let (middle, most) = (times[count / 2], times[count - 1])
        return "p50 \(middle.milliseconds) ms, p99 \(high.milliseconds) ms, max \(most.milliseconds) ms"
    }
}
