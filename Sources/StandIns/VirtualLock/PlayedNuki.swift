import LockProtocol
import NukiProtocol
import RadioModel
import Wire

/// The lock side of Nuki locks.
struct PlayedNuki: PlayedFamily {
    private var lock: NukiLock

    init(_ specification: LockSpecification, keys: PlayedKeys, clockStart: Int64) {
        var settings = NukiLockSettings(
            nukiID: specification.nukiID, uuid: specification.uuid,
            kind: specification.kind == .ultra ? .ultra : .classic, name: specification.name, pin: specification.pin)
        settings.movement = specification.movement
        settings.hold = specification.hold
        settings.statesForm = specification.statesForm
        settings.clockStart = clockStart
        lock = NukiLock(settings, users: keys.users)
    }

    static var notifies: Bool { false }

    static func advertisedName(of specification: LockSpecification) -> String? {
        NukiLock.advertisedName(nukiID: specification.nukiID)
    }

    static func service(of characteristic: String) -> String? { NukiCharacteristic.service(of: characteristic) }

    static func services(of specification: LockSpecification) -> [GATTService]? {
        let isUltra = specification.kind == .ultra
        let pairingService = isUltra ? NukiCharacteristic.ultraPairingService : NukiCharacteristic.pairingService
        let pairingCharacteristic = isUltra ? NukiCharacteristic.ultraPairing : NukiCharacteristic.pairing
        let command: Set<GATTCharacteristic.Property> = [.write, .indicate]
        guard let pairing = BluetoothUUID(pairingService),
            let pair = BluetoothUUID(pairingCharacteristic),
            let keyturner = BluetoothUUID(NukiCharacteristic.keyturnerService),
            let general = BluetoothUUID(NukiCharacteristic.general),
            let user = BluetoothUUID(NukiCharacteristic.user)
        else { return nil }
        let information = [DeviceInformation.serial, .firmware, .hardware].map {
            GATTCharacteristic(uuid: BluetoothUUID(short: $0.rawValue), properties: [.read])
        }
        return [
            GATTService(
                uuid: BluetoothUUID(short: DeviceInformation.service),
                characteristics: information
            ),
            GATTService(uuid: pairing, characteristics: [GATTCharacteristic(uuid: pair, properties: command)]),
            GATTService(
                uuid: keyturner,
                characteristics: [
                    GATTCharacteristic(uuid: general, properties: command),
                    GATTCharacteristic(uuid: user, properties: command),
                ]
            ),
        ]
    }

    var wakeAt: Duration? { lock.wakeAt }
    var advertisingData: [UInt8] { lock.advertisingData }
    var keys: PlayedKeys { PlayedKeys(users: lock.users) }

    var state: JSON {
        let users = lock.users.map { user in
            JSON.members(
                ("auth_id", .integer(Int64(user.authID))),
                ("app_id", .integer(Int64(user.appID))),
                ("name", .string(user.name))
            )
        }
        return .members(
            ("nuki_id", .integer(Int64(lock.settings.nukiID))),
            ("state", .string(lock.lockState.description)),
            ("pairing", .bool(lock.pairingUntil != nil)),
            ("battery_percent", .int(lock.battery.percent)),
            ("battery_critical", .bool(lock.battery.isCritical)),
            ("users", .array(users))
        )
    }

    func value(of characteristic: BluetoothUUID, at now: Duration) -> [UInt8]? {
        DeviceInformation(characteristic)?.value(lock.configuration(at: now))
    }

    mutating func connected(mtu: Int, at now: Duration) { lock.connected(mtu: mtu, at: now) }

    mutating func disconnected() { lock.disconnected() }

    mutating func subscribed(
        to characteristic: String, _ isOn: Bool, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        lock.subscribed(to: characteristic, isOn, at: now)
        return []
    }

    mutating func written(
        _ value: [UInt8], to characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        lock.written(value, to: characteristic, at: now, using: &random).map { $0.map(PlayedEvent.nuki) }
    }

    mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [LockOutput<PlayedEvent>] {
        lock.woke(at: now, using: &random).map { $0.map(PlayedEvent.nuki) }
    }

    mutating func setPairing(_ isOn: Bool, at now: Duration) -> [LockOutput<PlayedEvent>] {
        lock.setPairing(isOn, at: now).map { $0.map(PlayedEvent.nuki) }
    }

    mutating func play(_ faults: [LockFault.Kind: LockFault]) {
        lock.refusal = faults[.refuse].map { fault in
            NukiRefusal(
                step: fault.step.map { LockStep(conversation: fault.conversation ?? .operation, number: $0) },
                code: fault.code.map { NukiErrorCode(rawValue: $0) } ?? .busy)
        }
        lock.isOwnedElsewhere = faults[.pairedElsewhere] != nil
        lock.motor = faults[.jammed] != nil ? .blocked : faults[.motor] != nil ? .failed : .works
        let isLow = faults[.lowBattery] != nil
        if isLow != lock.battery.isCritical {
            lock.battery = NukiBattery(isCritical: isLow, percent: isLow ? 4 : 92)
        }
    }
}

/// The characteristics in a lock's Device Information service, by their 16-bit numbers.
private enum DeviceInformation: UInt32 {
    case serial = 0x2A25
    case firmware = 0x2A26
    case hardware = 0x2A27

    static let service: UInt32 = 0x180A

    init?(_ uuid: BluetoothUUID) {
        guard let known = DeviceInformation(rawValue: UInt32(truncatingIfNeeded: uuid.high >> 32)),
            uuid == BluetoothUUID(short: known.rawValue)
        else { return nil }
        self = known
    }

    /// Returns the value of the characteristic for a lock with a configuration.
    func value(_ configuration: NukiConfiguration) -> [UInt8] {
        func dotted(_ numbers: [UInt8]) -> [UInt8] { Array(numbers.map(String.init).joined(separator: ".").utf8) }
        switch self {
        case .serial: return Array(NukiLock.advertisedName(nukiID: configuration.nukiID, prefix: "").utf8)
        case .firmware: return dotted(configuration.firmware)
        case .hardware: return dotted(configuration.hardware)
        }
    }
}

extension NukiLockEvent {
    /// The members of the event's line in the file.
    var json: JSON {
        .members(
            ("event", .string(kind.rawValue)),
            ("auth_id", actor.map { .integer(Int64($0.authID)) }),
            ("app_id", actor.map { .integer(Int64($0.appID)) }),
            ("name", actor.map { .string($0.name) }),
            ("suffix", actor?.suffix.map(JSON.string)),
            ("reason", code.map { .string($0.reason) }),
            ("code", code.map { .int(Int($0.rawValue)) }),
            ("command", command.map { .int(Int($0.rawValue)) })
        )
    }
}

/// A user of a lock in the file.
struct KeptUser: JSONRecord {
    let user: NukiLockUser

    init(user: NukiLockUser) {
        self.user = user
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        let number = 0...Int64(UInt32.max)
        let key = Hex.decode(try fields.string("key", bytes: 64...64)) ?? []
        guard let key = try? NukiSharedKey(key) else { throw fields.fault("key", "must be a key") }
        user = NukiLockUser(
            authID: UInt32(try fields.integer("auth_id", in: number)),
            appID: UInt32(try fields.integer("app_id", in: number)),
            name: try fields.string("name", bytes: 0...128),
            type: UInt8(try fields.integer("type", in: 0...255)),
            key: key
        )
        try fields.end()
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("auth_id", Int64(user.authID))
        writer.member("app_id", Int64(user.appID))
        writer.member("name", user.name)
        writer.member("type", Int(user.type))
        writer.member("key", Hex.encode(user.key.secretBytes))
    }
}
