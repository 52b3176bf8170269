import LockProtocol

/// A lock as seen over the air: its replies, its motor's movements, and whether it has a key. The lock is a value
/// without clock, radio or file; its times come from any clock that only moves forward. Callers carry out the outputs
/// in order.
package struct SwitchBotLock: Sendable {
    /// The state that the lock keeps while a client listens.
    struct Link: Sendable {
        /// The session. Until the client has asked for a session, this is nil.
        var session: SwitchBotSession?
        /// Whether the lock reports its state on its own.
        var reports = false
        /// Whether a command to move arrived on this link.
        var hasCommand = false
    }

    /// A movement of the bolt.
    struct Movement: Sendable {
        let opens: Bool
        let endsAt: Duration
    }

    /// The lock's settings.
    package let settings: SwitchBotLockSettings
    /// The key that the lock shares with its owner. While the lock belongs to no account, this is nil. The caller
    /// stores the key on `keysChanged`.
    package internal(set) var key: SwitchBotKey?
    /// The position of the bolt.
    package internal(set) var info = SwitchBotLockInfo()
    /// The battery's charge in percent.
    package internal(set) var batteryPercent: UInt8 = 100
    /// The behavior of the motor when it must turn.
    package var motor = SwitchBotMotor.works
    /// The result with which the lock refuses commands to move. If the lock carries out the commands, this is nil.
    package var refusal: SwitchBotResult?
    /// Whether the lock now has another key, with the same number. Such a lock does not understand anyone.
    package var isOwnedElsewhere = false

    var isConnected = false
    var link: Link?
    var movement: Movement?
    var locksAt: Duration?
    var sequence: UInt8 = 1

    private static let lowBattery: UInt8 = 20

    /// Creates a locked lock. If a key is given, the lock already has it.
    package init(_ settings: SwitchBotLockSettings, key: SwitchBotKey? = nil) {
        self.settings = settings
        self.key = key
    }

    /// The earliest time at which `woke` has something to do. If nothing is pending, this is nil.
    package var wakeAt: Duration? { [movement?.endsAt, locksAt].compactMap { $0 }.min() }

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

    /// Records that the client begins or stops listening to the lock.
    package mutating func subscribed(to characteristic: String, _ isOn: Bool) {
        guard isConnected, characteristic.lowercased() == SwitchBotCharacteristic.notify else { return }
        link = isOn ? link ?? Link() : nil
    }

    /// Advances the motor, and locks automatically. Called when the clock has passed `wakeAt`; an early call is
    /// harmless.
    package mutating func woke(at now: Duration) -> [SwitchBotLockOutput] {
        var outputs: [SwitchBotLockOutput] = []
        if let movement, now >= movement.endsAt { outputs += end(movement, at: now) }
        if let time = locksAt, now >= time, movement == nil { outputs += turn(opens: false, at: now) }
        return outputs
    }

    /// The lock's advertisement. If the address had the wrong size, this would be nil, but the settings make this
    /// impossible.
    package var advertisement: SwitchBotAdvertisement? {
        try? SwitchBotAdvertisement(
            model: settings.model.rawValue, batteryPercent: batteryPercent, address: settings.address,
            sequence: sequence, info: info)
    }

    /// The encoded advertisement of 24 bytes: the flags, the manufacturer data and the service data. A real lock sends
    /// the service data in its scan response.
    package var advertisingData: [UInt8] {
        guard let advertisement else { return [] }
        return [0x02, 0x01, 0x06]
            + Self.element(0xFF, SwitchBotAdvertisement.company, advertisement.manufacturerData)
            + Self.element(0x16, SwitchBotAdvertisement.service, advertisement.serviceData)
    }

    private static func element(_ type: UInt8, _ number: UInt16, _ data: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: data.count + 3), type, UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] + data
    }

    /// Whether the lock asks for new batteries.
    package var isBatteryLow: Bool { batteryPercent <= Self.lowBattery }

    /// Makes the batteries nearly empty or full.
    package mutating func setBattery(isLow: Bool) {
        batteryPercent = isLow ? 4 : 100
    }

    /// Removes the lock's key, as removing the lock from the owner's account does. An open link ends.
    package mutating func forget() -> [SwitchBotLockOutput] {
        guard key != nil else { return [] }
        key = nil
        let wasConnected = isConnected
        disconnected()
        return [.keysChanged, .event(SwitchBotLockEvent(.reset))] + (wasConnected ? [.disconnect] : [])
    }

    /// Simulates that the maker's app adds a lock without a key to an account.
    package mutating func own(using random: inout some RandomNumberGenerator) -> [SwitchBotLockOutput] {
        // Zero is not the number of a key, because it marks plaintext.
        let id = UInt8.random(in: 1...255, using: &random)
        guard key == nil, let new = try? SwitchBotKey(id: id, random.bytes(SwitchBotKey.size)) else { return [] }
        key = new
        return [.keysChanged]
    }

    /// The text with which the lock's owner passes on the lock's key. If the lock has no key, this is nil.
    package var sharedKey: String? { key.map { SwitchBotSharedKey.text(of: $0) } }

    /// Starts the motor.
    mutating func turn(opens: Bool, at now: Duration) -> [SwitchBotLockOutput] {
        locksAt = nil
        movement = Movement(opens: opens, endsAt: now + settings.movement)
        return change(to: opens ? .unlocking : .locking, SwitchBotLockEvent(opens ? .unlocking : .locking))
    }

    /// Ends a movement. Called when the motor has come to rest.
    private mutating func end(_ movement: Movement, at now: Duration) -> [SwitchBotLockOutput] {
        self.movement = nil
        guard motor != .blocked else {
            let bolt: SwitchBotBolt = movement.opens ? .unlockingStopped : .lockingStopped
            return change(to: bolt, SwitchBotLockEvent(.motorFault))
        }
        if movement.opens, let delay = settings.autoLock { locksAt = now + delay }
        return change(
            to: movement.opens ? .unlocked : .locked, SwitchBotLockEvent(movement.opens ? .unlocked : .locked))
    }

    private mutating func change(to bolt: SwitchBotBolt, _ event: SwitchBotLockEvent) -> [SwitchBotLockOutput] {
        info.bolt = bolt
        sequence = sequence == 255 ? 1 : sequence + 1
        let report = link?.reports == true ? reply(.report, info.payload, step: infoStep) : []
        return [.event(event), .advertisementChanged] + report
    }

    /// The step of a message about the bolt.
    var infoStep: LockStep {
        guard link?.hasCommand == true else { return .operation(4) }
        return .operation(movement == nil ? 8 : 7)
    }

    /// Returns the output that sends an encrypted reply, if the link has a session.
    func reply(_ result: SwitchBotResult, _ content: [UInt8] = [], step: LockStep?) -> [SwitchBotLockOutput] {
        guard let session = link?.session, let reply = try? SwitchBotReply(result, content, in: session) else {
            return []
        }
        return [Self.tell(reply, step: step)]
    }

    static func tell(_ reply: SwitchBotReply, step: LockStep?) -> SwitchBotLockOutput {
        .tell(characteristic: SwitchBotCharacteristic.notify, pieces: [reply.encoded], step: step)
    }
}
