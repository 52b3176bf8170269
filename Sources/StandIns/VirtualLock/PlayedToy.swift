import Crypto
import LockProtocol
import RadioModel
import Wire

/// The toy lock of `Protocol/examples/provider.py`. Each message of the lock is a value of its only characteristic.
///
/// If the lock has a page, a person must authorize on this page each time before the lock gives a challenge, as the
/// clouds of some makers require. The lock sends `@` and the page, and gives the challenge after
/// ``authorize(at:using:)``.
struct PlayedToy: PlayedFamily {
    private static let service = "746f7900-0000-4000-8000-000000000001"
    private static let characteristic = "746f7900-0000-4000-8000-000000000002"
    private static let (accepted, refused) = (Array("+".utf8), Array("-".utf8))
    private static let challengeBytes = 32

    private let page: String?
    private var key: [UInt8]?
    private var isHeld = false
    private var isOpen = false
    /// The challenge for which the lock awaits a proof, if there is one.
    private var challenge: [UInt8]?
    /// Whether a client is waiting for the authorization by its person.
    private var isWaiting = false

    init(_ specification: LockSpecification, keys: PlayedKeys, clockStart: Int64) {
        (page, key) = (specification.page, keys.toy)
    }

    static var notifies: Bool { true }

    static func advertisedName(of specification: LockSpecification) -> String? { nil }

    static func service(of characteristic: String) -> String? { service }

    static func services(of specification: LockSpecification) -> [GATTService]? {
        guard let service = BluetoothUUID(service), let characteristic = BluetoothUUID(characteristic) else {
            return nil
        }
        let only = GATTCharacteristic(uuid: characteristic, properties: [.write, .notify])
        return [GATTService(uuid: service, characteristics: [only])]
    }

    var wakeAt: Duration? { nil }

    /// The lock's advertisement, which contains its service as in Bluetooth's core specification supplement (A 1.1).
    /// The bytes of the service are in reverse order.
    var advertisingData: [UInt8] {
        let digits = Self.service.filter { $0 != "-" }
        return [0x02, 0x01, 0x06, 0x11, 0x07] + (Hex.decode(digits) ?? []).reversed()
    }

    var keys: PlayedKeys { PlayedKeys(toy: key) }

    var state: JSON {
        .members(
            ("state", isOpen ? "unlocked" : "locked"), ("pairing", .bool(isHeld)), ("waiting", .bool(isWaiting)))
    }

    func value(of characteristic: BluetoothUUID, at now: Duration) -> [UInt8]? { nil }

    mutating func connected(mtu: Int, at now: Duration) { disconnected() }

    mutating func disconnected() { (challenge, isWaiting) = (nil, false) }

    mutating func subscribed(
        to characteristic: String, _ isOn: Bool, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] { [] }

    mutating func written(
        _ value: [UInt8], to characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        let rest = Array(value.dropFirst())
        switch value.first {
        case UInt8(ascii: "?"):
            guard let page else { return newChallenge(using: &random) }
            isWaiting = true
            return [say(Array("@\(page)".utf8)), .event(.toy(.waiting))]
        case UInt8(ascii: "=") where isHeld && rest.count == 32:
            (key, isHeld) = (rest, false)
            return [.keysChanged, .event(.toy(.paired)), say(Self.accepted)]
        case UInt8(ascii: "!") where isProof(rest):
            (isOpen, challenge) = (true, nil)
            return [.event(.toy(.unlocked)), say(Self.accepted)]
        default:
            challenge = nil
            return [.event(.toy(.refused)), say(Self.refused)]
        }
    }

    private func isProof(_ proof: [UInt8]) -> Bool {
        guard let key, let challenge else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(proof, authenticating: challenge, using: SymmetricKey(data: key))
    }

    private mutating func newChallenge(
        using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        let new = (0..<Self.challengeBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        challenge = new
        return [say(new)]
    }

    private func say(_ value: [UInt8]) -> LockOutput<PlayedEvent> {
        .tell(characteristic: Self.characteristic, pieces: [value], step: nil)
    }

    mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [LockOutput<PlayedEvent>] {
        []
    }

    mutating func setPairing(_ isOn: Bool, at now: Duration) -> [LockOutput<PlayedEvent>] {
        isHeld = isOn
        return []
    }

    mutating func authorize(
        at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>]? {
        guard isWaiting else { return [] }
        isWaiting = false
        return [.event(.toy(.authorized))] + newChallenge(using: &random)
    }

    /// Does nothing, because a toy lock has no faults of its own.
    mutating func play(_ faults: [LockFault.Kind: LockFault]) {}
}

/// An event at a toy lock.
package enum ToyEvent: String, Sendable {
    /// The lock sent a client to the page.
    case waiting
    /// The client's person has authorized.
    case authorized
    case paired
    case unlocked
    case refused

    /// The members of the event's line in the file.
    var json: JSON { .members(("event", .string(rawValue))) }
}
