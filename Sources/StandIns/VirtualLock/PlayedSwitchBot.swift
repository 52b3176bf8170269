import LockProtocol
import RadioModel
import SwitchBotProtocol
import VirtualRadio
import Wire

/// The lock side of SwitchBot locks.
struct PlayedSwitchBot: PlayedFamily {
    private var lock: SwitchBotLock

    init(_ specification: LockSpecification, keys: PlayedKeys, clockStart: Int64) {
        let address = (0..<6).map { UInt8(truncatingIfNeeded: specification.address.bits >> (40 - 8 * $0)) }
        var settings = SwitchBotLockSettings(
            model: specification.kind == .switchBotLockLite ? .lockLite : .lock, address: address)
        settings.movement = specification.movement
        if specification.autoLockSeconds > 0 { settings.autoLock = .seconds(Int64(specification.autoLockSeconds)) }
        lock = SwitchBotLock(settings, key: keys.switchBot)
    }

    static var notifies: Bool { true }

    static func advertisedName(of specification: LockSpecification) -> String? { "WoLock" }

    static func service(of characteristic: String) -> String? { SwitchBotCharacteristic.service }

    static func services(of specification: LockSpecification) -> [GATTService]? {
        guard let service = BluetoothUUID(SwitchBotCharacteristic.service),
            let write = BluetoothUUID(SwitchBotCharacteristic.write),
            let notify = BluetoothUUID(SwitchBotCharacteristic.notify)
        else { return nil }
        return [
            GATTService(
                uuid: service,
                characteristics: [
                    GATTCharacteristic(uuid: write, properties: [.writeWithoutResponse]),
                    GATTCharacteristic(uuid: notify, properties: [.notify]),
                ]
            )
        ]
    }

    var wakeAt: Duration? { lock.wakeAt }
    var advertisingData: [UInt8] { lock.advertisingData }
    var keys: PlayedKeys { PlayedKeys(switchBot: lock.key) }

    var state: JSON {
        .members(
            ("state", .string(lock.info.state)),
            ("pairing", .bool(lock.key == nil)),
            ("battery_percent", .int(Int(lock.batteryPercent))),
            ("battery_critical", .bool(lock.isBatteryLow))
        )
    }

    func value(of characteristic: BluetoothUUID, at now: Duration) -> [UInt8]? { nil }

    mutating func connected(mtu: Int, at now: Duration) { lock.connected() }

    mutating func disconnected() { lock.disconnected() }

    mutating func subscribed(
        to characteristic: String, _ isOn: Bool, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        lock.subscribed(to: characteristic, isOn)
        return []
    }

    mutating func written(
        _ value: [UInt8], to characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        lock.written(value, to: characteristic, at: now, using: &random).map { $0.map(PlayedEvent.switchBot) }
    }

    mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [LockOutput<PlayedEvent>] {
        lock.woke(at: now).map { $0.map(PlayedEvent.switchBot) }
    }

    /// Switches pairing mode. Switching pairing on makes a SwitchBot lock forget its key, as if the lock had been
    /// removed from its owner's account, and switching pairing off does nothing.
    mutating func setPairing(_ isOn: Bool, at now: Duration) -> [LockOutput<PlayedEvent>] {
        isOn ? lock.forget().map { $0.map(PlayedEvent.switchBot) } : []
    }

    mutating func share(
        using random: inout some RandomNumberGenerator
    ) -> (text: String, outputs: [LockOutput<PlayedEvent>])? {
        let outputs = lock.own(using: &random).map { $0.map(PlayedEvent.switchBot) }
        return lock.sharedKey.map { ($0, outputs) }
    }

    /// Applies the faults. The fault `refuse` makes the lock refuse commands, no matter at which step.
    mutating func play(_ faults: [LockFault.Kind: LockFault]) {
        lock.refusal = faults[.refuse].map { $0.code.map { SwitchBotResult(rawValue: $0) } ?? .busy }
        lock.isOwnedElsewhere = faults[.pairedElsewhere] != nil
        lock.motor = faults[.jammed] != nil ? .blocked : faults[.motor] != nil ? .failed : .works
        lock.setBattery(isLow: faults[.lowBattery] != nil)
    }
}

extension SwitchBotLockEvent {
    /// The members of the event's line in the file.
    var json: JSON {
        .members(
            ("event", .string(kind.rawValue)),
            ("reason", result.map { .string($0.reason) }),
            ("code", result.map { .int(Int($0.rawValue)) })
        )
    }
}
