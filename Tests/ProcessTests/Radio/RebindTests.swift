import Foundation
import TestSupport
import Testing
import Wire

/// Tests `seam locks rebind`.
@Suite(.serialized) struct RebindTests {
    private func pairing(_ system: TestSystem, lock: String = TestSystem.frontLock) throws {
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(lock)), ("on", true)))
    }

    @Test("rebind: a lock that forgot us opens again and everything else stays")
    func aLockThatForgotUsOpensAgainAndEverythingElseStays() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try #require(try await system.answer("locks", "list").lines.first)
        let id = try #require(before["binding_id"]?.stringValue)
        #expect(try await system.seam(["locks", "grant", id, "--user", "root"]).status == 0)
        try system.fault("paired_elsewhere")
        let refused = try await system.unlock()
        #expect(refused.status == 3, "\(refused)")
        try system.clearFaults()
        try pairing(system)
        let again = try await system.answer("locks", "rebind", TestSystem.frontAddress)
        #expect(again.status == 0, "\(again)\n\(system.logs)")
        #expect(try await system.unlock().status == 0)
        let after = try #require(try await system.answer("locks", "list").lines.first)
        for member in ["binding_id", "entrance_id", "bound_at", "action", "name", "identity"] {
            #expect(after[member] == before[member], "\(member): \(after)")
        }
        #expect(try await system.answer("locks", "grants").lines.count == 1)
        let journal = try await system.answer("audit", "--admin", "--state", "rebound").lines
        let address = JSON.string(TestSystem.frontAddress)
        #expect(journal.map { $0["lock_address"] } == [address])
        #expect(try system.lockEvents(TestSystem.frontLock).filter { $0["event"] == "paired" }.count == 2)
    }

    @Test("rebind: a pairing that fails leaves the old key") func aPairingThatFailsLeavesTheOldKey() async throws {
        let system = try await TestSystem.withFrontKey()
        try pairing(system)
        try system.lockControl(
            .members(
                ("op", "fault"), ("lock", "front"), ("kind", "refuse"), ("step", 5), ("during", "pairing"),
                ("code", 18)))
        let failed = try await system.answer("locks", "rebind", TestSystem.frontAddress)
        #expect(failed.status == 3 && failed.reason == "bind.refused", "\(failed)\n\(system.logs)")
        try system.clearFaults()
        #expect(try await system.unlock().status == 0)
        let unknown = try await system.answer("rpc", "--admin", "locks.rebind", #"{"binding_id":"gone"}"#)
        #expect(unknown.reason == "bind.unknown_binding", "\(unknown)")
    }

    /// A Sesame lock has exactly one key. It accepts no second key.
    @Test("rebind: a Sesame lock is reset first") func aSesameLockIsResetFirst() async throws {
        let address = "FF:7C:46:FE:77:D8"
        let system = try await TestSystem(moreLocks: ["side:\(address):sesame_5"])
        try await system.signIn()
        let bound = try await system.answer(
            "locks", "bind", "--provider", "sesame", "--workspace", TestCloud.workspace, "--entrance",
            "entrance_studio", "--device", address, "--address-type", "random")
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        let early = try await system.answer("locks", "rebind", address)
        #expect(early.status == 3 && early.reason == "bind.not_ready", "\(early)")
        try pairing(system, lock: "side")
        let again = try await system.answer("locks", "rebind", address)
        #expect(again.status == 0, "\(again)\n\(system.logs)")
        #expect(try await system.seam(["unlock", "Studio"]).status == 0)
    }
}
