import RadioModel
import VirtualRadio

extension LockSpecification {
    /// The profile that the lock registers with on the virtual radio; nil only if one of this package's UUIDs were
    /// misspelt.
    func profile(advertising: [UInt8]) -> VirtualLockProfile? {
        guard let services = kind.family.services(of: self) else { return nil }
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
    var notifies: Bool { kind.family.notifies }

    /// The path of the lock's characteristic with this UUID, in the radio's terms.
    func path(_ characteristic: String) -> CharacteristicPath? {
        guard let name = kind.family.service(of: characteristic), let service = BluetoothUUID(name),
            let characteristic = BluetoothUUID(characteristic)
        else { return nil }
        return CharacteristicPath(service: service, characteristic: characteristic)
    }
}
