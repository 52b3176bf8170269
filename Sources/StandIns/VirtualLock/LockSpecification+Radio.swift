import NukiProtocol
import SeamModel
import SesameProtocol
import VirtualRadio

extension LockSpecification {
    /// The profile that the lock registers with on the virtual radio; nil only if a UUID of ours were misspelt.
    func profile(advertising: [UInt8]) -> VirtualLockProfile? {
        guard let services else { return nil }
        return VirtualLockProfile(
            address: address,
            addressType: addressType,
            name: advertisedName,
            advertising: advertising,
            rssiDBm: rssiDBm,
            mtu: mtu,
            services: services
        )
    }

    /// Whether the lock notifies its messages, which nobody confirms, instead of indicating them.
    var notifies: Bool { kind.sesame != nil }

    /// The path of our characteristic with this UUID, as the radio names it.
    func path(_ characteristic: String) -> CharacteristicPath? {
        let name = notifies ? SesameCharacteristic.service : NukiCharacteristic.service(of: characteristic)
        guard let name, let service = BluetoothUUID(name),
            let characteristic = BluetoothUUID(characteristic)
        else { return nil }
        return CharacteristicPath(service: service, characteristic: characteristic)
    }

    private var services: [GATTService]? { notifies ? sesameServices : nukiServices }

    private var sesameServices: [GATTService]? {
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

    private var nukiServices: [GATTService]? {
        let isUltra = kind == .ultra
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
}

/// The characteristics of the Device Information service that a lock has, by their 16-bit numbers.
enum DeviceInformation: UInt32 {
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

    /// The value that a lock with this configuration has for this characteristic.
    func value(_ configuration: NukiConfiguration) -> [UInt8] {
        func dotted(_ numbers: [UInt8]) -> [UInt8] { Array(numbers.map(String.init).joined(separator: ".").utf8) }
        switch self {
        case .serial: return Array(NukiLock.advertisedName(nukiID: configuration.nukiID, prefix: "").utf8)
        case .firmware: return dotted(configuration.firmware)
        case .hardware: return dotted(configuration.hardware)
        }
    }
}
