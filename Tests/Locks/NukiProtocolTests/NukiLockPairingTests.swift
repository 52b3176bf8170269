import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("Pairing, lock side")
struct NukiLockPairingTests {
    private func write(_ lock: inout NukiLock, _ text: String, _ random: inout ScriptedRandom) -> [NukiLockOutput] {
        lock.written(hex(text), to: NukiCharacteristic.pairing, at: .zero, using: &random)
    }

    @Test("Nuki lock pairing: the official conversation, byte for byte")
    func conversation() throws {
        var settings = Locks.settings()
        let shared = try Official.shared()
        settings.keyAgreement = NukiKeyAgreement(publicKey: Official.lockPublic) { peer throws(NukiError) in
            guard peer == Official.clientPublic else { throw NukiError(.weakKey, "another client") }
            return shared
        }
        let earlier = NukiLockUser(authID: 1, appID: 9, name: "first", key: shared)
        var lock = NukiLock(settings, users: [earlier])
        var random = ScriptedRandom(Official.firstChallenge + Official.secondChallenge + Official.lockNonce)
        _ = lock.setPairing(true, at: .zero)
        lock.connected(mtu: 247, at: .zero)
        lock.subscribed(to: NukiCharacteristic.pairing, true, at: .zero)
        for step in stride(from: 0, to: 10, by: 2) {
            let outputs = write(&lock, Official.pairing[step], &random)
            #expect(outputs.first == .received(.pairing(step + 1)))
            let answer = NukiLockOutput.tell(
                characteristic: NukiCharacteristic.pairing,
                pieces: [hex(Official.pairing[step + 1])],
                step: .pairing(step + 2)
            )
            #expect(outputs.last == answer)
        }
        let user = NukiLockUser(authID: 2, appID: 0, name: "Marc (Test)", key: shared)
        #expect(lock.users == [earlier, user])
        #expect(lock.pairingUntil == nil)
    }

    @Test(
        "Nuki lock pairing: both sides pair, classic and Ultra, at every MTU",
        arguments: [NukiLockKind.classic, .ultra], [23, 64, 247])
    func bothSides(kind: NukiLockKind, mtu: Int) throws {
        var lock = NukiLock(Locks.settings(kind))
        _ = lock.setPairing(true, at: .zero)
        let parameters = NukiBind.Parameters(
            kind: kind,
            appID: 0x1122_3344,
            name: "Seam broker",
            pin: 123_456,
            deadline: .seconds(45)
        )
        let air = Air(lock, NukiBind(parameters), mtu: mtu)
        let result = try #require(air.run())
        #expect(result.outcome == .succeeded)
        let credential = try NukiCredential(encoded: try #require(result.credential))
        #expect(credential.nukiID == 0x33C3_35C5)
        #expect(credential.kind == kind)
        #expect(credential.lockUUID == hex(Official.lockUUID))
        let user = try #require(air.lock.users.first)
        #expect(user.key == credential.key && user.authID == credential.authID && user.name == "Seam broker")
        #expect(air.events.map(\.kind) == [.paired, .pairingOff])
        #expect(air.events.first?.actor?.appID == 0x1122_3344)
        #expect(!air.writes.contains { $0.commit })
        let pairingSteps = air.steps.filter { $0.conversation == .pairing }.map(\.number)
        #expect(pairingSteps == Array(1...(kind == .classic ? 10 : 8)))
    }

    @Test("Nuki lock pairing: an Ultra asks for its PIN; a wrong one is refused, and after five even the right one")
    func pin() throws {
        var lock = NukiLock(Locks.settings(.ultra))
        _ = lock.setPairing(true, at: .zero)
        for attempt in 1...6 {
            let pin: UInt32 = attempt == 6 ? 123_456 : 1
            let bind = NukiBind(
                .init(kind: .ultra, appID: 1, name: "kiosk", pin: pin, deadline: .seconds(45))
            )
            let air = Air(lock, bind)
            let reason = attempt == 6 ? "nuki.too_many_pin_attempts" : "nuki.bad_pin"
            #expect(air.run() == KeyResult(.failed, reason: reason))
            lock = air.lock
        }
    }

    private func ultraWithoutPIN() -> Air<NukiBind> {
        var lock = NukiLock(Locks.settings(.ultra))
        _ = lock.setPairing(true, at: .zero)
        return Air(lock, NukiBind(.init(kind: .ultra, appID: 1, name: "kiosk", deadline: .seconds(45))))
    }

    @Test("a person may give the PIN, and take time for it: the link is kept up")
    func prompted() throws {
        let air = ultraWithoutPIN()
        air.pinAnswer = "123456"
        #expect(air.run()?.outcome == .succeeded)
        #expect(air.prompts == [.enterPIN])
        let nobody = ultraWithoutPIN()
        #expect(nobody.run() == KeyResult(.timedOut))
        #expect(nobody.now == .seconds(45))
        #expect(nobody.prompts == [.enterPIN])

        let unanswered = ultraWithoutPIN()
        unanswered.pinAnswer = ""
        #expect(unanswered.run() == KeyResult(.timedOut))

        let late = ultraWithoutPIN()
        late.pinAnswer = "123456"
        late.answersAfter = .seconds(30)
        #expect(late.run()?.outcome == .succeeded)
        #expect(late.now >= .seconds(30))
    }

    @Test("Nuki lock pairing: a button that nobody pressed is asked for once while the PIN is awaited")
    func promptedForBoth() {
        let bind = NukiBind(.init(kind: .ultra, appID: 1, name: "kiosk", deadline: .seconds(20)))
        let air = Air(NukiLock(Locks.settings(.ultra)), bind)
        air.pinAnswer = "123456"
        air.answersAfter = .seconds(9)
        #expect(air.run() == KeyResult(.timedOut))
        #expect(air.prompts == [.enterPIN, .pressButton])
    }

    @Test("Nuki lock pairing: a PIN is up to six digits", arguments: ["1234567", "12a", "١٢٣", "-1"])
    func badAnswer(answer: String) {
        let air = ultraWithoutPIN()
        air.pinAnswer = answer
        #expect(air.run() == KeyResult(.failed, reason: NukiKeyReason.badPIN))
    }

    @Test("Nuki lock pairing: out of pairing mode, pairing waits for the button and gives up at its deadline")
    func notPairing() {
        let air = Air(
            NukiLock(Locks.settings()),
            NukiBind(.init(kind: .classic, appID: 1, name: "kiosk", deadline: .seconds(45)))
        )
        #expect(air.run() == KeyResult(.timedOut))
        #expect(air.prompts == [.pressButton])
        #expect(air.writes.count > 5)
    }

    private func kinds(_ outputs: [NukiLockOutput]) -> [NukiLockEvent.Kind] {
        outputs.compactMap { if case .event(let event) = $0 { event.kind } else { nil } }
    }

    @Test("Nuki lock pairing: pairing mode ends by itself, and by the switch")
    func window() {
        var random = ScriptedRandom()
        var lock = NukiLock(Locks.settings())
        #expect(lock.setPairing(false, at: .zero) == [])
        #expect(kinds(lock.setPairing(true, at: .zero)) == [.pairingOn])
        #expect(lock.wakeAt == .seconds(60))
        #expect(lock.woke(at: .seconds(59), using: &random) == [])
        #expect(kinds(lock.woke(at: .seconds(60), using: &random)) == [.pairingOff])
        #expect(lock.pairingUntil == nil)
    }

    @Test("Nuki lock pairing: each fault of a client has its error code")
    func errors() throws {
        var random = ScriptedRandom()
        var lock = NukiLock(Locks.settings())
        lock.connected(mtu: 247, at: .zero)
        lock.subscribed(to: NukiCharacteristic.pairing, true, at: .zero)
        func answer(_ outputs: [NukiLockOutput]) -> String? {
            guard case .tell(_, let pieces, _) = outputs.last else { return nil }
            return hex(pieces.flatMap { $0 })
        }
        #expect(answer(write(&lock, Official.pairing[0], &random)) == "12001001008721")
        #expect(answer(write(&lock, "0100030027a8", &random)) == "1200fd0000d6f0")
        #expect(answer(write(&lock, "01", &random))?.prefix(6) == "1200fe")
        _ = lock.setPairing(true, at: .zero)
        #expect(answer(write(&lock, Official.pairing[4], &random))?.prefix(6) == "1200ff")
        func begin() { _ = write(&lock, Official.pairing[0], &random) }
        begin()
        let zero = NukiMessage(.publicKey, [UInt8](repeating: 0, count: 32)).plainFrame
        #expect(answer(write(&lock, hex(zero), &random))?.prefix(6) == "120012")
        // The lock has forgotten the values that both sides had agreed on, so the next step is no longer valid.
        #expect(answer(write(&lock, Official.pairing[2], &random))?.prefix(6) == "1200ff")
        begin()
        _ = write(&lock, Official.pairing[2], &random)
        #expect(answer(write(&lock, Official.pairing[4], &random))?.prefix(6) == "120011")
    }

    @Test("Nuki lock pairing: a full lock takes nobody but a client it knows by name")
    func full() {
        var settings = Locks.settings()
        settings.maximumUsers = 1
        var lock = NukiLock(settings)
        for (name, expected) in [("a", KeyOutcome.succeeded), ("b", .failed), ("a", .succeeded)] {
            _ = lock.setPairing(true, at: .zero)
            let air = Air(
                lock,
                NukiBind(.init(kind: .classic, appID: 1, name: name, deadline: .seconds(45)))
            )
            #expect(air.run()?.outcome == expected)
            lock = air.lock
            #expect(lock.users.count == 1)
        }
    }

    @Test("Nuki lock pairing: a lock that belongs to somebody else pairs with nobody")
    func ownedElsewhere() throws {
        var lock = try Locks.known()
        lock.isOwnedElsewhere = true
        _ = lock.setPairing(true, at: .zero)
        let bind = Air(lock, NukiBind(.init(kind: .classic, appID: 1, name: "x", deadline: .seconds(3))))
        #expect(bind.run()?.outcome == .timedOut)
        let unlock = Air(lock, try Locks.unlock())
        #expect(unlock.run() == KeyResult(.failed, reason: "nuki.not_authorized"))
    }

    @Test("a link that breaks after any step: paired exactly when the lock lists the client", arguments: 1...10)
    func broken(step: Int) {
        var lock = NukiLock(Locks.settings())
        _ = lock.setPairing(true, at: .zero)
        let air = Air(lock, NukiBind(.init(kind: .classic, appID: 1, name: "x", deadline: .seconds(45))))
        air.breakAfter = .pairing(step)
        let result = air.run()
        #expect(air.lock.users.count == (step >= 9 ? 1 : 0))
        #expect(result?.outcome == (step == 10 ? .succeeded : .failed))
    }

    @Test(
        "Nuki lock pairing: advertising data say whether the lock pairs, and fit on air",
        arguments: [NukiLockKind.classic, .ultra])
    func advertising(kind: NukiLockKind) {
        var lock = NukiLock(Locks.settings(kind))
        #expect(
            hex(lock.advertisingData)
                == "0201061aff4c000215a92ee200550111e4916c0800200c9a6633c335c5c4"
        )
        _ = lock.setPairing(true, at: .zero)
        let service = kind == .classic ? "e1" : "e3"
        #expect(hex(lock.advertisingData) == "0201061521669a0c2000086c91e411015500\(service)2ea933c335c5")
        #expect(lock.advertisingData.count <= 31)
        #expect(NukiLock.advertisedName(nukiID: 0xC5) == "Nuki_000000C5")
    }
}
