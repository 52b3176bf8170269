import LockProtocol

/// A lock as seen over the air: its answers, its motor's movements, and its users. The lock is a value without clock,
/// radio or file; its times come from any clock that only moves forward. Callers carry out the outputs in order.
package struct NukiLock: Sendable {
    /// The state that the lock keeps while a link is open.
    struct Link: Sendable {
        let mtu: Int
        var subscriptions: Set<String> = []
        var lastTraffic: Duration
        var pairing = Pairing.idle
        /// The outstanding challenges, one for each client. A challenge is removed once used.
        var challenges: [UInt32: (nonce: [UInt8], at: Duration)] = [:]
    }

    /// The lock's settings.
    package let settings: NukiLockSettings
    /// The users that the lock knows. The caller stores the users on `keysChanged`.
    package internal(set) var users: [NukiLockUser]
    /// The state of the lock's bolt.
    package internal(set) var lockState = NukiLockState.locked
    /// The time at which pairing mode ends, or nil while pairing mode is off.
    package private(set) var pairingUntil: Duration?
    /// The state of the lock's battery.
    package var battery = NukiBattery(isCritical: false, percent: 92)
    /// The state of the door sensor.
    package var door = NukiDoorSensor.closed
    /// The behavior of the motor when it must turn.
    package var motor = NukiMotor.works
    /// A refusal that the lock simulates. If it simulates no refusal, this is nil.
    package var refusal: NukiRefusal?
    /// Whether the lock now belongs to somebody else. Such a lock knows none of its users and pairs with nobody.
    package var isOwnedElsewhere = false
    /// A number that grows with each change of the configuration.
    package var configurationCount: UInt8 = 0
    /// The number of seconds left until lock'n'go locks the door.
    package var lockAndGoTimer: UInt8 = 0

    var link: Link?
    var movement: Movement?
    var last = NukiKeyturnerStates.LastAction(action: 0, trigger: 0, completion: .success, doorSensor: .closed)
    /// The bit in the advertising data that shows bridges that the state has changed.
    var hasChanged = false
    var badPINs = 0

    /// Creates a locked lock that already knows `users`.
    package init(_ settings: NukiLockSettings, users: [NukiLockUser] = []) {
        self.settings = settings
        self.users = users
    }

    /// The earliest time at which `woke` has something to do. If nothing is pending, this is nil.
    package var wakeAt: Duration? {
        // While the motor is turning, the link is not considered idle.
        let idle = movement == nil ? link.map { $0.lastTraffic + settings.idleLimit } : nil
        return [pairingUntil, movement?.nextAt, idle].compactMap { $0 }.min()
    }

    /// Switches pairing mode on for `settings.pairingWindow`, or switches it off.
    package mutating func setPairing(_ isOn: Bool, at now: Duration) -> [NukiLockOutput] {
        guard isOn != (pairingUntil != nil) else {
            if isOn { pairingUntil = now + settings.pairingWindow }
            return []
        }
        pairingUntil = isOn ? now + settings.pairingWindow : nil
        return [.event(NukiLockEvent(isOn ? .pairingOn : .pairingOff)), .advertisementChanged]
    }

    /// Records that a client's link is open. If the end of an earlier link was missed, the earlier link ends now.
    package mutating func connected(mtu: Int, at now: Duration) {
        disconnected()
        link = Link(mtu: mtu, lastTraffic: now)
    }

    /// Records that the client's link has been lost, together with the link's subscriptions, challenges and any
    /// unfinished pairing. The motor keeps turning.
    package mutating func disconnected() {
        link = nil
        movement?.client = nil
    }

    /// Records that the client subscribed to, or unsubscribed from, a characteristic's indications.
    package mutating func subscribed(to characteristic: String, _ isOn: Bool, at now: Duration) {
        link?.lastTraffic = now
        if isOn {
            link?.subscriptions.insert(characteristic.lowercased())
        } else {
            link?.subscriptions.remove(characteristic.lowercased())
        }
    }

    /// Handles one complete message written by the client. Writes without a link and to other characteristics have no
    /// effect.
    package mutating func written(
        _ bytes: [UInt8],
        to characteristic: String,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        guard link != nil else { return [] }
        link?.lastTraffic = now
        switch characteristic.lowercased() {
        case settings.kind.pairingCharacteristic: return pair(bytes, at: now, using: &random)
        case NukiCharacteristic.user: return operate(bytes, at: now, using: &random)
        default: return []
        }
    }

    /// Advances the motor, ends pairing mode, and ends an idle link. Called when the clock has passed `wakeAt`; an
    /// early call is harmless.
    package mutating func woke(
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        var outputs = moveOn(to: now, using: &random)
        if let until = pairingUntil, now >= until { outputs += setPairing(false, at: now) }
        if let link, movement == nil, now >= link.lastTraffic + settings.idleLimit {
            disconnected()
            outputs.append(.disconnect)
        }
        return outputs
    }

    /// Returns the time of the lock's clock.
    func time(at now: Duration) -> NukiTimestamp {
        NukiTimestamp(unixSeconds: unixSeconds(at: now))
    }

    func unixSeconds(at now: Duration) -> Int64 {
        settings.clockStart.addingReportingOverflow(now.components.seconds).partialValue
    }

    /// Returns the output that sends `message`, if the client has subscribed to the characteristic.
    func indication(_ message: [UInt8], on characteristic: String, step: LockStep?) -> [NukiLockOutput] {
        guard let link, link.subscriptions.contains(characteristic) else { return [] }
        let pieces = NukiSegmentation.pieces(of: message, mtu: link.mtu)
        return [.tell(characteristic: characteristic, pieces: pieces, step: step)]
    }
}

extension NukiLock {
    /// The lock's advertisement, at most 31 bytes. In pairing mode, the advertisement contains the pairing service and
    /// the Nuki id. Otherwise, it is a beacon whose last bit shows that the state has changed.
    package var advertisingData: [UInt8] {
        let flags: [UInt8] = [0x02, 0x01, 0x06]
        let id = (0..<4).map { UInt8(truncatingIfNeeded: settings.nukiID >> (24 - 8 * $0)) }
        guard pairingUntil == nil else {
            let short: UInt8 = settings.kind == .classic ? 0xE1 : 0xE3
            return flags + [0x15, 0x21] + Self.base(short).reversed() + id
        }
        let power: UInt8 = hasChanged ? 0xC5 : 0xC4
        return flags + [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + Self.base(0xE2) + id + [power]
    }

    private static func base(_ short: UInt8) -> [UInt8] {
        [0xA9, 0x2E, short, 0x00, 0x55, 0x01, 0x11, 0xE4, 0x91, 0x6C, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66]
    }
}
