import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Runs a session daemon in which one system call fails. Then checks the store that this daemon leaves behind.
final class TortureStage {
    enum Scenario: String, CaseIterable { case start, signIn, unlock, auditWhileSyncing, stop }

    let system: TestSystem
    private let shim: FaultShim
    /// The number of times that each outcome has occurred so far.
    private(set) var outcomes: [String: Int] = [:]
    private var round = 0

    /// The longest time that is allowed for a call, or for the start or stop of a daemon.
    private static let limit = Duration.seconds(5)

    init() async throws {
        system = try await TestSystem.withFrontKey(movement: .milliseconds(30))
        shim = try await FaultShim(in: system.directory)
        try await system.killSessiond()
        try await system.startSessiond(environment: shim.environment)
        try system.awaitService()
    }

    /// The number of system calls that the scenario makes if no fault occurs.
    func count(_ scenario: Scenario) async throws -> UInt64 {
        try await perform(scenario, failing: nil, "\(scenario)")
    }

    /// Runs the scenario and makes system call number `number` fail. The daemon must answer or end. The store must be
    /// intact and complete.
    func fail(_ number: UInt64, in scenario: Scenario) async throws {
        try await perform(scenario, failing: number, "\(scenario), call \(number)")
    }

    @discardableResult
    private func perform(_ scenario: Scenario, failing number: UInt64?, _ what: String) async throws -> UInt64 {
        round += 1
        let before = try Contents(system)
        if scenario == .start { try await stop(what) }
        let start = ContinuousClock.now
        try shim.arm(at: number)
        let outcome: String
        switch scenario {
        case .start: outcome = try await self.start()
        case .signIn: outcome = signIn()
        case .unlock: outcome = unlock()
        case .auditWhileSyncing: outcome = auditWhileSyncing()
        case .stop: outcome = try await stop(what)
        }
        let time = ContinuousClock.now - start
        let (calls, failed) = try shim.disarm()
        let all = "\(what) (\(failed ?? "nothing failed")): \(outcome) after \(time)"
        #expect(time < Self.limit, "\(all)")
        let isTrap = !system.sessiond.isRunning && (outcome.hasPrefix("ended 13") || outcome == "lost")
        outcomes[isTrap ? "\(outcome), the daemon ended on \(failed ?? "?")" : outcome, default: 0] += 1
        if number == nil { #expect(["served", "done", "granted", "ended 0"].contains(outcome), "\(all)") }
        if system.sessiond.isRunning { try await stop(all) } else { try await system.sessiond.awaitExit() }
        #expect(!system.sessiond.errors.contains("Fatal error"), "\(all)\n\(system.sessiond.errors)")
        try await system.startSessiond(environment: shim.environment)
        try system.awaitService()
        let after = try Contents(system)
        #expect(after.isIntact, "\(all)")
        #expect(after.has(before), "\(all): \(before) → \(after)")
        return calls
    }

    private func start() async throws -> String {
        try system.beginSessiond(environment: shim.environment)
        let deadline = ContinuousClock.now + Self.limit
        while ContinuousClock.now < deadline {
            guard system.sessiond.isRunning else { return "ended \(try await system.sessiond.awaitExit())" }
            if let client = try? TextClient(system.sessionSocket), let id = try? client.send("session.get"),
                let reply = try? client.answer(to: id).reply
            {
                return reply["error"]?["reason"]?.stringValue ?? "served"
            }
            poll(nil, 0, 10)
        }
        return "hangs"
    }

    @discardableResult
    private func stop(_ what: String) async throws -> String {
        system.sessiond.signal(SIGTERM)
        do {
            return "ended \(try await system.sessiond.awaitExit(limit: Self.limit))"
        } catch {
            Issue.record("\(what): the daemon does not end\n\(system.sessiond.errors)")
            try await system.killSessiond()
            return "hangs"
        }
    }

    /// Makes a call. Returns `done` if it succeeds, the reason if it ends with an error, or `lost` if no reply arrives.
    private func call(_ method: String, _ params: JSON, idem: String? = nil) -> (reason: String, reply: JSON) {
        guard let client = try? TextClient(system.sessionSocket),
            let id = try? client.send(method, params, idem: idem), let reply = try? client.answer(to: id).reply
        else { return ("lost", .null) }
        return (reply["error"]?["reason"]?.stringValue ?? "done", reply)
    }

    private func signIn() -> String {
        let session: JSON = ["session": "torture"]
        guard let token = try? system.cloud.token(for: TestCloud.ben) else { return "no token" }
        let begun = call("session.initialize", ["session": "torture", "token": .string(token)]).reason
        let active = begun == "done" ? call("session.activate", session).reason : begun
        let ended = call("session.deactivate", ["session": "torture", "deintegrate": true], idem: key).reason
        return active == "done" ? ended : active
    }

    private func unlock() -> String {
        let (reason, reply) = call(
            "unlock.start", ["credential_id": .string(Keys.front), "timeout_ms": 10_000], idem: key)
        guard let outcome = reply["result"]?["outcome"]?.stringValue else { return reason }
        return [outcome, reply["result"]?["reason"]?.stringValue].compactMap(\.self).joined(separator: ": ")
    }

    private func auditWhileSyncing() -> String {
        guard let client = try? TextClient(system.sessionSocket), let sync = try? client.send("session.refresh"),
            let audit = try? client.send("audit.list"), let replies = try? client.replies(to: [sync, audit])
        else { return "lost" }
        let reasons = [sync, audit].compactMap { replies[$0]?["error"]?["reason"]?.stringValue }
        return reasons.isEmpty ? "done" : reasons.joined(separator: ", ")
    }

    private var key: String { "torture-round-number-\(round)" }
}

/// The content of a store, as clients see it.
private struct Contents: CustomStringConvertible {
    let attempts: [String: JSON]
    let bindings: JSON
    let keys: [String]
    let isIntact: Bool

    init(_ system: TestSystem) throws {
        let (admin, client) = (try TextClient(system.adminSocket), try TextClient(system.sessionSocket))
        let audit = try admin.answer(to: try admin.send("audit.list", ["limit": 200])).reply
        let rows = try #require(audit["result"]?["attempts"]?.arrayValue, "\(audit.text)")
        attempts = Dictionary(rows.map { ($0["attempt_id"]?.stringValue ?? "", $0) }) { first, _ in first }
        let locks = try admin.answer(to: try admin.send("locks.list")).reply
        let bound = try #require(locks["result"]?["bindings"]?.arrayValue, "\(locks.text)")
        // Leaves out the lock's status, because the status changes after each opening.
        bindings = .array(
            bound.map { binding in
                .object(JSONObject((binding.objectValue?.members ?? []).filter { $0.key != "status" }))
            })
        isIntact = try admin.answer(to: try admin.send("audit.verify")).reply["result"]?["intact"] == true
        let list = try client.answer(to: try client.send("credentials.list")).reply
        keys = (list["result"]?["credentials"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }.sorted()
    }

    /// Whether the earlier content is still complete. An attempt is compared only if it has ended and is among the
    /// newest.
    func has(_ earlier: Contents) -> Bool {
        let known = earlier.attempts.values.filter { $0["state"] != "running" && $0["effect"] != "unknown" }
        let kept = known.filter { attempts[$0["attempt_id"]?.stringValue ?? ""] == $0 }.count
        return kept >= min(known.count, 100) && bindings == earlier.bindings && keys == earlier.keys && !keys.isEmpty
    }

    var description: String {
        "\(attempts.count) attempts, \(bindings.arrayValue?.count ?? 0) locks, keys \(keys)"
    }
}

extension TestSystem {
    /// Waits until the session daemon answers and its radio is ready.
    func awaitService() throws {
        let deadline = ContinuousClock.now + .seconds(20)
        let client = try TextClient(sessionSocket)
        while true {
            let (_, reply) = try client.answer(to: try client.send("session.get"))
            if reply["result"]?["radio"] == "ready" { return }
            guard ContinuousClock.now < deadline else { throw TestFailure("not served: \(reply.text)\n\(logs)") }
            poll(nil, 0, 20)
        }
    }
}
