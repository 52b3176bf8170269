import LockProtocol
import SesameProtocol
import TestSupport
import Testing

@Suite("Registration, both sides") struct SesameBindTests {
    static func bind() -> SesameBind { SesameBind(.init(clockStart: 1_700_000_000, deadline: .seconds(45))) }

    @Test("Sesame bind: a lock without a key takes ours, and opens with it")
    func registers() throws {
        let air = SesameAir(SesameLock(SesameLocks.settings()), Self.bind())
        #expect(air.lock.advertisement?.isRegistered == false)
        let end = try #require(air.run())
        #expect(end.outcome == .succeeded)
        #expect(end.evidence.map { String(decoding: $0, as: UTF8.self) } == "3.0-5-18a8e4")
        #expect(air.lock.advertisement?.isRegistered == true)
        #expect(air.events.map(\.kind) == [.paired])
        let credential = try SesameCredential(encoded: try #require(end.credential))
        #expect(air.lock.secret == credential.secret)
        #expect(!air.writes.contains { $0.commit })

        let unlock = SesameUnlock(.init(credential: credential, deadline: .seconds(10)))
        #expect(try #require(SesameAir(air.lock, unlock).run()).confirmation == .confirmed)
        let status = SesameStatusRead(credential: credential, clockStart: 1_700_000_000, deadline: .seconds(10))
        let read = SesameAir(air.lock, status)
        _ = read.run()
        // The registration has already set the clock.
        #expect(read.writes.count == 2, "the login and the version")
    }

    @Test("Sesame bind: the recorded registration, byte for byte")
    func recorded() throws {
        var random = ScriptedRandom("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
        var bind = Self.bind()
        #expect(bind.handle(.started, at: .zero, using: &random).count == 2)
        func hears(_ packet: String) -> [KeyAction] {
            bind.handle(
                .value(characteristic: SesameCharacteristic.notify, bytes: hex(packet)), at: .zero, using: &random)
        }
        let request = hears("03080ea1b2c3d4").map { action in
            if case .write(_, let bytes, false) = action { hex(bytes) } else { "" }
        }
        #expect(request == SesameVectorsTests.registrationPackets)
        var actions: [KeyAction] = []
        for packet in SesameVectorsTests.registeredPackets {
            #expect(actions == [])
            actions = hears(packet)
        }
        #expect(actions.count == 1)
        // Seals the lock's first message, which proves its key.
        var lock = try SesameVectorsTests.secret().session(token: hex(SesameVectorsTests.token))
        let answer = try lock.seal(SesameReport.response(.version, .success, [0x33]).encoded).packets
        let end = SesameOperationTests.result(hears(hex(answer[0])))
        #expect(end?.outcome == .succeeded)
        #expect(end?.credential == [1] + hex(SesameVectorsTests.deviceSecret))
    }

    @Test("Sesame bind: a lock that has a key keeps it")
    func taken() throws {
        let air = SesameAir(try SesameLocks.known(), Self.bind())
        let end = try #require(air.run())
        #expect(end.outcome == .failed && end.reason == "sesame.already_registered" && end.credential == nil)
        #expect(air.lock.secret == (try SesameVectorsTests.secret()))
    }

    @Test("Sesame bind: somebody in the middle who does not have the key that was agreed")
    func middle() throws {
        var random = ScriptedRandom("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
        var bind = Self.bind()
        _ = bind.handle(.started, at: .zero, using: &random)
        for packet in ["03080ea1b2c3d4"] + SesameVectorsTests.registeredPackets {
            _ = bind.handle(
                .value(characteristic: SesameCharacteristic.notify, bytes: hex(packet)), at: .zero, using: &random)
        }
        let forged = KeyEvent.value(
            characteristic: SesameCharacteristic.notify, bytes: hex("05bf824be547abd200cf238e5df5"))
        let end = SesameOperationTests.result(bind.handle(forged, at: .zero, using: &random))
        #expect(end?.outcome == .failed && end?.reason == "sesame.lock_not_authentic" && end?.credential == nil)
    }

    @Test("Sesame bind: a link that breaks", arguments: 1...3)
    func broken(number: Int) throws {
        let air = SesameAir(SesameLock(SesameLocks.settings()), Self.bind())
        air.breakAfter = number == 1 ? .operation(1) : .pairing(number)
        let end = try #require(air.run())
        if number == 3 {
            // The lock's key arrived before the link broke, so the key is not lost.
            #expect(end.outcome == .succeeded && end.credential != nil && end.reason == SesameKeyReason.unverified)
            #expect(try SesameCredential(encoded: end.credential ?? []).secret == air.lock.secret)
        } else {
            #expect(end.outcome == .failed && end.credential == nil && end.reason == KeyResult.outcomeUnknown)
        }
        #expect((air.lock.secret != nil) == (number >= 2))
    }

    /// A registration that the lock accepted at second 2.
    private static func registered(_ random: inout ScriptedRandom) -> SesameBind {
        var bind = Self.bind()
        _ = bind.handle(.started, at: .zero, using: &random)
        #expect(bind.wakeAt == .seconds(45))
        for packet in ["03080ea1b2c3d4"] + SesameVectorsTests.registeredPackets {
            _ = bind.handle(
                .value(characteristic: SesameCharacteristic.notify, bytes: hex(packet)), at: .seconds(2), using: &random
            )
        }
        return bind
    }

    private static let login = KeyAction.write(
        characteristic: SesameCharacteristic.write, bytes: hex("0302f23e01b7"), commit: false)

    /// The lock of libsesame3bt behaves in this way. The lock knows no versions, and publishes nothing until somebody
    /// logs in.
    @Test("Sesame bind: a lock that answers a login and nothing else")
    func loginOnly() throws {
        var random = ScriptedRandom("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
        var bind = Self.registered(&random)
        #expect(bind.wakeAt == .seconds(4))
        #expect(bind.handle(.woke, at: .seconds(3), using: &random) == [])
        #expect(bind.handle(.woke, at: .seconds(4), using: &random) == [Self.login])
        let answer = KeyEvent.value(
            characteristic: SesameCharacteristic.notify, bytes: hex("0507d56b5cb2c6ab31ec6ba2"))
        let end = SesameOperationTests.result(bind.handle(answer, at: .seconds(4), using: &random))
        #expect(end?.outcome == .succeeded && end?.reason == nil && end?.credential != nil)
    }

    @Test("Sesame bind: a lock that publishes its state, and knows no versions")
    func stateOnly() throws {
        var random = ScriptedRandom("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
        var bind = Self.registered(&random)
        var lock = try SesameVectorsTests.secret().session(token: hex(SesameVectorsTests.token))
        let state = try lock.seal(hex("0851b80b0080000012")).packets[0]
        let event = KeyEvent.value(characteristic: SesameCharacteristic.notify, bytes: state)
        #expect(bind.handle(event, at: .seconds(3), using: &random) == [])
        #expect(bind.handle(.woke, at: .seconds(4), using: &random) == [], "it has shown that it has the key")
        let end = SesameOperationTests.result(bind.handle(.woke, at: .seconds(7), using: &random))
        #expect(end?.outcome == .succeeded && end?.reason == nil && end?.credential != nil)
    }

    /// The lock publishes its state, and then answers our login. The session is new, so its counter begins at zero
    /// again.
    @Test("Sesame bind: a lock that has proved its key keeps it, whatever comes then")
    func noiseAfterTheProof() throws {
        var random = ScriptedRandom("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
        var bind = Self.registered(&random)
        func hears(_ message: String) throws -> KeyResult? {
            var lock = try SesameVectorsTests.secret().session(token: hex(SesameVectorsTests.token))
            let packet = try lock.seal(hex(message)).packets[0]
            let event = KeyEvent.value(characteristic: SesameCharacteristic.notify, bytes: packet)
            return SesameOperationTests.result(bind.handle(event, at: .seconds(3), using: &random))
        }
        #expect(try hears("0851b80b0080000012") == nil)
        let end = try hears("07020000f15365")
        #expect(end?.outcome == .succeeded && end?.credential != nil && end?.reason == nil)
    }

    @Test("Sesame bind: a lock that says nothing more")
    func silence() throws {
        var random = ScriptedRandom("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
        var bind = Self.registered(&random)
        #expect(bind.handle(.woke, at: .seconds(4), using: &random) == [Self.login])
        #expect(bind.wakeAt == .seconds(7))
        #expect(bind.handle(.woke, at: .seconds(6), using: &random) == [])
        let end = SesameOperationTests.result(bind.handle(.woke, at: .seconds(7), using: &random))
        #expect(end?.outcome == .succeeded && end?.credential != nil && end?.reason == SesameKeyReason.unverified)
    }

    @Test("Sesame bind: a reset lock may be registered again")
    func reset() throws {
        var lock = try SesameLocks.known()
        var random = ScriptedRandom()
        lock.connected()
        guard
            case .tell(_, let pieces, _)? = lock.subscribed(
                to: SesameCharacteristic.notify, true, at: .zero, using: &random
            ).first
        else { throw SesameError(.unexpectedMessage, "no token") }
        let token = Array(pieces[0].suffix(4))
        var session = try SesameVectorsTests.secret().session(token: token)
        let login = SesameParcel(SesameRequest(.login, session.proof).encoded, isSealed: false).packets[0]
        _ = lock.written(login, to: SesameCharacteristic.write, at: .zero, using: &random)
        let request = try session.seal(SesameRequest(.reset).encoded).packets[0]
        let outputs = lock.written(request, to: SesameCharacteristic.write, at: .zero, using: &random)
        #expect(outputs.contains(.keysChanged) && outputs.last == .disconnect)
        #expect(lock.secret == nil)
        #expect(try #require(SesameAir(lock, Self.bind()).run()).outcome == .succeeded)
    }
}
