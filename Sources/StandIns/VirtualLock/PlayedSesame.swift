import LockProtocol
import RadioModel
import SesameProtocol
import Wire

/// The lock side of Sesame locks.
struct PlayedSesame: PlayedFamily {
    private var lock: SesameLock

    init(_ specification: LockSpecification, keys: PlayedKeys, clockStart: Int64) {
        var settings = SesameLockSettings(model: Self.model(of: specification.kind), uuid: specification.uuid)
        settings.movement = specification.movement
        settings.mechanics.autoLockSeconds = specification.autoLockSeconds
        settings.clockStart = clockStart
        lock = SesameLock(settings, secret: keys.secret)
    }

    private static let models: [LockSpecification.Kind: SesameModel] = [
        .sesame5: .sesame5, .sesame5Pro: .sesame5Pro, .sesame5US: .sesame5US,
    ]

    private static func model(of kind: LockSpecification.Kind) -> SesameModel { models[kind] ?? .sesame5 }

    static var notifies: Bool { true }

    static func advertisedName(of specification: LockSpecification) -> String? {
        let advertisement = try? SesameAdvertisement(
            model: model(of: specification.kind).rawValue, isRegistered: false, uuid: specification.uuid)
        return advertisement?.localName
    }

    static func service(of characteristic: String) -> String? { SesameCharacteristic.service }

    static func services(of specification: LockSpecification) -> [GATTService]? {
        guard let service = BluetoothUUID(SesameCharacteristic.service),
            let write = BluetoothUUID(SesameCharacteristic.write),
            let notify = BluetoothUUID(SesameCharacteristic.notify)
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
    var keys: PlayedKeys { PlayedKeys(secret: lock.secret) }

    var state: JSON {
        .members(
            ("state", .string(lock.status.state.rawValue)),
            ("pairing", .bool(lock.secret == nil)),
            ("battery_percent", .int(lock.status.batteryPercent)),
            ("battery_critical", .bool(lock.status.isBatteryLow))
        )
    }

    func value(of characteristic: BluetoothUUID, at now: Duration) -> [UInt8]? { nil }

    mutating func connected(mtu: Int, at now: Duration) { lock.connected() }

    mutating func disconnected() { lock.disconnected() }

    mutating func subscribed(
        to characteristic: String, _ isOn: Bool, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        lock.subscribed(to: characteristic, isOn, at: now, using: &random).map { $0.map(PlayedEvent.sesame) }
    }

    mutating func written(
        _ value: [UInt8], to characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>] {
        lock.written(value, to: characteristic, at: now, using: &random).map { $0.map(PlayedEvent.sesame) }
    }

    mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [LockOutput<PlayedEvent>] {
        lock.woke(at: now).map { $0.map(PlayedEvent.sesame) }
    }

    /// Switches pairing mode. A Sesame lock pairs while it has no key. Switching pairing on makes the lock forget its
    /// key, and switching pairing off does nothing.
    mutating func setPairing(_ isOn: Bool, at now: Duration) -> [LockOutput<PlayedEvent>] {
        isOn ? lock.forget().map { $0.map(PlayedEvent.sesame) } : []
    }

    mutating func share(
        using random: inout some RandomNumberGenerator
    ) -> (text: String, outputs: [LockOutput<PlayedEvent>])? {
        let outputs = lock.own(using: &random).map { $0.map(PlayedEvent.sesame) }
        return lock.sharedKey.map { ($0, outputs) }
    }

    /// Applies the faults. The fault `refuse` makes the lock refuse commands at any step.
    mutating func play(_ faults: [LockFault.Kind: LockFault]) {
        lock.refusal = faults[.refuse].map { $0.code.map { SesameResult(rawValue: $0) } ?? .busy }
        lock.isOwnedElsewhere = faults[.pairedElsewhere] != nil
        lock.motor = faults[.jammed] != nil ? .blocked : faults[.motor] != nil ? .failed : .works
        lock.setBattery(isLow: faults[.lowBattery] != nil)
    }
}

extension SesameLockEvent {
    /// The members of the event's line in the file.
    var json: JSON {
        .members(
            ("event", .string(kind.rawValue)),
            ("suffix", tag.map { .string($0.name) }),
            ("reason", result.map { .string($0.reason) }),
            ("code", result.map { .int(Int($0.rawValue)) }),
            ("command", item.map { .int(Int($0.rawValue)) })
        )
    }
}

extension SesameHistoryTag {
    /// The person's name, or the digits of the id.
    fileprivate var name: String {
        switch self {
        case .text(let text): text
        case .identity(_, let id): Hex.encode(id)
        }
    }
}
