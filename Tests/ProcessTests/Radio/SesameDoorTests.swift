import Foundation
import Glibc
import RadioModel
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a Sesame 5 in the whole system. The lock is bound to a door in the cloud and then opened. Its state is always
/// reported truthfully.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SesameDoorTests {
    private static let lock = "side"
    private static let address = "FF:7C:46:FE:77:D8"
    private static let door = "Studio"

    /// Starts a system with a lock that has no key yet. The person in this system may open the lock's door.
    private func system() async throws -> TestSystem {
        let system = try await TestSystem(moreLocks: ["\(Self.lock):\(Self.address):sesame_5"])
        try await system.signIn()
        return system
    }

    private func bind(_ system: TestSystem) async throws -> SeamAnswer {
        try await system.answer(
            "locks", "bind", "--provider", "sesame", "--workspace", TestCloud.workspace, "--entrance",
            "entrance_studio", "--device", Self.address, "--address-type", "random")
    }

    /// Starts a system, and binds its lock.
    private func bound() async throws -> TestSystem {
        let system = try await system()
        let bound = try await bind(system)
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        // The person learns of the protocol's limits before anything is sent to the lock.
        let told = bound.items.first { $0["phase"] == "connecting" }
        #expect(told?["detail"]?.stringValue?.contains("all owners share one key") == true, "\(bound)")
        return system
    }

    private func kinds(_ system: TestSystem) throws -> [String] {
        try system.lockEvents(Self.lock).compactMap { $0["event"]?.stringValue }
    }

    @Test("Sesame door: a lock is registered and opened") func aLockIsRegisteredAndOpened() async throws {
        let system = try await bound()
        let opened = try await system.answer("unlock", Self.door)
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        #expect(try kinds(system) == ["paired", "unlocking", "unlocked"])
        let attempt = try await system.journal().first
        #expect(attempt?.state == .granted && attempt?.confirmation == .confirmed, "\(String(describing: attempt))")
        // The key belongs to the lock, so it is kept when all our processes and the lock's process restart.
        try await system.killLocks()
        try await system.startLocks()
        try await system.killSessiond()
        try await system.startSessiond()
        let again = try await system.answer("unlock", Self.door)
        #expect(again.status == 0, "\(again)\n\(system.logs)")
    }

    /// The lock has the key, but has not proved that it has it. The report says exactly this, and the key is not lost.
    @Test("Sesame door: a lock that vanishes after its registration is not verified")
    func aLockThatVanishesAfterItsRegistrationIsNotVerified() async throws {
        let system = try await system()
        try system.lockControl([
            "op": "fault", "lock": .string(Self.lock), "kind": "vanish", "step": 3, "during": "pairing",
        ])
        let unverified = try await bind(system)
        #expect(unverified.status == 0, "\(unverified)\n\(system.logs)")
        #expect(unverified.lines.last?["result"]?["unverified"] == true, "\(unverified)")
        try system.lockControl(["op": "clear", "lock": .string(Self.lock)])
        #expect(try await system.answer("unlock", Self.door).status == 0)
        let listed = try await system.answer("locks", "list")
        let binding = try #require(listed.lines.first?["binding_id"]?.stringValue, "\(listed)")
        try await unbind(binding, system)
        try system.lockControl(["op": "pairing", "lock": .string(Self.lock), "on": true])
        let verified = try await bind(system)
        #expect(verified.status == 0 && verified.lines.last?["result"]?["unverified"] == nil, "\(verified)")
    }

    /// Unbinds the lock, repeatedly if necessary. After its answer, an attempt keeps the lock until the link is closed.
    private func unbind(_ binding: String, _ system: TestSystem) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        var answer = try await system.answer("locks", "unbind", binding)
        while "\(answer)".contains("bind.busy"), ContinuousClock.now < deadline {
            poll(nil, 0, 50)
            answer = try await system.answer("locks", "unbind", binding)
        }
        #expect(answer.status == 0, "\(answer)")
    }

    @Test("Sesame door: a lock that has a key is not taken") func aLockThatHasAKeyIsNotTaken() async throws {
        let system = try await bound()
        let list = try await system.answer("locks", "list")
        let binding = try #require(list.lines.first?["binding_id"]?.stringValue, "\(list)")
        #expect(try await system.answer("locks", "unbind", binding).status == 0)
        let second = try await bind(system)
        #expect(second.status == 3 && second.reason == "bind.not_ready", "\(second)")
        #expect(try kinds(system) == ["paired"], "it was not asked")
        // After a reset, the lock is free again.
        try system.lockControl(["op": "pairing", "lock": .string(Self.lock), "on": true])
        let third = try await bind(system)
        #expect(third.status == 0, "\(third)\n\(system.logs)")
        #expect(try kinds(system) == ["paired", "reset", "paired"])
    }

    /// The owner's app has the lock's key. The owner shares the key as a QR code.
    @Test("Sesame door: a lock with an owner is bound by the owner's key")
    func aLockWithAnOwnerIsBoundByTheOwnersKey() async throws {
        let system = try await system()
        let shared = try system.lockControl(["op": "share", "lock": .string(Self.lock)])
        let key = try #require(shared["shared_key"]?.stringValue, "\(shared)")
        let arguments = [
            "locks", "bind", "--provider", "sesame", "--workspace", TestCloud.workspace, "--entrance",
            "entrance_studio", "--device", Self.address, "--address-type", "random",
        ]
        let wrong = try await system.seam(arguments, input: "ssm://UI?t=sk&sk=AAAA\n")
        #expect(wrong.status == 3, "\(wrong)")
        #expect(wrong.errors.contains("not a key that the owner"), "\(wrong)")
        let other = Self.anotherLocksKey
        let refused = try await system.seam(arguments, input: "\(other)\n")
        #expect(refused.status == 3 && refused.errors.contains("does not know this key"), "\(refused)")
        let bound = try await system.seam(arguments, input: "\(key)\n")
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        #expect(!bound.errors.contains("not verified"))
        #expect(try await system.answer("unlock", Self.door).status == 0)
        // The owner resets the lock and registers it again. After that, the lock is bound again in the same way.
        try system.lockControl(["op": "pairing", "lock": .string(Self.lock), "on": true])
        let renewed = try system.lockControl(["op": "share", "lock": .string(Self.lock)])["shared_key"]?.stringValue
        #expect(renewed != nil && renewed != key)
        let again = try await system.seam(["locks", "rebind", Self.address], input: "\(renewed ?? "")\n")
        #expect(again.status == 0, "\(again)\n\(system.logs)")
        #expect(try await system.answer("unlock", Self.door).status == 0)
        #expect(try !kinds(system).contains("paired"), "it was never registered by us")
        let digits = try #require(key.split(whereSeparator: { "=&".contains($0) }).dropFirst(3).first)
        let secret = try #require(Data(base64Encoded: String(digits))).dropFirst().prefix(16)
        #expect(!system.logs.contains(digits.prefix(40)) && !system.logs.contains(Hex.encode(secret)))
    }

    /// The shared key of another lock. It is an example from gomalock.
    private static let anotherLocksKey =
        "ssm://UI?t=sk&sk=BXLHzh9DHlnYADpnzKFXZwsAAAAAAAABAgMEBQYHCAkKCwwNDg8Q&l=1&n=Door%20A"

    /// If `--device` is not given, `seam` chooses a lock that can be paired, even if a lock with an owner is nearer.
    @Test("Sesame door: the lock without an owner is chosen") func theLockWithoutAnOwnerIsChosen() async throws {
        let other = "FF:7C:46:FE:77:D9"
        let system = try await TestSystem(
            moreLocks: ["\(Self.lock):\(Self.address):sesame_5", "other:\(other):sesame_5"])
        try await system.signIn()
        func bindAny() async throws -> SeamAnswer {
            try await system.answer(
                "locks", "bind", "--provider", "sesame", "--workspace", TestCloud.workspace, "--entrance",
                "entrance_studio", "--yes")
        }
        func unbind() async throws {
            let list = try await system.answer("locks", "list")
            try await self.unbind(try #require(list.lines.first?["binding_id"]?.stringValue, "\(list)"), system)
        }
        #expect(try await bind(system).status == 0)
        // After the unbind, the lock still has its key, and its advertisements say so.
        try await unbind()
        try system.lockControl(["op": "signal", "lock": .string(Self.lock), "rssi_dbm": -30])
        let bound = try await bindAny()
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        let found = bound.items.filter { $0["ready_to_pair"] != nil }
        #expect(
            Set(found.compactMap { $0["ready_to_pair"] == true ? $0["device"]?["address"]?.stringValue : nil }) == [
                other
            ])
        #expect(bound.lines.last?["result"]?["device"]?["address"]?.stringValue == other, "\(bound)")
        try await unbind()
        let none = try await bindAny()
        #expect(none.status == 3 && "\(none)".contains("bind.not_ready"), "\(none)")
        #expect(try kinds(system) == ["paired"], "it was not asked")
    }

    /// Each fault has a reason of its own, and the next unlock works.
    @Test(
        "Sesame door: a fault is told as it is",
        arguments: ([
            ("jammed", nil, "sesame_jammed"), ("motor", nil, "sesame_unknown"), ("refuse", nil, "sesame_busy"),
            ("paired_elsewhere", nil, "sesame_not_authorized"), ("mute", nil, "timed_out"),
            // BlueZ does not report why a link was lost.
            ("vanish", 2, TestSystem.isInLab ? "link_lost" : "supervision"),
        ] as [(String, Int64?, String)]).sampled)
    func aFaultIsToldAsItIs(kind: String, step: Int64?, reason: String) async throws {
        let system = try await bound()
        try system.lockControl(
            .members(
                ("op", "fault"), ("lock", .string(Self.lock)), ("kind", .string(kind)),
                ("step", step.map(JSON.integer))))
        let answer = try await system.answer("unlock", Self.door, "--timeout", "5s")
        #expect(answer.status != 0 && "\(answer)".contains(reason), "\(answer)")
        // A refusal is sealed, and comes before the lock acts, so the command may be sent a second time.
        if kind == "refuse" {
            #expect(answer.status == 3 && answer.lines.last?["result"]?["effect"] == "none", "\(answer)")
        }
        #expect(try !kinds(system).contains("unlocked"))
        try system.lockControl(["op": "clear", "lock": .string(Self.lock)])
        let next = try await system.answer("unlock", Self.door)
        #expect(next.status == 0, "\(next)\n\(system.logs)")
        #expect(try kinds(system).filter { $0 == "unlocked" }.count == 1)
        #expect(try await system.journalIsIntact())
    }

    /// If the lock vanishes after the command, the outcome is unknown. If the lock had already reported that it was
    /// moving, the daemon later asks it for the outcome.
    @Test("Sesame door: a lock that vanishes past its command", arguments: [(5, false), (7, true)])
    func aLockThatVanishesPastItsCommand(step: Int64, isKnown: Bool) async throws {
        let system = try await bound()
        try system.lockControl(
            ["op": "fault", "lock": .string(Self.lock), "kind": "vanish", "step": .integer(step)])
        let answer = try await system.answer("unlock", Self.door, "--timeout", "5s")
        #expect("\(answer)".contains("outcome_unknown") != isKnown, "\(answer)")
        #expect((answer.status == 0) == isKnown, "\(answer)")
        #expect(try kinds(system) == ["paired", "unlocking", "unlocked"])
    }
}
