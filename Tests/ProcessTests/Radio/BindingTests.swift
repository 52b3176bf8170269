import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests `seam locks bind` and `unbind` when a fault prevents them from working.
@Suite(.serialized) struct BindingTests {
    /// In the lock, the second key takes the place of the first key.
    @Test("binding: a bound lock is not bound to another door") func aBoundLockIsNotBoundToAnotherDoor() async throws {
        let system = try await TestSystem.withFrontKey()
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(TestSystem.frontLock)), ("on", true)))
        let again = try await bind(system, entrance: TestCloud.backDoor)
        #expect(again.status == 64, "\(again)")
        #expect(again.reason == "bind.exists", "\(again)")
        #expect(try await system.unlock().status == 0)
    }

    /// The lock adds us as a user before it reports the addition. After a link has broken, nobody may be told that
    /// nothing happened.
    @Test("binding: a pairing that breaks off after the lock adopted us is unknown")
    func aPairingThatBreaksOffAfterTheLockAdoptedUsIsUnknown() async throws {
        let system = try await TestSystem()
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(TestSystem.frontLock)), ("on", true)))
        try system.lockControl(
            .members(("op", "fault"), ("lock", "front"), ("kind", "vanish"), ("step", 9), ("during", "pairing")))
        let broken = try await bind(system, entrance: TestCloud.frontDoor)
        #expect(broken.status == 5, "\(broken)\n\(system.logs)")
        #expect(broken.reason == "bind.failed", "\(broken)")
        #expect(broken.error?["effect"] == "unknown", "\(broken)")
        #expect(try system.lockEvents(TestSystem.frontLock).contains { $0["event"] == "paired" })
    }

    @Test("binding: a lock in use is not unbound") func aLockInUseIsNotUnbound() async throws {
        let system = try await TestSystem.withFrontKey()
        try system.fault("out_of_range")
        let unlock = try system.startUnlock(timeout: "3s")
        try await unlock.awaitOutput("scanning")
        let list = try await system.answer("locks", "list")
        let id = try #require(list.lines.first?["binding_id"]?.stringValue, "\(list)")
        let busy = try await system.answer("locks", "unbind", id)
        #expect(busy.status == 75, "\(busy)")
        #expect(busy.reason == "bind.busy", "\(busy)")
        #expect(try await system.told(unlock).status == 124)
        // The link is closed only after the reply. Until then, `seam` ends with exit code 75, which means "try again".
        var unbound = try await system.seam(["locks", "unbind", id])
        for _ in 0..<20 where unbound.status == 75 { unbound = try await system.seam(["locks", "unbind", id]) }
        #expect(unbound.status == 0, "\(unbound)")
        #expect(unbound.output.contains("remove \"Seam \(id.suffix(6))\""), "\(unbound)")
    }

    /// The error names the radio as the cause, and not the session daemon, which is running.
    @Test("binding: without the broker the radio is to blame") func withoutTheBrokerTheRadioIsToBlame() async throws {
        let system = try await TestSystem()
        try await system.killRadiod()
        let away = try await bind(system, entrance: TestCloud.frontDoor)
        #expect(away.status == 3, "\(away)")
        #expect(away.reason == "radio.not_ready", "\(away)")
    }

    private func bind(_ system: TestSystem, entrance: String) async throws -> SeamAnswer {
        try await system.answer(
            "locks", "bind", "--provider", "nuki", "--workspace", TestCloud.workspace, "--entrance", entrance,
            "--device", TestSystem.frontAddress)
    }
}
