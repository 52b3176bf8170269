package import RadioModel
import Wire

/// The properties that a lock reports to the virtual radio when the lock registers.
package struct VirtualLockProfile: Sendable, Hashable {
    package var address: LockAddress
    /// Whether the address is public or random.
    package var addressType: DeviceAddress.Kind
    /// The lock's name, from 1 to 29 bytes long. It is added to the scan response as the complete local name.
    package var name: String?
    /// The advertising data, in the form in which it is sent over the air: elements with a length, a type and data. It
    /// has at most 31 bytes.
    package var advertising: [UInt8]
    /// The scan response, in the same form as ``advertising``.
    package var scanResponse: [UInt8]
    package var rssiDBm: Int
    /// The largest ATT MTU that the lock accepts, from 23 to 517.
    package var mtu: Int
    /// How often the lock advertises, from 20 ms to 10.24 s.
    package var interval: Duration
    package var services: [GATTService]

    package init(
        address: LockAddress, addressType: DeviceAddress.Kind = .random, name: String? = nil, advertising: [UInt8],
        scanResponse: [UInt8] = [], rssiDBm: Int = -60,
        mtu: Int = 247, interval: Duration = .milliseconds(100), services: [GATTService]
    ) {
        self.address = address
        self.addressType = addressType
        self.name = name
        self.advertising = advertising
        self.scanResponse = scanResponse
        self.rssiDBm = rssiDBm
        self.mtu = mtu
        self.interval = interval
        self.services = services
    }
}

extension VirtualLockProfile {
    /// Reads the members of a `register` message.
    init(in fields: inout JSONFields) throws(FieldFault) {
        address = try LockAddress(in: &fields, "address")
        addressType = try fields.enumeration("address_type")
        name = try fields.optionalString("name", bytes: 1...VirtualRadioLimits.name)
        advertising = try fields.hex("adv", count: 0...VirtualRadioLimits.advertising)
        scanResponse = try fields.optionalHex("scan_response", count: 0...VirtualRadioLimits.advertising) ?? []
        rssiDBm = try fields.int("rssi_dbm", in: VirtualRadioLimits.rssi)
        mtu = try fields.int("mtu", in: VirtualRadioLimits.mtu)
        interval = try fields.optionalMilliseconds("interval_ms", in: 20...10_240) ?? .milliseconds(100)
        services = try fields.values("services", count: 0...GATTService.limit)
    }

    var members: [(String, JSON?)] {
        [
            ("address", .string(address.description)),
            ("address_type", .string(addressType.rawValue)),
            ("name", name.map(JSON.string)),
            ("adv", .string(Hex.encode(advertising))),
            ("scan_response", scanResponse.isEmpty ? nil : .string(Hex.encode(scanResponse))),
            ("rssi_dbm", .int(rssiDBm)),
            ("mtu", .int(mtu)),
            ("interval_ms", .integer(interval.milliseconds)),
            ("services", .array(services.map(\.json))),
        ]
    }
}
