package import SeamModel
package import Wire

/// What a lock tells the virtual radio about itself when it registers.
package struct VirtualLockProfile: Sendable, Hashable {
    package var address: LockAddress
    /// Whether the address is public or random.
    package var addressType: DeviceAddress.Kind
    /// Added to the scan response as complete local name; 1 to 29 bytes.
    package var name: String?
    /// Advertising data as on air: length, type, data, and so on; at most 31 bytes.
    package var advertising: [UInt8]
    /// As ``advertising``.
    package var scanResponse: [UInt8]
    package var rssiDBm: Int
    /// The largest ATT MTU that the lock accepts: 23 to 517.
    package var mtu: Int
    /// How often it advertises: 20 ms to 10.24 s.
    package var interval: Duration
    package var services: [VirtualService]

    package init(
        address: LockAddress, addressType: DeviceAddress.Kind = .random, name: String? = nil, advertising: [UInt8],
        scanResponse: [UInt8] = [], rssiDBm: Int = -60,
        mtu: Int = 247, interval: Duration = .milliseconds(100), services: [VirtualService]
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

/// A GATT service of a lock.
package struct VirtualService: Sendable, Hashable {
    package var uuid: BluetoothUUID
    package var characteristics: [VirtualCharacteristic]

    package init(uuid: BluetoothUUID, characteristics: [VirtualCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A GATT characteristic of a lock.
package struct VirtualCharacteristic: Sendable, Hashable {
    /// What may be done with it, as the lock declares; the lock itself refuses the rest.
    package enum Property: String, Sendable, Hashable, CaseIterable {
        case read
        case write
        case writeWithoutResponse = "write_without_response"
        case notify
        case indicate
    }

    package var uuid: BluetoothUUID
    package var properties: Set<Property>

    package init(uuid: BluetoothUUID, properties: Set<Property>) {
        self.uuid = uuid
        self.properties = properties
    }
}

extension VirtualLockProfile {
    /// Takes the members of a `register` message.
    init(in fields: inout JSONFields) throws(FieldFault) {
        address = try LockAddress(in: &fields, "address")
        addressType = try fields.enumeration("address_type")
        name = try fields.optionalString("name", bytes: 1...VirtualRadioLimits.name)
        advertising = try fields.hex("adv", count: 0...VirtualRadioLimits.advertising)
        scanResponse = try fields.optionalHex("scan_response", count: 0...VirtualRadioLimits.advertising) ?? []
        rssiDBm = try fields.int("rssi_dbm", in: VirtualRadioLimits.rssi)
        mtu = try fields.int("mtu", in: VirtualRadioLimits.mtu)
        interval = try fields.optionalMilliseconds("interval_ms", in: 20...10_240) ?? .milliseconds(100)
        services = try fields.values("services", count: 0...VirtualRadioLimits.services)
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

extension VirtualService: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        uuid = try BluetoothUUID(in: &fields, "uuid")
        characteristics = try fields.values("characteristics", count: 0...VirtualRadioLimits.characteristics)
        try fields.end()
    }

    package var json: JSON {
        .members(("uuid", uuid.json), ("characteristics", .array(characteristics.map(\.json))))
    }
}

extension VirtualCharacteristic: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        uuid = try BluetoothUUID(in: &fields, "uuid")
        properties = []
        let limit = Property.allCases.count
        for (index, name) in try fields.strings("properties", count: 0...limit, bytes: 1...32).enumerated() {
            guard let property = Property(rawValue: name) else {
                throw FieldFault("\(fields.pointer("properties"))/\(index)", "is not a property of characteristics")
            }
            properties.insert(property)
        }
        try fields.end()
    }

    package var json: JSON {
        .members(
            ("uuid", uuid.json),
            ("properties", .strings(Property.allCases.filter(properties.contains).map(\.rawValue)))
        )
    }
}
