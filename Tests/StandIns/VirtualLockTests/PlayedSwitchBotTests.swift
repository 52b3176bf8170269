import LockProtocol
import RadioModel
import SwitchBotProtocol
import TestSupport
import Testing
import VirtualLock
import VirtualRadio
import Wire

@Suite("A played SwitchBot lock and its faults")
struct PlayedSwitchBotTests {
    private static let secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"

    private func key() throws -> SwitchBotKey { try SwitchBotKey(id: 0x5A, hex(Self.secret)) }

    private func lock(_ faults: LockFault...) throws -> PlayedLock {
        let specification = try LockSpecification(name: "shed", address: PlayedAir.address, kind: .switchBotLock)
        var played = PlayedLock(
            specification, keys: PlayedKeys(switchBot: try key()), clockStart: 1_800_000_000)
        for fault in faults { _ = played.set(fault) }
        return played
    }

    private func unlock() throws -> SwitchBotUnlock {
        SwitchBotUnlock(.init(credential: SwitchBotCredential(key: try key()), deadline: .seconds(10)))
    }

    private func kinds(_ air: PlayedAir) -> [SwitchBotLockEvent.Kind] {
        air.otherEvents.compactMap { if case .switchBot(let event) = $0 { event.kind } else { nil } }
    }

    @Test("played SwitchBot: opens, with the smallest MTU as well", arguments: [23, 247])
    func opens(mtu: Int) throws {
        let air = PlayedAir(try lock(), try unlock(), mtu: mtu)
        let result = try #require(air.run())
        #expect(result.outcome == .succeeded && result.confirmation == .confirmed)
        #expect(kinds(air) == [.unlocking, .unlocked])
        #expect(air.indications.allSatisfy { $0 <= 20 })
    }

    @Test(
        "played SwitchBot: what it says to everybody fits an advertisement, and follows the bolt",
        arguments: [(LockSpecification.Kind.switchBotLock, "6f"), (.switchBotLockLite, "2d")])
    func advertisement(kind: LockSpecification.Kind, model: String) throws {
        let lite = PlayedLock(
            try LockSpecification(name: "shed", address: PlayedAir.address, kind: kind), clockStart: 0)
        let profile = try #require(lite.profile)
        #expect(hex(profile.advertising) == "0201060dff6909" + "54d272000001" + "018000000616" + "3dfd\(model)8064")
        #expect(profile.services.map(\.uuid.description) == [SwitchBotCharacteristic.service])
        let air = PlayedAir(try lock(), try unlock())
        _ = air.run()
        let states = air.updates.compactMap { $0.advertising.map { hex(Array($0[13...14])) } }
        #expect(states == ["02b0", "0390"])
    }

    @Test("played SwitchBot: its keys survive in the form of its file") func keys() throws {
        var fresh = PlayedLock(
            try LockSpecification(name: "shed", address: PlayedAir.address, kind: .switchBotLock), clockStart: 0)
        var random = SystemRandomNumberGenerator()
        let (text, outputs) = try #require(fresh.share(at: .zero, using: &random))
        #expect(outputs == [.keepKeys])
        #expect(try SwitchBotSharedKey(text).key == fresh.lock.keys.switchBot)
        let reset = fresh.setPairing(true, at: .zero)
        #expect(reset.contains(.keepKeys) && fresh.lock.keys.switchBot == nil)
        #expect(fresh.setPairing(false, at: .zero) == [])
    }

    @Test("vanish after any step: opened exactly when the command had arrived, and back later", arguments: 0...8)
    func vanish(step: Int) throws {
        let air = PlayedAir(try lock(LockFault(.vanish, step: step)), try unlock())
        let result = try #require(air.run())
        air.settle()
        #expect(kinds(air).contains(.unlocked) == (step >= 5))
        #expect(result.outcome == (step == 8 ? .succeeded : .failed))
        #expect(air.updates.compactMap(\.inRange) == [false, true])
    }

    @Test("played SwitchBot: silent from the start, and after any step", arguments: [nil, 2, 4, 5, 6, 7])
    func silent(step: Int?) throws {
        let air = PlayedAir(try lock(LockFault(.silent, step: step)), try unlock())
        let result = try #require(air.run())
        air.settle()
        #expect(kinds(air).contains(.unlocked) == ((step ?? 0) >= 4))
        #expect(result.outcome == .timedOut)
    }

    @Test(
        "played SwitchBot: refuse, jammed, motor, paired elsewhere",
        arguments: [
            (LockFault(.refuse), "switchbot.busy", [SwitchBotLockEvent.Kind.refused]),
            (LockFault(.jammed), "switchbot.jammed", [.unlocking, .motorFault]),
            (LockFault(.motor), "switchbot.failed", [.motorFault]),
            (LockFault(.pairedElsewhere), "switchbot.not_authorized", [.refused]),
        ])
    func refused(fault: LockFault, reason: String, events: [SwitchBotLockEvent.Kind]) throws {
        let air = PlayedAir(try lock(fault), try unlock())
        #expect(air.run()?.reason == reason)
        air.settle()
        #expect(kinds(air) == events)
        var cleared = air.played
        _ = cleared.clear()
        #expect(PlayedAir(cleared, try unlock()).run()?.outcome == .succeeded)
    }

    @Test("played SwitchBot: low battery only says so") func battery() throws {
        let air = PlayedAir(try lock(LockFault(.lowBattery)), try unlock())
        #expect(air.run()?.reading?.isBatteryCritical == true && air.result?.outcome == .succeeded)
    }
}
