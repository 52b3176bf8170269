import RadioModel
import VirtualRadio

extension LockSpecification {
    /// Returns the profile that the lock uses when it registers on the virtual radio. If a UUID in this package is
    /// misspelt, returns nil.
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

    /// Whether the lock sends its messages as notifications, which nobody confirms, instead of indications.
    var notifies: Bool { kind.family.notifies }

    /// Returns the path of the lock's characteristic with a UUID, in the terms of the radio.
    func path(_ characteristic: String) -> CharacteristicPath? {
        guard let name = kind.family.service(of: characteristic), let service = BluetoothUUID(name),
            let characteristic = BluetoothUUID(characteristic)
        else { return nil }
        return CharacteristicPath(service: service, characteristic: characteristic)
    }
}
