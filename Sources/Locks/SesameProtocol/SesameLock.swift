import LockProtocol

/// A lock as seen over the air: its answers, its motor's movements, and whether it has a key. The lock is a value
/// without clock, radio or file; its times come from any clock that only moves forward. Callers carry out the outputs
/// in order.
package struct SesameLock: Sendable {
    /// The state that the lock keeps while a link is open.
    struct Link: Sendable {
        let token: [UInt8]
        let loginUntil: Duration
        var reassembler = SesameReassembler()
        /// The session. Until the client has proved itself, this is nil.
        var session: SesameSession?
        /// Whether the client's proof was wrong. The client cannot try again on this link, which ends when the time for
        /// a login is up.
        var isSpent = false
    }

    /// A movement of the bolt.
    struct Movement: Sendable {
        let opens: Bool
        let endsAt: Duration
        let tag: SesameHistoryTag?
        let step: LockStep?
    }

    /// The lock's settings.
    package let settings: SesameLockSettings
    /// The secret that the lock shares with its owners. While anyone may register the lock, this is nil. The caller
    /// stores the secret on `keysChanged`.
    package internal(set) var secret: SesameDeviceSecret?
    /// The position of the bolt, and the battery's state.
    package internal(set) var status: SesameMechStatus
    /// The angles of both ends, and the time after which the lock locks automatically.
    package internal(set) var mechanics: SesameMechSetting
    /// The behavior of the motor when it must turn.
    package var motor = SesameMotor.works
    /// The result with which the lock refuses commands to move. If the lock carries out the commands, this is nil.
    package var refusal: SesameResult?
    /// Whether the lock now belongs to somebody else. Such a lock accepts nobody's proof or registration.
    package var isOwnedElsewhere = false

    var isConnected = false
    var link: Link?
    var movement: Movement?
    var locksAt: Duration?
    /// How far the clock is ahead of `settings.clockStart`, in seconds, after somebody has set the clock.
    var clockCorrection: Int64 = 0

    /// Creates a locked lock. If a secret is given, the lock already has it.
    package init(_ settings: SesameLockSettings, secret: SesameDeviceSecret? = nil) {
        self.settings = settings
        self.secret = secret
        mechanics = settings.mechanics
        status = SesameMechStatus(position: settings.mechanics.lockAngle)
        status.isInLockRange = true
    }

    /// The earliest time at which `woke` has something to do. If nothing is pending, this is nil.
    package var wakeAt: Duration? {
        let login = link.flatMap { $0.session == nil ? $0.loginUntil : nil }
        return [login, movement?.endsAt, locksAt].compactMap { $0 }.min()
    }

    /// Records that a client's link is open. If the end of an earlier link was missed, the earlier link ends now.
    package mutating func connected() {
        disconnected()
        isConnected = true
    }

    /// Records that the client's link has been lost, together with its session. The motor keeps turning.
    package mutating func disconnected() {
        isConnected = false
        link = nil
    }

    /// Records that the client begins or stops listening to the lock. The lock's first message is the link's token.
    package mutating func subscribed(
        to characteristic: String,
        _ isOn: Bool,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [SesameLockOutput] {
        guard isConnected, characteristic.lowercased() == SesameCharacteristic.notify else { return [] }
        guard isOn else {
            link = nil
            return []
        }
        guard link == nil else { return [] }
        let token = random.bytes(SesameSession.tokenSize)
        link = Link(token: token, loginUntil: now + settings.loginLimit)
        return [tell(.publish(.initial, token), step: .operation(1))]
    }

    /// Handles one packet written by the client. Writes before the token, writes to other characteristics, and packets
    /// that do not belong to this protocol have no effect.
    package mutating func written(
        _ bytes: [UInt8],
        to characteristic: String,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [SesameLockOutput] {
        guard characteristic.lowercased() == SesameCharacteristic.write, var link else { return [] }
        let parcel = try? link.reassembler.append(bytes)
        self.link = link
        // A sealed message is dropped before a login, and an unsealed message is dropped after a login.
        guard let parcel, !link.isSpent, parcel.isSealed == (link.session != nil) else { return [] }
        guard var session = link.session else { return introduced(parcel.bytes, link, at: now, using: &random) }
        guard let message = try? session.open(parcel.bytes) else {
            return [.event(SesameLockEvent(.refused, result: .invalidSignature))] + hangUp()
        }
        self.link?.session = session
        guard let request = try? SesameRequest(message) else { return [] }
        return perform(request, at: now)
    }

    /// Advances the motor, locks automatically, and ends a link without a login. Called when the clock has passed
    /// `wakeAt`; an early call is harmless.
    package mutating func woke(at now: Duration) -> [SesameLockOutput] {
        var outputs: [SesameLockOutput] = []
        if let movement, now >= movement.endsAt { outputs += end(movement, at: now) }
        if let time = locksAt, now >= time, movement == nil { outputs += turn(opens: false, nil, step: nil, at: now) }
        if let link, link.session == nil, now >= link.loginUntil { outputs += hangUp() }
        return outputs
    }

    /// The lock's advertisement. If the UUID has the wrong size, this is nil. The settings make such a UUID impossible.
    package var advertisement: SesameAdvertisement? {
        try? SesameAdvertisement(model: settings.model.rawValue, isRegistered: secret != nil, uuid: settings.uuid)
    }

    /// The encoded advertisement of 30 bytes: the flags, the lock's service and its manufacturer data.
    package var advertisingData: [UInt8] {
        let company = [UInt8(truncatingIfNeeded: SesameAdvertisement.company), UInt8(SesameAdvertisement.company >> 8)]
        let data = company + (advertisement?.manufacturerData ?? [])
        return [0x02, 0x01, 0x06, 0x03, 0x03, 0x81, 0xFD, UInt8(data.count + 1), 0xFF] + data
    }

    /// Makes the batteries nearly empty or full.
    package mutating func setBattery(isLow: Bool) {
        status.isBatteryLow = isLow
        status.halfMillivolts = isLow ? 2_425 : 3_000
    }

    /// Removes the lock's key, as holding the lock's reset button does. An open link ends.
    package mutating func forget() -> [SesameLockOutput] {
        guard secret != nil else { return [] }
        secret = nil
        let wasConnected = isConnected
        disconnected()
        return [.keysChanged, .event(SesameLockEvent(.reset)), .advertisementChanged]
            + (wasConnected ? [.disconnect] : [])
    }

    /// Simulates that the maker's app registers a lock that has no key.
    package mutating func own(using random: inout some RandomNumberGenerator) -> [SesameLockOutput] {
        guard secret == nil, let new = try? SesameDeviceSecret(random.bytes(SesameDeviceSecret.size)) else { return [] }
        secret = new
        return [.keysChanged, .advertisementChanged]
    }

    /// The text of the code with which the lock's owner shares the lock's key. If the lock has no key, this is nil.
    package var sharedKey: String? {
        secret.map { SesameSharedKey.text(of: $0, model: settings.model, uuid: settings.uuid) }
    }

    /// Returns the lock's clock, in seconds since 1970.
    func clock(at now: Duration) -> UInt32 {
        let seconds = settings.clockStart &+ now.components.seconds &+ clockCorrection
        return UInt32(truncatingIfNeeded: seconds)
    }

    mutating func hangUp() -> [SesameLockOutput] {
        disconnected()
        return [.disconnect]
    }

    /// Returns the output that sends a report in plaintext.
    func tell(_ report: SesameReport, step: LockStep?) -> SesameLockOutput {
        let packets = SesameParcel(report.encoded, isSealed: false).packets
        return .tell(characteristic: SesameCharacteristic.notify, pieces: packets, step: step)
    }

    /// Returns the output that sends a sealed report, if a client has logged in.
    mutating func tellSealed(_ report: SesameReport, step: LockStep?) -> [SesameLockOutput] {
        guard var session = link?.session, let parcel = try? session.seal(report.encoded) else { return [] }
        link?.session = session
        return [.tell(characteristic: SesameCharacteristic.notify, pieces: parcel.packets, step: step)]
    }
}
