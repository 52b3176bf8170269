import Foundation
import TestSupport
import Testing
import Wire

/// Tests `seam locks rotate`.
@Suite(.serialized) struct RotateTests {
    private func users(_ system: TestSystem) throws -> [String] {
        let state = try system.lockControl(.members(("op", "state"), ("lock", .string(TestSystem.frontLock))))
        let users = state["users"] ?? state["state"]?["users"]
        return (users?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }

    /// No PIN was set on the virtual lock, so the PIN is zero.
    @Test("rotate: with the PIN the old key is gone from the lock")
    func withThePINTheOldKeyIsGoneFromTheLock() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try users(system)
        #expect(before.count == 1, "\(before)")
        let rotated = try await system.seam(["locks", "rotate", TestSystem.frontAddress], input: "0\n")
        #expect(rotated.status == 0, "\(rotated)\n\(system.logs)")
        #expect(rotated.output.contains("has a new key") && rotated.output.contains("removed"), "\(rotated)")
        let after = try users(system)
        #expect(after.count == 1 && after != before, "\(after)")
        #expect(try await system.unlock().status == 0)
        // After an unbind, the person is told which name is still in the lock.
        let id = try #require(try await system.answer("locks", "list").lines.first?["binding_id"]?.stringValue)
        var unbound = try await system.seam(["locks", "unbind", id])
        for _ in 0..<20 where unbound.status == 75 { unbound = try await system.seam(["locks", "unbind", id]) }
        #expect(unbound.output.contains("\"\(after[0])\""), "\(unbound)")
        let journal = try await system.answer("audit", "--admin").lines.filter { $0["kind"] == "bind" }
        #expect(journal.compactMap { $0["state"]?.stringValue } == ["unbound", "rotated", "bound"], "\(journal)")
        #expect(journal.allSatisfy { $0["binding_id"] == .string(id) && $0["effect"] == "none" }, "\(journal)")
        #expect(try await system.journalIsIntact())
    }

    @Test("rotate: a wrong PIN changes nothing and shows nowhere")
    func aWrongPINChangesNothingAndShowsNowhere() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try users(system)
        let refused = try await system.seam(["locks", "rotate", TestSystem.frontAddress], input: "8642\n")
        #expect(refused.status == 3 && refused.errors.contains("the PIN is wrong"), "\(refused)")
        #expect(!"\(refused)\(system.logs)".contains("8642"))
        #expect(try users(system) == before)
        #expect(try await system.unlock().status == 0)
    }

    @Test("rotate: without the PIN people are told what is left")
    func withoutThePINPeopleAreToldWhatIsLeft() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try users(system)
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(TestSystem.frontLock)), ("on", true)))
        let rotated = try await system.seam(["locks", "rotate", TestSystem.frontAddress], input: "\n")
        #expect(rotated.status == 0, "\(rotated)\n\(system.logs)")
        #expect(rotated.output.contains("still has the old key, \"\(before[0])\""), "\(rotated)")
        #expect(try users(system).count == 2)
        #expect(try await system.unlock().status == 0)
    }

    @Test("rotate: a Sesame lock has one key for all") func aSesameLockHasOneKeyForAll() async throws {
        let address = "FF:7C:46:FE:77:D8"
        let system = try await TestSystem(moreLocks: ["side:\(address):sesame_5"])
        let bound = try await system.answer(
            "locks", "bind", "--provider", "sesame", "--workspace", TestCloud.workspace, "--entrance",
            "entrance_studio", "--device", address, "--address-type", "random")
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        let refused = try await system.answer("locks", "rotate", address)
        #expect(refused.status == 3 && refused.reason == "bind.no_rotation", "\(refused)")
        #expect("\(refused)".contains("seam locks rebind"), "\(refused)")
    }
}
