import Glibc
import RadioModel
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a SwitchBot lock in the whole system. The lock is bound with its owner's key and then opened. Its state is
/// always reported truthfully.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SwitchBotDoorTests {
    private static let lock = "shed"
    private static let address = "F1:09:9F:45:1A:5D"
    private static let door = "Studio"
    private static let arguments = [
        "locks", "bind", "--provider", "switchbot", "--workspace", TestCloud.workspace, "--entrance",
        "entrance_studio", "--device", address, "--address-type", "random",
    ]

    /// Starts a system with a lock that belongs to somebody's account. The person in this system may open the lock's
    /// door. Returns the system, and the key that the owner passes on.
    private func system() async throws -> (TestSystem, key: String) {
        let system = try await TestSystem(
            moreLocks: ["\(Self.lock):\(Self.address):switchbot_lock"],
            providers: ["nuki", "switchbot"])
        try await system.signIn()
        return (system, try share(system))
    }

    private func share(_ system: TestSystem) throws -> String {
        let shared = try system.lockControl(["op": "share", "lock": .string(Self.lock)])
        return try #require(shared["shared_key"]?.stringValue, "\(shared)")
    }

    /// Starts a system, and binds its lock.
    private func bound() async throws -> TestSystem {
        let (system, key) = try await system()
        let bound = try await system.seam(Self.arguments, input: "\(key)\n")
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        // The person learns of the protocol's limits before anything is sent to the lock.
        #expect(bound.errors.contains("can change any message"), "\(bound)")
        return system
    }

    private func kinds(_ system: TestSystem) throws -> [String] {
        try system.lockEvents(Self.lock).compactMap { $0["event"]?.stringValue }
    }

    @Test("SwitchBot door: a lock is bound with its owner's key and opened") func aLockIsBoundAndOpened() async throws {
        let system = try await bound()
        let opened = try await system.answer("unlock", Self.door)
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        #expect(try kinds(system) == ["unlocking", "unlocked"])
        let attempt = try await system.journal().first
        #expect(attempt?.state == .granted && attempt?.confirmation == .confirmed, "\(String(describing: attempt))")
        let listed = try await system.answer("locks", "list")
        #expect(listed.lines.first?["status"]?["state"]?.stringValue == "unlocked", "\(listed)")
        // The key belongs to the lock, so it is kept when all our processes and the lock's process restart.
        try await system.killLocks()
        try await system.startLocks()
        try await system.killSessiond()
        try await system.startSessiond()
        let again = try await system.answer("unlock", Self.door)
        #expect(again.status == 0, "\(again)\n\(system.logs)")
        #expect(try await system.journalIsIntact())
    }

    /// Every SwitchBot lock has an owner, so the person is always asked for the key. No log, file or process shows the
    /// key.
    @Test("SwitchBot door: only the lock's own key binds it, and the key stays secret")
    func onlyTheLocksOwnKeyBindsIt() async throws {
        let (system, key) = try await system()
        let unasked = try await system.answer(
            "locks", "bind", "--provider", "switchbot", "--workspace", TestCloud.workspace, "--entrance",
            "entrance_studio", "--yes")
        #expect(unasked.status == 3 && unasked.reason == "bind.not_ready", "\(unasked)")
        let wrong = try await system.seam(Self.arguments, input: "0a 0123456789abcdef\n")
        #expect(wrong.status == 3 && wrong.errors.contains("not a key that the owner"), "\(wrong)")
        let other = "\(key.prefix(3))00112233445566778899aabbccddeeff"
        let refused = try await system.seam(Self.arguments, input: "\(other)\n")
        #expect(refused.status == 3 && refused.errors.contains("does not know this key"), "\(refused)")
        let bound = try await system.seam(Self.arguments, input: "Key ID: \(key.prefix(2)), key: \(key.dropFirst(3))\n")
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        let secret = SecretForms("key", Hex.decode(key.dropFirst(3)) ?? [])
        try await lookAtProcesses(of: system, secret)
        let state = system.directory.file("lock/state.json")
        let files = try SecretPlace.files(below: system.directory.path).filter { $0.path != state }
        #expect(files.contains { $0.path == system.storeFile })
        for file in files { #expect(secret.found(in: file.content).isEmpty, "\(file.path)") }
        #expect(!system.logs.contains(key.dropFirst(3)) && !bound.errors.contains(key.dropFirst(3)))
    }

    /// In the middle of an unlock, searches the arguments and the environment of every process.
    private func lookAtProcesses(of system: TestSystem, _ secret: SecretForms) async throws {
        try system.lockControl(["op": "fault", "lock": .string(Self.lock), "kind": "slow", "step": 6, "ms": 1500])
        let lock = try system.followLock()
        let unlock = try system.startSeam(["unlock", Self.door])
        try await lock.awaitOutput("\"unlocking\"")
        #expect(system.providerProcess() != nil)
        for place in SecretPlace.processes(of: system) {
            #expect(secret.found(in: place.content).isEmpty, "\(place.name)")
        }
        #expect(try await unlock.awaitExit() == 0, "\(unlock.errors)\n\(system.logs)")
    }

    /// The owner removes the lock from the account and adds it again. The maker's cloud then makes another key.
    @Test("SwitchBot door: a lock with a new key is bound again") func aLockWithANewKeyIsBoundAgain() async throws {
        let system = try await bound()
        try system.lockControl(["op": "pairing", "lock": .string(Self.lock), "on": true])
        let renewed = try share(system)
        let closed = try await system.answer("unlock", Self.door)
        #expect(closed.status != 0 && "\(closed)".contains("switchbot_not_authorized"), "\(closed)")
        let rotated = try await system.seam(["locks", "rotate", Self.address])
        #expect(rotated.status == 3, "\(rotated)")
        let again = try await system.seam(["locks", "rebind", Self.address], input: "\(renewed)\n")
        #expect(again.status == 0, "\(again)\n\(system.logs)")
        #expect(try await system.answer("unlock", Self.door).status == 0)
    }

    /// Each fault has a reason of its own, and the next unlock works.
    @Test(
        "SwitchBot door: a fault is told as it is",
        arguments: ([
            ("jammed", nil, "switchbot_jammed"), ("motor", nil, "switchbot_failed"), ("refuse", nil, "switchbot_busy"),
            ("paired_elsewhere", nil, "switchbot_not_authorized"), ("mute", nil, "timed_out"),
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
        // A refusal is not encrypted, so it proves nothing about the bolt.
        if kind == "refuse" { #expect(answer.lines.last?["result"]?["effect"] == "unknown", "\(answer)") }
        #expect(try !kinds(system).contains("unlocked"))
        try system.lockControl(["op": "clear", "lock": .string(Self.lock)])
        let next = try await system.answer("unlock", Self.door)
        #expect(next.status == 0, "\(next)\n\(system.logs)")
        #expect(try kinds(system).filter { $0 == "unlocked" }.count == 1)
        #expect(try await system.journalIsIntact())
    }

    /// If the lock vanishes after the command, the outcome is unknown. If the lock had already reported that it was
    /// moving, the daemon later asks it for the outcome.
    @Test("SwitchBot door: a lock that vanishes past its command", arguments: [(5, false), (7, true)])
    func aLockThatVanishesPastItsCommand(step: Int64, isKnown: Bool) async throws {
        let system = try await bound()
        try system.lockControl(
            ["op": "fault", "lock": .string(Self.lock), "kind": "vanish", "step": .integer(step)])
        let answer = try await system.answer("unlock", Self.door, "--timeout", "5s")
        #expect("\(answer)".contains("outcome_unknown") != isKnown, "\(answer)")
        #expect((answer.status == 0) == isKnown, "\(answer)")
        #expect(try kinds(system) == ["unlocking", "unlocked"])
    }
}
