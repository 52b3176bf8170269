package import RadioModel
package import Wire

/// The part of a lock's advertisement that shows that the lock can be paired (`Protocol/provider.md`). It is only the
/// lock's own claim, and nothing proves it.
package struct PairingSign: Sendable, Hashable {
    /// The byte of manufacturer data that shows whether the lock can be paired.
    package struct ManufacturerByte: Sendable, Hashable {
        package var company: Int
        /// The byte's index in the data after the company's number.
        package var index: Int
        package var mask: UInt8
        /// The byte's masked value when the lock can be paired. With any other value, the lock has an owner.
        package var value: UInt8
    }

    /// A lock in pairing mode advertises these services, either as a service or as service data. One of them is enough.
    package var services: [BluetoothUUID]
    package var manufacturerByte: ManufacturerByte?

    /// Whether a lock can be paired, as its advertised services and its manufacturer data (by company) show. If the
    /// advertisement does not show this, the result is nil.
    package func isReady(services heard: [BluetoothUUID], manufacturerData: [(company: Int, data: [UInt8])]) -> Bool? {
        if heard.contains(where: services.contains) { return true }
        guard let sign = manufacturerByte,
            let data = manufacturerData.first(where: { $0.company == sign.company && $0.data.count > sign.index })?.data
        else { return nil }
        return data[sign.index] & sign.mask == sign.value
    }
}

extension PairingSign: JSONRecord {
    /// Decodes the sign strictly. At least one member must be present.
    package init(fields: inout JSONFields) throws(FieldFault) {
        services = try fields.values("services", count: 0...8)
        manufacturerByte = try fields.optionalValue("manufacturer_data")
        guard !services.isEmpty || manufacturerByte != nil else {
            throw fields.fault("services", "must be given if manufacturer_data is missing")
        }
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        if !services.isEmpty { writer.member("services", services) }
        writer.member("manufacturer_data", manufacturerByte)
    }
}

extension PairingSign.ManufacturerByte: JSONRecord {
    /// Decodes the description of the byte strictly, so that an unknown member is a fault.
    package init(fields: inout JSONFields) throws(FieldFault) {
        company = Int(try fields.integer("company", in: 0...65_535))
        index = Int(try fields.integer("byte", in: 0...511))
        mask = UInt8(try fields.integer("mask", in: 1...255))
        value = UInt8(try fields.integer("value", in: 0...255))
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("company", company)
        writer.member("byte", index)
        writer.member("mask", Int(mask))
        writer.member("value", Int(value))
    }
}
