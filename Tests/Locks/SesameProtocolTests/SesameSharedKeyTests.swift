import LockProtocol
import TestSupport
import Testing

@testable import SesameProtocol

@Suite("The key that an owner shares") struct SesameSharedKeyTests {
    /// A manager's code, taken from gomalock.
    static let text = "ssm://UI?t=sk&sk=BXLHzh9DHlnYADpnzKFXZwsAAAAAAAABAgMEBQYHCAkKCwwNDg8Q&l=1&n=Door%20A"
    static let digits = "BXLHzh9DHlnYADpnzKFXZwsAAAAAAAABAgMEBQYHCAkKCwwNDg8Q"

    @Test(
        "Sesame shared key: is read from the text of the code",
        arguments: [
            text, "  \(text)\n", "SSM://ui?t=sk&sk=\(digits)", "ssm://UI?n=x&l=0&sk=\(digits)%3D&t=sk",
            "ssm://UI?t=sk&sk=\(digits)==&l=9&n=Door A",
        ])
    func read(text: String) throws {
        #expect(try SesameSharedKey(text).secret == SesameDeviceSecret(hex("72c7ce1f431e59d8003a67cca157670b")))
    }

    @Test(
        "Sesame shared key: is no other text",
        arguments: [
            "", "ssm://UI?", digits, "https://UI?t=sk&sk=\(digits)", "ssm://UI?t=jk&sk=\(digits)", "ssm://UI?t=sk",
            "ssm://UI?t=sk&sk=\(digits)A", "ssm://UI?t=sk&sk=\(digits.dropLast(4))", "ssm://UI?t=sk&sk=%\(digits)",
            "ssm://UI?t=sk&sk=\(digits)%4", "ssm://UI?t=sk&sk=%Ä\(digits)", "ssm://UI?t=sk&sk=!",
            // The key in this code consists of zeros.
            "ssm://UI?t=sk&sk=BQAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgMEBQYHCAkKCwwNDg8Q&l=0",
        ])
    func wrong(text: String) {
        #expect(throws: SesameSharedKey.Fault.notAKey) { try SesameSharedKey(text) }
    }

    @Test("Sesame shared key: of a guest has no secret")
    func guest() {
        #expect(throws: SesameSharedKey.Fault.guest) { try SesameSharedKey("ssm://UI?t=sk&sk=\(Self.digits)&l=2") }
    }

    @Test("Sesame shared key: is written as it is read, whatever the bytes", arguments: 0..<50)
    func written(seed: UInt64) throws {
        var random = ScriptedRandom(seed: seed)
        let secret = try SesameDeviceSecret(random.bytes(16))
        let text = SesameSharedKey.text(of: secret, model: .sesame5Pro, uuid: random.bytes(16))
        #expect(try SesameSharedKey(text).secret == secret)
    }

    @Test("Sesame shared key: binds a lock that has an owner, and changes nothing of it")
    func adopts() throws {
        var lock = SesameLock(SesameLocks.settings())
        var random = ScriptedRandom(seed: 7)
        #expect(lock.own(using: &random) == [.keysChanged, .advertisementChanged])
        #expect(lock.own(using: &random) == [], "it has an owner")
        let secret = try SesameSharedKey(try #require(lock.sharedKey)).secret
        let adopt = SesameAdopt(secret: secret, clockStart: 1_800_000_000, deadline: .seconds(10))
        let air = SesameAir(lock, adopt)
        let end = try #require(air.run())
        #expect(end.outcome == .succeeded && end.reason == nil)
        #expect(end.reading?.firmware == "3.0-5-18a8e4")
        let credential = try SesameCredential(encoded: try #require(end.credential))
        #expect(credential.secret == lock.secret && air.lock.secret == lock.secret)
        #expect(!air.writes.contains { $0.commit } && air.events == [])
        let unlock = SesameUnlock(.init(credential: credential, deadline: .seconds(10)))
        #expect(try #require(SesameAir(air.lock, unlock).run()).confirmation == .confirmed)
    }

    @Test("Sesame shared key: of another lock binds nothing")
    func anotherLock() throws {
        let secret = try SesameSharedKey(Self.text).secret
        let adopt = SesameAdopt(secret: secret, clockStart: 1_800_000_000, deadline: .seconds(10))
        let end = try #require(SesameAir(try SesameLocks.known(), adopt).run())
        #expect(end.outcome == .failed && end.reason == "sesame.not_authorized" && end.credential == nil)
    }
}
