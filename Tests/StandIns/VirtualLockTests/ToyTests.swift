import Crypto
import LockProtocol
import SeamModel
import Testing
import VirtualRadio
import Wire

@testable import VirtualLock

/// Tests the toy lock, with its challenge and proof. If the lock has a page, the page comes first.
@Suite struct ToyTests {
    private static let key = [UInt8](repeating: 7, count: 32)
    private var random = SystemRandomNumberGenerator()

    private static func lock(_ page: String?, key: [UInt8]? = key) throws -> PlayedToy {
        let address = try #require(LockAddress("54:D2:72:00:00:07"))
        var specification = try LockSpecification(name: "toy", address: address, kind: .toy)
        specification.page = page
        return PlayedToy(specification, keys: PlayedKeys(toy: key), clockStart: 0)
    }

    private mutating func write(_ lock: inout PlayedToy, _ value: [UInt8]) -> [LockOutput<PlayedEvent>] {
        lock.written(value, to: "746f7900-0000-4000-8000-000000000002", at: .zero, using: &random)
    }

    private static func said(_ outputs: [LockOutput<PlayedEvent>]) -> [UInt8]? {
        outputs.compactMap { if case .tell(_, let pieces, _) = $0 { pieces.first } else { nil } }.first
    }

    private static func proof(_ challenge: [UInt8], _ key: [UInt8] = key) -> [UInt8] {
        [UInt8(ascii: "!")] + HMAC<SHA256>.authenticationCode(for: challenge, using: SymmetricKey(data: key))
    }

    @Test("toy: a proof opens once") mutating func aProofOpensOnce() throws {
        var lock = try Self.lock(nil)
        let challenge = try #require(Self.said(write(&lock, [UInt8(ascii: "?")])))
        #expect(challenge.count == 32)
        #expect(write(&lock, Self.proof(challenge)).contains(.event(.toy(.unlocked))))
        #expect(write(&lock, Self.proof(challenge)).contains(.event(.toy(.refused))), "it counts once")
        let next = try #require(Self.said(write(&lock, [UInt8(ascii: "?")])))
        #expect(write(&lock, Self.proof(next, [UInt8](repeating: 8, count: 32))).contains(.event(.toy(.refused))))
    }

    @Test("toy: with a page it waits for its person") mutating func withAPageItWaitsForItsPerson() throws {
        var lock = try Self.lock("https://otp.example/toy")
        #expect(lock.authorize(at: .zero, using: &random) == [], "nobody waits")
        #expect(Self.said(write(&lock, [UInt8(ascii: "?")])) == Array("@https://otp.example/toy".utf8))
        #expect(write(&lock, Self.proof(Self.key)).contains(.event(.toy(.refused))))
        let challenge = try #require(lock.authorize(at: .zero, using: &random).flatMap(Self.said))
        #expect(write(&lock, Self.proof(challenge)).contains(.event(.toy(.unlocked))))
        #expect(lock.authorize(at: .zero, using: &random) == [], "each opening needs one of its own")
        _ = write(&lock, [UInt8(ascii: "?")])
        lock.disconnected()
        #expect(lock.authorize(at: .zero, using: &random) == [], "who has left waits no longer")
    }

    @Test("toy: it takes a key while its button is held") mutating func itTakesAKeyWhileItsButtonIsHeld() throws {
        var lock = try Self.lock(nil, key: nil)
        let offer = [UInt8(ascii: "=")] + Self.key
        #expect(write(&lock, offer).contains(.event(.toy(.refused))))
        _ = lock.setPairing(true, at: .zero)
        #expect(write(&lock, offer).contains(.keysChanged) && lock.keys.toy == Self.key)
        #expect(write(&lock, offer).contains(.event(.toy(.refused))), "once for each time that it is held")
    }
}
