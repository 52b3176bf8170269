package import SeamModel
package import Wire

/// An advertisement as `radio.scan` reports it. All of it is the device's own claim.
package struct HeardDevice: Sendable, Hashable {
    /// Manufacturer data, by company number.
    package struct ManufacturerData: Sendable, Hashable {
        package var company: Int
        package var data: [UInt8]

        package init(company: Int, data: [UInt8]) {
            self.company = company
            self.data = data
        }
    }

    /// Service data.
    package struct ServiceData: Sendable, Hashable {
        package var service: BluetoothUUID
        package var data: [UInt8]

        package init(service: BluetoothUUID, data: [UInt8]) {
            self.service = service
            self.data = data
        }
    }

    package var device: DeviceAddress
    /// At most 248 bytes, from the air: make it safe before showing it.
    package var name: String?
    package var rssiDBm: Int
    package var services: [BluetoothUUID]
    package var manufacturerData: [ManufacturerData]
    package var serviceData: [ServiceData]

    package init(
        device: DeviceAddress, name: String? = nil, rssiDBm: Int, services: [BluetoothUUID] = [],
        manufacturerData: [ManufacturerData] = [], serviceData: [ServiceData] = []
    ) {
        self.device = device
        self.name = name
        self.rssiDBm = rssiDBm
        self.services = services
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
    }
}

extension HeardDevice: JSONCodable {
    /// Ignores what it does not know.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        device = try fields.value("device")
        name = try fields.optionalString("name", bytes: 0...248)
        rssiDBm = Int(try fields.integer("rssi_dbm", in: -128...20))
        services = try fields.values("services", count: 0...32)
        manufacturerData = try fields.values("manufacturer_data", count: 0...8)
        serviceData = try fields.values("service_data", count: 0...8)
    }

    package var json: JSON {
        .members(
            ("device", device.json), ("name", name.map(JSON.string)), ("rssi_dbm", .int(rssiDBm)),
            ("services", .array(services.map(\.json))),
            ("manufacturer_data", manufacturerData.isEmpty ? nil : .array(manufacturerData.map(\.json))),
            ("service_data", serviceData.isEmpty ? nil : .array(serviceData.map(\.json))))
    }
}

extension HeardDevice.ManufacturerData: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        company = Int(try fields.integer("company", in: 0...65_535))
        data = try fields.bytes("data", count: 0...512)
    }

    package var json: JSON {
        .members(("company", .int(company)), ("data", .string(Base64URL.encode(data))))
    }
}

extension HeardDevice.ServiceData: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        service = try fields.value("service")
        data = try fields.bytes("data", count: 0...512)
    }

    package var json: JSON {
        .members(("service", service.json), ("data", .string(Base64URL.encode(data))))
    }
}
