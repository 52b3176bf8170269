import LockProtocol
import NukiProtocol
import SesameProtocol
import SwitchBotProtocol
import Wire

/// A family of locks with its keys, and with state machines for both sides. Two bytes choose the settings of the
/// machines.
enum LockFamily {
    case nuki, sesame, switchBot

    static let uuid = Hex.decode("83b33643c6d97ef77ed51c02a277cbf7") ?? []
    static let clockStart: Int64 = 1_800_000_000
    /// The latest time by which every operation of the key side must have either ended or committed.
    static let deadline = Duration.seconds(45)

    /// Whether the lock accepts only one command after each of its challenges. Otherwise, the lock accepts every
    /// command that is sealed with its key.
    var challengesCommands: Bool {
        switch self {
        case .nuki: true
        case .sesame, .switchBot: false
        }
    }

    /// Whether an attacker in the middle can change unencrypted messages, because only a checksum protects these
    /// messages.
    var hasChecksums: Bool {
        switch self {
        case .nuki: true
        case .sesame, .switchBot: false
        }
    }

    /// Whether a lock pairs only if a person has allowed this pairing.
    var pairsOnRequest: Bool {
        switch self {
        case .nuki: true
        case .sesame, .switchBot: false
        }
    }

    /// Whether a lock may report an action as done if the action was unnecessary.
    var skipsIdleActions: Bool {
        switch self {
        case .nuki: true
        case .sesame, .switchBot: false
        }
    }

    /// Whether each side notices a message that an attacker changed, repeated or made without the key. The messages of
    /// a SwitchBot lock are encrypted, but they have no tag, and share one key stream.
    var hasProofs: Bool {
        switch self {
        case .nuki, .sesame: true
        case .switchBot: false
        }
    }

    /// Whether an attacker in the middle of a pairing can send this packet unnoticed. In a Nuki pairing, the attacker
    /// can forge only the last packet. This packet reports the end of the pairing, and contains no proof. In the
    /// pairings of the other families, the attacker can forge every packet.
    func isUnprovenInPairing(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .nuki: bytes.starts(with: [0x0E, 0x00])
        case .sesame, .switchBot: true
        }
    }

    /// The characteristics of the protocol, and one characteristic that the protocol does not use.
    var characteristics: [String] {
        switch self {
        case .nuki:
            [
                NukiCharacteristic.user, NukiCharacteristic.general, NukiCharacteristic.pairing,
                NukiCharacteristic.ultraPairing,
            ]
        case .sesame: [SesameCharacteristic.notify, SesameCharacteristic.write, NukiCharacteristic.user]
        case .switchBot: [SwitchBotCharacteristic.notify, SwitchBotCharacteristic.write, NukiCharacteristic.user]
        }
    }

    func lock(_ choice: Choice) throws -> FuzzedLock {
        switch self {
        case .nuki:
            var settings = NukiLockSettings(
                nukiID: 0x33C3_35C5, uuid: Self.uuid, kind: choice.isUltra ? .ultra : .classic, name: "Front Door",
                pin: choice.isUltra ? 123_456 : 0)
            settings.clockStart = Self.clockStart
            settings.maximumUsers = 3
            settings.statesForm = NukiStatesForm.allCases[Int(choice.second >> 6)]
            if choice.isSlow { settings.movement = .seconds(25) }
            if choice.isSpecial { settings.needlessActions = .complete }
            let key = try NukiSharedKey(choice.nukiKey)
            let users = choice.isNew ? [] : [NukiLockUser(authID: 2, appID: 0, name: "kiosk", key: key)]
            return .nuki(NukiLock(settings, users: users))
        case .sesame:
            var settings = SesameLockSettings(uuid: Self.uuid)
            settings.clockStart = Self.clockStart
            if choice.isSlow { settings.movement = .seconds(12) }
            if choice.isSpecial { settings.mechanics.autoLockSeconds = 3 }
            return .sesame(
                SesameLock(settings, secret: choice.isNew ? nil : try SesameDeviceSecret(choice.sesameSecret)))
        case .switchBot:
            var settings = SwitchBotLockSettings(address: Array(Self.uuid.prefix(6)))
            if choice.isSlow { settings.movement = .seconds(12) }
            if choice.isSpecial { settings.autoLock = .seconds(3) }
            return .switchBot(SwitchBotLock(settings, key: choice.isNew ? nil : try choice.switchBotKey))
        }
    }

    /// The key side's state machine, which starts at `now`. `credential` comes from an earlier pairing, if there was
    /// one.
    func key(_ choice: Choice, _ variant: UInt8, credential: [UInt8]?, at now: Duration) throws -> WatchedKey {
        let wish = WatchedKey.Wish.allCases[Int(variant & 15) % 3]
        let deadline = now + Self.deadline
        switch self {
        case .nuki:
            let credential = try credential.map { try NukiCredential(encoded: $0) } ?? Self.nukiCredential(choice)
            let action: NukiUnlockAction = variant & 16 == 0 ? .unlock : .unlatch
            switch wish {
            case .unlock:
                let suffix = variant & 32 == 0 ? nil : "ada"
                let parameters = NukiUnlock.Parameters(
                    credential: credential, action: action, suffix: suffix, deadline: deadline)
                return WatchedKey(NukiUnlock(parameters), wish: wish)
            case .status:
                let read = NukiStatusRead(credential: credential, action: action, deadline: deadline)
                return WatchedKey(read, wish: wish)
            case .bind:
                let pin: UInt32? = variant & 32 == 0 ? 123_456 : nil
                let parameters = NukiBind.Parameters(
                    kind: choice.isUltra ? .ultra : .classic, appID: 7, name: variant & 64 == 0 ? "new" : "kiosk",
                    pin: pin, deadline: deadline)
                return WatchedKey(NukiBind(parameters), wish: wish)
            }
        case .sesame:
            let own = SesameCredential(secret: try SesameDeviceSecret(choice.sesameSecret))
            let credential = try credential.map { try SesameCredential(encoded: $0) } ?? own
            switch wish {
            case .unlock:
                let label = variant & 32 == 0 ? "ada" : "a name of twenty byt"
                return WatchedKey(
                    SesameUnlock(.init(credential: credential, label: label, deadline: deadline)), wish: wish)
            case .status:
                // If the lock's clock is wrong by an hour, the key side sets this clock.
                let start = Self.clockStart + (variant & 32 == 0 ? 0 : 3_600)
                let read = SesameStatusRead(
                    credential: credential, asksForUnlocked: variant & 16 != 0, clockStart: start, deadline: deadline)
                return WatchedKey(read, wish: wish)
            case .bind:
                return WatchedKey(SesameBind(.init(clockStart: Self.clockStart, deadline: deadline)), wish: wish)
            }
        case .switchBot:
            let own = SwitchBotCredential(key: try choice.switchBotKey)
            let credential = try credential.map { try SwitchBotCredential(encoded: $0) } ?? own
            switch wish {
            case .unlock:
                return WatchedKey(SwitchBotUnlock(.init(credential: credential, deadline: deadline)), wish: wish)
            case .status:
                let read = SwitchBotStatusRead(
                    credential: credential, asksForUnlocked: variant & 16 != 0, deadline: deadline)
                return WatchedKey(read, wish: wish)
            case .bind: return WatchedKey(SwitchBotAdopt(key: credential.key, deadline: deadline), wish: wish)
            }
        }
    }

    private static func nukiCredential(_ choice: Choice) throws -> NukiCredential {
        try NukiCredential(
            kind: choice.isUltra ? .ultra : .classic, authID: 2, appID: 0, nukiID: 0, lockUUID: uuid,
            key: NukiSharedKey(choice.nukiKey))
    }
}

/// The lock side of a protocol, with the same interface for all families.
enum FuzzedLock {
    case nuki(NukiLock)
    case sesame(SesameLock)
    case switchBot(SwitchBotLock)

    var family: LockFamily {
        switch self {
        case .nuki: .nuki
        case .sesame: .sesame
        case .switchBot: .switchBot
        }
    }

    var wakeAt: Duration? {
        switch self {
        case .nuki(let lock): lock.wakeAt
        case .sesame(let lock): lock.wakeAt
        case .switchBot(let lock): lock.wakeAt
        }
    }

    /// The name that the key side gives to the lock's state.
    var state: String {
        switch self {
        case .nuki(let lock): lock.lockState.description
        case .sesame(let lock): lock.status.state.rawValue
        case .switchBot(let lock): lock.info.state
        }
    }

    var isOpen: Bool {
        switch self {
        case .nuki(let lock): lock.lockState == .unlocked || lock.lockState == .unlatched
        case .sesame(let lock): lock.status.state == .unlocked
        case .switchBot(let lock): lock.info.bolt == .unlocked
        }
    }

    /// The keys that open the lock, each with the other data from its pairing.
    var keys: [[UInt8]] {
        switch self {
        case .nuki(let lock): lock.users.map { FuzzedLock.key($0.key, $0.authID) + lock.settings.uuid }
        case .sesame(let lock): lock.secret.map { [$0.secretBytes] } ?? []
        case .switchBot(let lock): lock.key.map { [$0.secretBytes] } ?? []
        }
    }

    /// The key in a new credential, or nil if the bytes are not a credential.
    func key(ofCredential encoded: [UInt8]) -> [UInt8]? {
        switch self {
        case .nuki:
            (try? NukiCredential(encoded: encoded)).map { credential in
                FuzzedLock.key(credential.key, credential.authID) + credential.lockUUID
            }
        case .sesame: (try? SesameCredential(encoded: encoded))?.secret.secretBytes
        case .switchBot: (try? SwitchBotCredential(encoded: encoded))?.key.secretBytes
        }
    }

    private static func key(_ key: NukiSharedKey, _ authID: UInt32) -> [UInt8] {
        var bytes = key.secretBytes
        bytes.append(littleEndian: authID)
        return bytes
    }

    /// The greatest number of bytes in one value that the lock sends on a link with `mtu`.
    func largestPiece(mtu: Int) -> Int {
        switch self {
        case .nuki: max(mtu, 23) - 3
        case .sesame, .switchBot: 20
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
        case .switchBot(var lock):
            lock.connected()
            self = .switchBot(lock)
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
        case .switchBot(var lock):
            lock.disconnected()
            self = .switchBot(lock)
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
            defer { self = .sesame(lock) }
            return lock.subscribed(to: characteristic, isOn, at: now, using: &random).map { $0.map(LockFact.init) }
        case .switchBot(var lock):
            lock.subscribed(to: characteristic, isOn)
            self = .switchBot(lock)
            return []
        }
    }

    mutating func written(
        _ bytes: [UInt8], to characteristic: String, at now: Duration, using random: inout FuzzRandom
    ) -> [LockOutput<LockFact>] {
        switch self {
        case .nuki(var lock):
            defer { self = .nuki(lock) }
            return lock.written(bytes, to: characteristic, at: now, using: &random).map { $0.map(LockFact.init) }
        case .sesame(var lock):
            defer { self = .sesame(lock) }
            return lock.written(bytes, to: characteristic, at: now, using: &random).map { $0.map(LockFact.init) }
        case .switchBot(var lock):
            defer { self = .switchBot(lock) }
            return lock.written(bytes, to: characteristic, at: now, using: &random).map { $0.map(LockFact.init) }
        }
    }

    mutating func woke(at now: Duration, using random: inout FuzzRandom) -> [LockOutput<LockFact>] {
        switch self {
        case .nuki(var lock):
            defer { self = .nuki(lock) }
            return lock.woke(at: now, using: &random).map { $0.map(LockFact.init) }
        case .sesame(var lock):
            defer { self = .sesame(lock) }
            return lock.woke(at: now).map { $0.map(LockFact.init) }
        case .switchBot(var lock):
            defer { self = .switchBot(lock) }
            return lock.woke(at: now).map { $0.map(LockFact.init) }
        }
    }

    /// Lets something happen to the lock itself. Somebody presses the lock's button, the lock gets a fault, or the test
    /// makes the lock refuse.
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
        case .switchBot(var lock):
            defer { self = .switchBot(lock) }
            switch choice & 7 {
            case 0: return lock.forget().map { $0.map(LockFact.init) }
            case 1, 2: lock.motor = SwitchBotMotor.allCases[Int(choice >> 3) % SwitchBotMotor.allCases.count]
            case 3, 4: lock.refusal = SwitchBotResult(rawValue: choice >> 3)
            case 5: lock.refusal = nil
            case 6: lock.isOwnedElsewhere = choice & 8 != 0
            default: lock.setBattery(isLow: choice & 8 != 0)
            }
            return []
        }
    }
}

extension LockFact {
    init(_ event: NukiLockEvent) {
        switch event.kind {
        case .unlocking, .unlatching: self = .opening
        case .unlocked, .unlatched: self = .opened
        case .paired: self = .paired
        case .locking, .locked, .motorFault, .refused, .removed, .pairingOn, .pairingOff: self = .other
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
    init(_ event: SwitchBotLockEvent) {
        switch event.kind {
        case .unlocking: self = .opening
        case .unlocked: self = .opened
        case .locking, .locked, .motorFault, .refused, .reset: self = .other
        }
    }
}
