package import Wire

/// A GATT service as a device declares it.
package struct GATTService: Sendable, Hashable {
    package var uuid: BluetoothUUID
    package var characteristics: [GATTCharacteristic]

    package init(uuid: BluetoothUUID, characteristics: [GATTCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A GATT characteristic as a device declares it.
package struct GATTCharacteristic: Sendable, Hashable {
    /// The operations that the characteristic allows. They are only a claim. The device itself refuses operations that
    /// it does not allow.
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

extension [GATTService] {
    /// The characteristic at `path` of a device that has these services. If no such characteristic exists, this is nil.
    package subscript(path: CharacteristicPath) -> GATTCharacteristic? {
        for service in self where service.uuid == path.service {
            if let found = service.characteristics.first(where: { $0.uuid == path.characteristic }) { return found }
        }
        return nil
    }
}

extension GATTService: JSONRecord {
    /// The largest numbers of services of one device, and of characteristics of one service. A device with more is not
    /// a lock.
    package static let limit = 32
    package static let characteristicLimit = 64

    package init(fields: inout JSONFields) throws(FieldFault) {
        uuid = try BluetoothUUID(in: &fields, "uuid")
        characteristics = try fields.values("characteristics", count: 0...GATTService.characteristicLimit)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("uuid", uuid)
        writer.member("characteristics", characteristics)
    }
}

extension GATTCharacteristic: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
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

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("uuid", uuid)
        writer.member("properties", Property.allCases.filter(properties.contains).map(\.rawValue))
    }
}
