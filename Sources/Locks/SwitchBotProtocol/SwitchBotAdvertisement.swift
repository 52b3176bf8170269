import LockProtocol

/// A lock's product. Other products exist, but their states and commands have other bytes.
package enum SwitchBotModel: UInt8, Sendable, CaseIterable {
    /// The SwitchBot Lock: the letter o.
    case lock = 0x6F
    /// The SwitchBot Lock Lite: the minus sign. It has no magnet for the door.
    case lockLite = 0x2D
}

/// The advertisement of a SwitchBot lock: its manufacturer data and its service data. The maker documents both
/// (SwitchBotAPI-BLE, `README.md` and `devicetypes/lock.md`). The table of `lock.md` counts one byte too many for the
/// address; the published advertisements in pySwitchbot's tests have six bytes.
package struct SwitchBotAdvertisement: Sendable, Equatable {
    /// The number of the company Woan Technology, as listed by the Bluetooth SIG.
    package static let company: UInt16 = 0x0969
    /// The short number of the service whose data all products of the maker advertise.
    package static let service: UInt16 = 0xFD3D
    /// The index of the first byte of ``info`` in the manufacturer data.
    package static let infoIndex = 7

    /// The number of the product, which may be missing from `SwitchBotModel`.
    package var model: UInt8
    /// The battery's charge in percent. If the lock does not report it, this is nil.
    package var batteryPercent: UInt8?
    /// The lock's address, 6 bytes, the most significant byte first.
    package var address: [UInt8]
    /// A number from 1 to 255 that changes whenever the state changes.
    package var sequence: UInt8
    /// The state of the bolt. It is in plaintext, so anyone nearby can read or forge it.
    package var info: SwitchBotLockInfo

    /// Creates an advertisement. Throws `badValue` for an address that is not 6 bytes long.
    package init(
        model: UInt8, batteryPercent: UInt8?, address: [UInt8], sequence: UInt8, info: SwitchBotLockInfo
    ) throws(SwitchBotError) {
        guard address.count == 6 else { throw SwitchBotError(.badValue, "an address must have 6 bytes") }
        self.model = model
        self.batteryPercent = batteryPercent
        self.address = address
        self.sequence = sequence
        self.info = info
    }

    /// Reads the manufacturer data of `company` and the data of `service`. Throws `truncated` or `badValue`.
    package init(manufacturerData: [UInt8], serviceData: [UInt8]) throws(SwitchBotError) {
        var reader = ByteReader(manufacturerData)
        address = try reader.bytes(6)
        sequence = try reader.uint8()
        info = try SwitchBotLockInfo(payload: try reader.bytes(SwitchBotLockInfo.size))
        var service = ByteReader(serviceData)
        model = try service.uint8() & 0x7F
        _ = try service.uint8()
        let battery = try service.uint8() & 0x7F
        batteryPercent = battery <= 100 ? battery : nil
    }

    /// The data after the company's number: the address, the sequence number, the state, and a reserved byte.
    package var manufacturerData: [UInt8] { address + [sequence] + info.payload + [0] }

    /// The data after the service's number: the product, a reserved byte, and the battery.
    package var serviceData: [UInt8] { [model, 0x80, batteryPercent ?? 0x7F] }
}
