import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("A new key for a lock that knows us")
struct NukiRotateTests {
    private static func lock(pin: UInt32 = 1234) throws -> NukiLock {
        var settings = Locks.settings()
        settings.pin = pin
        return NukiLock(settings, users: [try Locks.user()])
    }

    private static func rotate(_ pin: UInt32?) throws -> NukiRotate {
        NukiRotate(
            .init(
                credential: try Official.credential(), name: "kiosk 2", pin: pin.map { NukiPIN(number: $0) }, appID: 9,
                deadline: .seconds(45)))
    }

    private static func opens(_ lock: NukiLock, _ credential: NukiCredential, at now: Duration) -> KeyResult? {
        Air(lock, NukiUnlock(.init(credential: credential, deadline: now + .seconds(10))), at: now).run()
    }

    @Test("Nuki rotate: with the PIN, the new key is kept before the old one is struck off")
    func withPIN() throws {
        let air = Air(try Self.lock(), try Self.rotate(1234))
        let result = try #require(air.run())
        #expect(result.outcome == .succeeded && result.reason == nil && result.credential == nil)
        let kept = try NukiCredential(encoded: try #require(air.kept))
        #expect(kept.authID != (try Official.credential()).authID)
        #expect(kept.key != (try Official.credential()).key)
        #expect(air.lock.users.map(\.name) == ["kiosk 2"])
        #expect(air.events.map(\.kind) == [.paired, .removed])
        #expect(air.prompts.isEmpty, "nobody has to touch the lock")
        #expect(Self.opens(air.lock, kept, at: air.now)?.outcome == .succeeded)
        let old = Self.opens(air.lock, try Official.credential(), at: air.now)
        #expect(old?.reason == "nuki.not_authorized")
    }

    @Test("Nuki rotate: a wrong PIN changes nothing")
    func wrongPIN() throws {
        let air = Air(try Self.lock(), try Self.rotate(4321))
        let result = try #require(air.run())
        #expect(result.outcome == .failed && result.reason == "nuki.bad_pin" && air.kept == nil)
        #expect(air.lock.users == [try Locks.user()])
    }

    @Test("Nuki rotate: without the PIN the lock is paired by its button, and still lists the old key")
    func withoutPIN() throws {
        var lock = try Self.lock()
        _ = lock.setPairing(true, at: .zero)
        let air = Air(lock, try Self.rotate(nil))
        let result = try #require(air.run())
        #expect(result.outcome == .succeeded && result.reason == NukiKeyReason.oldKeyListed)
        #expect(result.credential != nil && air.lock.users.map(\.name) == ["kiosk", "kiosk 2"])
    }

    @Test("Nuki rotate: a link that is lost before the invitation leaves everything as it was")
    func lostEarly() throws {
        var (rotate, random) = (try Self.rotate(1234), ScriptedRandom(seed: 3))
        _ = rotate.handle(.started, at: .zero, using: &random)
        #expect(rotate.handle(.kept, at: .zero, using: &random).isEmpty, "nothing was handed out yet")
        guard case .finish(let end)? = rotate.handle(.linkLost, at: .zero, using: &random).last else {
            Issue.record("goes on without a link")
            return
        }
        #expect(end.outcome == .failed && end.reason == NukiKeyReason.disconnected)
    }

    @Test("a link that is lost once the new key is kept: the rotation stands, and the lock still lists the old key")
    func lostAfterTheNewKey() throws {
        let air = Air(try Self.lock(), try Self.rotate(1234))
        air.breaksWhenKept = true
        let result = try #require(air.run())
        #expect(result.outcome == .succeeded && result.reason == NukiKeyReason.oldKeyListed)
        #expect(air.kept != nil)
    }

    @Test("Nuki rotate: payloads are read as they are written", arguments: [NukiLockKind.classic, .ultra])
    func payloads(kind: NukiLockKind) throws {
        let nonce = [UInt8](repeating: 7, count: 32)
        let invitation = NukiInvitation(
            name: "kiosk 2", key: try Official.shared(), nonce: nonce, pin: NukiPIN(number: 4321))
        let bytes = invitation.payload(kind)
        #expect(bytes.count == 117 + NukiPIN.size(kind))
        #expect(try NukiInvitation(payload: bytes, kind: kind) == invitation)
        #expect(throws: NukiError.self) { try NukiInvitation(payload: bytes + [0], kind: kind) }
        let removal = NukiRemoval(authID: 3, nonce: nonce, pin: NukiPIN(number: 4321))
        #expect(try NukiRemoval(payload: removal.payload(kind), kind: kind) == removal)
        #expect(throws: NukiError.self) { try NukiRemoval(payload: [1, 2], kind: kind) }
        #expect(NukiPIN("1234567", kind: .ultra) == nil && NukiPIN("", kind: .classic) == nil)
        #expect(NukiPIN("70000", kind: .classic) == nil && NukiPIN("012a", kind: .ultra) == nil)
        #expect(NukiPIN("0042", kind: .classic) == NukiPIN(number: 42))
    }
}
