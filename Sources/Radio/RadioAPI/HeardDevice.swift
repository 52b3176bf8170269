package import RadioModel
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

extension HeardDevice: JSONRecord {
    /// Ignores members that it does not know.
    package init(fields: inout JSONFields) throws(FieldFault) {
        device = try fields.value("device")
        name = try fields.optionalString("name", bytes: 0...248)
        rssiDBm = Int(try fields.integer("rssi_dbm", in: -128...20))
        services = try fields.values("services", count: 0...32)
        manufacturerData = try fields.values("manufacturer_data", count: 0...8)
        serviceData = try fields.values("service_data", count: 0...8)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("device", device)
        writer.member("name", name)
        writer.member("rssi_dbm", rssiDBm)
        writer.member("services", services)
        if !manufacturerData.isEmpty { writer.member("manufacturer_data", manufacturerData) }
        if !serviceData.isEmpty { writer.member("service_data", serviceData) }
    }
}

extension HeardDevice.ManufacturerData: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        company = Int(try fields.integer("company", in: 0...65_535))
        data = try fields.bytes("data", count: 0...512)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("company", company)
        writer.member("data", bytes: data)
    }
}

extension HeardDevice.ServiceData: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        service = try fields.value("service")
        data = try fields.bytes("data", count: 0...512)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("service", service)
        writer.member("data", bytes: data)
    }
}
