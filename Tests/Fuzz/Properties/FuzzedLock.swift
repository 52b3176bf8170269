import LockProtocol
import NukiProtocol
import SesameProtocol

/// What travels between a key and a lock.
struct LockPacket: Equatable {
    var characteristic: String
    /// The bytes that are written or indicated.
    var bytes: [UInt8]
    /// A subscription in place of a value; `bytes` are empty then.
    var subscribes = false
    /// The number of the attempt that it comes from, counted from 1 within a run; 0: none.
    var attempt = 0
}

/// What a lock records, as far as properties need it.
enum LockFact: Sendable, Equatable {
    /// The motor turns towards open.
    case opening
    /// The bolt or latch has arrived.
    case opened
    /// Somebody has a key now.
    case paired
    /// Anything else.
    case other
}

/// The lock side of either protocol, driven in the same way.
enum FuzzedLock {
    case nuki(NukiLock)
    case sesame(SesameLock)

    var wakeAt: Duration? {
        switch self {
        case .nuki(let lock): lock.wakeAt
        case .sesame(let lock): lock.wakeAt
        }
    }

    /// The name that the key side gives the lock's state.
    var state: String {
        switch self {
        case .nuki(let lock): lock.lockState.description
        case .sesame(let lock): lock.status.state.rawValue
        }
    }

    var isOpen: Bool {
        switch self {
        case .nuki(let lock): lock.lockState == .unlocked || lock.lockState == .unlatched
        case .sesame(let lock): lock.status.state == .unlocked
        }
    }

    /// The keys that open it, each with the other data from its pairing.
    var keys: [[UInt8]] {
        switch self {
        case .nuki(let lock): lock.users.map { FuzzedLock.key($0.key, $0.authID) + lock.settings.uuid }
        case .sesame(let lock): lock.secret.map { [$0.secretBytes] } ?? []
        }
    }

    /// The same for a new credential; nil for bytes that are not a credential.
    func key(ofCredential encoded: [UInt8]) -> [UInt8]? {
        switch self {
        case .nuki:
            (try? NukiCredential(encoded: encoded)).map { credential in
                FuzzedLock.key(credential.key, credential.authID) + credential.lockUUID
            }
        case .sesame: (try? SesameCredential(encoded: encoded))?.secret.secretBytes
        }
    }

    private static func key(_ key: NukiSharedKey, _ authID: UInt32) -> [UInt8] {
        var bytes = key.secretBytes
        bytes.append(littleEndian: authID)
        return bytes
    }

    /// The most bytes of one value that it sends on a link with `mtu`.
    func largestPiece(mtu: Int) -> Int {
        switch self {
        case .nuki: max(mtu, 23) - 3
        case .sesame: 20
        }
    }

    mutating func connected(mtu: Int, at now: Duration) {
        switch self {
        case .nuki(var lock):
            lock.connected(mtu: mtu, at: now)
            self = .nuki(lock)
        case .sesame(var lock):
            lock.connected()
            self = .sesame(lock)
        }
    }

    mutating func disconnected() {
        switch self {
        case .nuki(var lock):
            lock.disconnected()
            self = .nuki(lock)
        case .sesame(var lock):
            lock.disconnected()
            self = .sesame(lock)
        }
    }

    mutating func subscribed(
        to characteristic: String, _ isOn: Bool, at now: Duration, using random: inout FuzzRandom
    ) -> [LockOutput<LockFact>] {
        switch self {
        case .nuki(var lock):
            lock.subscribed(to: characteristic, isOn, at: now)
            self = .nuki(lock)
            return []
        case .sesame(var lock):
            let outputs = lock.subscribed(to: characteristic, isOn, at: now, using: &random)
            self = .sesame(lock)
            return outputs.map { $0.map(LockFact.init) }
        }
    }

    mutating func written(
        _ bytes: [UInt8], to characteristic: String, at now: Duration, using random: inout FuzzRandom
    ) -> [LockOutput<LockFact>] {
        switch self {
        case .nuki(var lock):
            let outputs = lock.written(bytes, to: characteristic, at: now, using: &random)
            self = .nuki(lock)
            return outputs.map { $0.map(LockFact.init) }
        case .sesame(var lock):
            let outputs = lock.written(bytes, to: characteristic, at: now, using: &random)
            self = .sesame(lock)
            return outputs.map { $0.map(LockFact.init) }
        }
    }

    mutating func woke(at now: Duration, using random: inout FuzzRandom) -> [LockOutput<LockFact>] {
        switch self {
        case .nuki(var lock):
            let outputs = lock.woke(at: now, using: &random)
            self = .nuki(lock)
            return outputs.map { $0.map(LockFact.init) }
        case .sesame(var lock):
            let outputs = lock.woke(at: now)
            self = .sesame(lock)
            return outputs.map { $0.map(LockFact.init) }
        }
    }

    /// Something happens to the lock itself: a button, a fault, a refusal to play.
    mutating func happens(_ choice: UInt8, at now: Duration) -> [LockOutput<LockFact>] {
        switch self {
        case .nuki(var lock):
            var outputs: [NukiLockOutput] = []
            switch choice & 7 {
            case 0, 1: outputs = lock.setPairing(choice & 7 == 0, at: now)
            case 2: lock.motor = NukiMotor.allCases[Int(choice >> 3) % NukiMotor.allCases.count]
            case 3: lock.refusal = NukiRefusal(code: NukiErrorCode(rawValue: choice))
            case 4: lock.refusal = NukiRefusal(step: .pairing(1 + Int(choice >> 3) % 9), code: .badPairingParameter)
            case 5: lock.refusal = nil
            case 6: lock.isOwnedElsewhere = choice & 8 != 0
            default: lock.battery = NukiBattery(rawValue: choice)
            }
            self = .nuki(lock)
            return outputs.map { $0.map(LockFact.init) }
        case .sesame(var lock):
            var outputs: [SesameLockOutput] = []
            switch choice & 7 {
            case 0: outputs = lock.forget()
            case 1, 2: lock.motor = SesameMotor.allCases[Int(choice >> 3) % SesameMotor.allCases.count]
            case 3, 4: lock.refusal = SesameResult(rawValue: choice >> 3)
            case 5: lock.refusal = nil
            case 6: lock.isOwnedElsewhere = choice & 8 != 0
            default: lock.setBattery(isLow: choice & 8 != 0)
            }
            self = .sesame(lock)
            return outputs.map { $0.map(LockFact.init) }
        }
    }
}

extension LockFact {
    init(_ event: NukiLockEvent) {
        switch event.kind {
        case .unlocking, .unlatching: self = .opening
        case .unlocked, .unlatched: self = .opened
        case .paired: self = .paired
        case .locking, .locked, .motorFault, .refused, .pairingOn, .pairingOff: self = .other
        }
    }

    init(_ event: SesameLockEvent) {
        switch event.kind {
        case .unlocking: self = .opening
        case .unlocked: self = .opened
        case .paired: self = .paired
        case .locking, .locked, .motorFault, .refused, .reset: self = .other
        }
    }
}
