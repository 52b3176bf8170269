import Foundation
import TestSupport
import Testing
import Wire

/// Lets some users make as many calls as they can. Meanwhile, another user signs in, opens doors and reads the journal.
@Suite(.serialized, .enabled(if: canBeOtherUsers)) struct NeighbourTests {
    private static let first: UInt32 = 63_030

    /// The actions of the flooding users, by their names in `flood.py`.
    private static let floods = ["activate", "status", "sessions", "half", "unread"]

    @Test("neighbour: others are served", .timeLimit(.minutes(2)), arguments: floods.sampled)
    func othersAreServed(flood: String) async throws {
        let (alone, beside) = try await Self.flood(flood, users: 1, loads: 0)
        // The limit is loose, because a busy machine also runs other programs. The printed figures are more precise.
        for (alone, beside) in zip(alone.all, beside.all) {
            #expect(beside < alone * 3 + .seconds(2), "\(alone), \(beside)")
        }
    }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("neighbour: others are served", arguments: floods, [1, 6, 12])
        func othersAreServed(flood: String, users: Int) async throws {
            // Twelve programs that compete for two processors slow down any other program. For a fair comparison, the
            // calls without the flood are made while the same number of programs run that only compute.
            let (without, beside) = try await NeighbourTests.flood(flood, users: users, loads: users, signIns: 30)
            for (without, beside) in zip(without.all, beside.all) {
                let most = max(without * 3, .milliseconds(30))
                #expect(beside <= most && beside < .seconds(1), "\(without), \(beside)")
            }
        }
    }

    /// In KiB, the memory that a flood may take, and the memory that may still be in use after it.
    private static let mostGrown = 131_072
    private static let mostKept = 24_576

    /// For a user whom the flooding users must not slow down, the time that each kind of call takes. Unlocks and lists
    /// are medians. The times of sign-ins are means. While other users make calls, a sign-in takes either a few
    /// milliseconds, or the time of one to three turns of those users.
    private struct Times: CustomStringConvertible {
        var activate, unlock, audit: Duration

        var all: [Duration] { [activate, unlock, audit] }

        var description: String {
            let texts = all.map { String(format: "%.0f ms", $0 / .milliseconds(1)) }
            return "activate \(texts[0]), unlock \(texts[1]), audit \(texts[2])"
        }
    }

    /// The times of another user's calls in two cases: while `loads` programs only compute, and during a flood from
    /// `users` users.
    private static func flood(
        _ kind: String, users count: Int, loads: Int, signIns: Int = 5
    ) async throws -> (without: Times, beside: Times) {
        let users = (0..<UInt32(count)).map { first + $0 }
        // The configuration sets a pace at which the many sign-ins of one person do not have to wait. By default, the
        // daemon limits how many requests it makes to the cloud.
        let pace: JSON = signIns > 5 ? ["cloud_burst": 1_000, "cloud_interval_ms": 10] : [:]
        let system = try await TestSystem(users: users, configuration: pace, movement: .milliseconds(20))
        try await system.bind()
        try await system.signIn()
        let script = try Products.file("Tests/ProcessTests/Peers/flood.py")
        let alone = try await measure(system, signIns)
        let without = loads == 0 ? alone : try await beside(loads: Array(users.prefix(loads)), system, signIns)
        let memory = ProcessFigures(pid: system.sessiond.pid)
        let before = try memory.memory().resident
        let floods = try users.map { user in
            try ChildProcess(
                "/usr/bin/python3", [script, system.sessionSocket, kind, "120"], uid: user, input: nil)
        }
        for flood in floods { try await flood.awaitOutput("flooding") }
        let beside = try await measure(system, signIns)
        for flood in floods {
            #expect(flood.isRunning, "\(flood.errors)")
            flood.signal(SIGKILL)
            _ = try await flood.awaitExit()
        }
        let peak = try memory.peak()
        // Waits for the memory to be released. If memory is still in use some time after the last connection has
        // closed, it is never released.
        try memory.wait(for: "the memory from before") { try $0.memory().resident < before + Self.mostKept }
        let kept = try memory.memory().resident
        let grown = [before, peak, kept].map { "\($0 / 1024)" }
        #expect(peak < before + Self.mostGrown, "\(grown) MiB")
        print("flood of \(kind): \(grown[0]) MiB before, \(grown[1]) at most, \(grown[2]) after it")
        let computing = loads == 0 ? "" : ", beside \(loads) that compute \(without)"
        print("flood of \(kind) by \(count) users: another one's \(beside), without them \(alone)\(computing)")
        return (without, beside)
    }

    private static func beside(
        loads users: [UInt32], _ system: TestSystem, _ signIns: Int
    ) async throws -> Times {
        let loads = try users.map { user in
            try ChildProcess(
                "/usr/bin/python3", ["-c", "print('computing', flush=True)\nwhile True: pass"], uid: user, input: nil)
        }
        for load in loads { try await load.awaitOutput("computing") }
        let times = try await measure(system, signIns)
        for load in loads {
            load.signal(SIGKILL)
            _ = try await load.awaitExit()
        }
        return times
    }

    private static func measure(_ system: TestSystem, _ signIns: Int) async throws -> Times {
        let clock = ContinuousClock()
        func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }
        let activate = try (0..<signIns).map { _ in
            let client = try TextClient(system.sessionSocket)
            let params: JSON = ["ephemeral": true, "token": .string(try system.cloud.token(for: TestCloud.ben))]
            _ = try client.answer(to: try client.send("session.initialize", params))
            return try clock.measure {
                let reply = try client.answer(to: try client.send("session.activate")).reply
                #expect(reply["result"]?["is_active"] == true, "\(reply.text)\n\(system.logs)")
            }
        }
        let client = try TextClient(system.sessionSocket)
        let unlock = try (0..<5).map { _ in
            let key = JSON.string("flood-\(UInt64.random(in: .min ... .max))-of-one").stringValue
            return try clock.measure {
                let call = try client.send("unlock.start", ["credential_id": .string(TestSystem.frontKey)], idem: key)
                let (items, reply) = try client.answer(to: call)
                #expect(reply["result"]?["outcome"] == "granted", "\(items) \(reply.text)\n\(system.logs)")
            }
        }
        let audit = try (0..<20).map { _ in
            try clock.measure { _ = try client.answer(to: try client.send("audit.list")) }
        }
        return Times(
            activate: activate.reduce(.zero, +) / activate.count, unlock: median(unlock), audit: median(audit))
    }
}
