import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// A Sesame 5 through the whole system: bound at the door, granted, opened, and told of as it is.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SesameDoorTests {
    private static let lock = "side"
    private static let address = "FF:7C:46:FE:77:D8"

    private func system() async throws -> TestSystem {
        try await TestSystem(moreLocks: ["\(Self.lock):\(Self.address):sesame_5"])
    }

    private func bind(_ system: TestSystem) async throws -> SeamAnswer {
        try await system.answer(
            "locks", "bind", "--provider", "sesame", "--workspace", TestCloud.workspace, "--entrance",
            TestCloud.frontDoor, "--device", Self.address, "--address-type", "random")
    }

    /// Binds the lock and grants it to us; the key of the binding.
    private func granted(_ system: TestSystem) async throws -> String {
        let bound = try await bind(system)
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        // What the protocol lacks is said before the lock is touched.
        let told = bound.items.first { $0["phase"] == "connecting" }
        #expect(told?["detail"]?.stringValue?.contains("all owners share one key") == true, "\(bound)")
        let list = try await system.answer("locks", "list")
        let side = list.lines.first { $0["device"]?["address"] == .string(Self.address) }
        let binding = try #require(side?["binding_id"]?.stringValue, "\(list)")
        #expect(try await system.answer("locks", "grant", binding, "--user", "\(geteuid())").status == 0)
        return "local:\(binding)"
    }

    private func kinds(_ system: TestSystem) throws -> [String] {
        try system.lockEvents(Self.lock).compactMap { $0["event"]?.stringValue }
    }

    @Test func aLockIsRegisteredAndOpened() async throws {
        let system = try await system()
        let key = try await granted(system)
        try await system.signIn()
        let opened = try await system.answer("unlock", key)
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        #expect(try kinds(system) == ["paired", "unlocking", "unlocked"])
        let attempt = try await system.journal().first
        #expect(attempt?.state == .granted && attempt?.confirmation == .confirmed, "\(String(describing: attempt))")
        // The key is the lock's own: it outlives all of ours, and its process.
        try await system.killLocks()
        try await system.startLocks()
        try await system.killSessiond()
        try await system.startSessiond()
        let again = try await system.answer("unlock", key)
        #expect(again.status == 0, "\(again)\n\(system.logs)")
    }

    @Test func aLockThatHasAKeyIsNotTaken() async throws {
        let system = try await system()
        let key = try await granted(system)
        let binding = key.replacing("local:", with: "")
        #expect(try await system.answer("locks", "unbind", binding).status == 0)
        let second = try await bind(system)
        #expect(second.status != 0)
        #expect("\(second)".contains("sesame_already_registered"), "\(second)")
        #expect(try kinds(system) == ["paired", "refused"])
        // Reset at the lock, it is free again.
        try system.lockControl(["op": "pairing", "lock": .string(Self.lock), "on": true])
        let third = try await bind(system)
        #expect(third.status == 0, "\(third)\n\(system.logs)")
        #expect(try kinds(system) == ["paired", "refused", "reset", "paired"])
    }

    /// Each fault has its word, and the next unlock works.
    @Test(arguments: [
        ("jammed", nil, "sesame_jammed"), ("motor", nil, "sesame_unknown"), ("refuse", nil, "sesame_busy"),
        ("paired_elsewhere", nil, "sesame_not_authorized"), ("vanish", 2, "supervision"), ("mute", nil, "timed_out"),
    ])
    func aFaultIsToldAsItIs(kind: String, step: Int64?, reason: String) async throws {
        let system = try await system()
        let key = try await granted(system)
        try await system.signIn()
        try system.lockControl(
            .members(
                ("op", "fault"), ("lock", .string(Self.lock)), ("kind", .string(kind)),
                ("step", step.map(JSON.integer))))
        let answer = try await system.answer("unlock", key, "--timeout", "5s")
        #expect(answer.status != 0 && "\(answer)".contains(reason), "\(answer)")
        #expect(try !kinds(system).contains("unlocked"))
        try system.lockControl(["op": "clear", "lock": .string(Self.lock)])
        let next = try await system.answer("unlock", key)
        #expect(next.status == 0, "\(next)\n\(system.logs)")
        #expect(try kinds(system).filter { $0 == "unlocked" }.count == 1)
        #expect(try await system.journalIsIntact())
    }

    /// Past the command nobody knows what the lock did, unless it had said that it moves: then it is asked.
    @Test(arguments: [(5, false), (7, true)])
    func aLockThatVanishesPastItsCommand(step: Int64, isKnown: Bool) async throws {
        let system = try await system()
        let key = try await granted(system)
        try await system.signIn()
        try system.lockControl(
            ["op": "fault", "lock": .string(Self.lock), "kind": "vanish", "step": .integer(step)])
        let answer = try await system.answer("unlock", key, "--timeout", "5s")
        #expect("\(answer)".contains("outcome_unknown") != isKnown, "\(answer)")
        #expect((answer.status == 0) == isKnown, "\(answer)")
        #expect(try kinds(system) == ["paired", "unlocking", "unlocked"])
    }
}
