import LockProtocol
import NukiProtocol
import SesameProtocol
import Wire

/// One of the two protocols: its keys, and machines of both sides, chosen by two bytes.
enum LockFamily {
    case nuki, sesame

    /// The choices of a run; every byte is valid.
    struct Choice {
        let first: UInt8
        let second: UInt8

        init(_ source: inout ByteSource) {
            first = source.byte()
            second = source.byte()
        }

        var isUltra: Bool { first & 4 != 0 }
        /// Whether the motor takes longer than a lock keeps a link without traffic.
        var isSlow: Bool { first & 8 != 0 }
        /// Whether actions without effect end at once, or the lock closes by itself.
        var isSpecial: Bool { first & 16 != 0 }
        var isNew: Bool { first & 32 != 0 }
        var mtu: Int { first & 64 == 0 ? 247 : 23 }
        /// Whether the key is that of the published messages, which are then valid.
        var isPublished: Bool { first & 128 != 0 }

        /// The key that the key side and the lock shared before.
        var nukiKey: [UInt8] {
            isPublished
                ? Hex.decode("217fcb0f18caf284e9bdea0b94b83b8d10867ed706bfdedbd2381f4cb3b8f730") ?? []
                : [UInt8](repeating: 0xA7, count: NukiSharedKey.size)
        }

        /// The secret that the key side and the lock shared before.
        var sesameSecret: [UInt8] {
            isPublished
                ? Hex.decode("53a89c8dfc8adf36ace5bb83e8d1d25c") ?? []
                : [UInt8](repeating: 0xA7, count: SesameDeviceSecret.size)
        }
    }

    static let uuid = Hex.decode("83b33643c6d97ef77ed51c02a277cbf7") ?? []
    static let clockStart: Int64 = 1_800_000_000
    /// When every operation of the key side must have ended or committed.
    static let deadline = Duration.seconds(45)

    /// The characteristics that mean something, and one that does not.
    var characteristics: [String] {
        switch self {
        case .nuki:
            [
                NukiCharacteristic.user, NukiCharacteristic.general, NukiCharacteristic.pairing,
                NukiCharacteristic.ultraPairing,
            ]
        case .sesame: [SesameCharacteristic.notify, SesameCharacteristic.write, NukiCharacteristic.user]
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
        }
    }

    /// A machine that begins at `now`. `credential` comes from an earlier pairing, if there is one.
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
                // If the lock's clock is an hour off, it is set.
                let start = Self.clockStart + (variant & 32 == 0 ? 0 : 3_600)
                let read = SesameStatusRead(
                    credential: credential, asksForUnlocked: variant & 16 != 0, clockStart: start, deadline: deadline)
                return WatchedKey(read, wish: wish)
            case .bind:
                return WatchedKey(SesameBind(.init(clockStart: Self.clockStart, deadline: deadline)), wish: wish)
            }
        }
    }

    private static func nukiCredential(_ choice: Choice) throws -> NukiCredential {
        try NukiCredential(
            kind: choice.isUltra ? .ultra : .classic, authID: 2, appID: 0, nukiID: 0, lockUUID: uuid,
            key: NukiSharedKey(choice.nukiKey))
    }
}
