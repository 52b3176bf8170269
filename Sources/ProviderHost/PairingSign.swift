package import SeamModel
package import Wire

/// How a lock shows in its advertisement that it can be paired (`Protocol/provider.md`). All of it is the lock's own
/// claim.
package struct PairingSign: Sendable, Hashable {
    /// A byte of manufacturer data that tells.
    package struct ManufacturerByte: Sendable, Hashable {
        package var company: Int
        /// Its place behind the company's number.
        package var index: Int
        package var mask: UInt8
        /// What the byte is, under the mask, of a lock that can be paired. Another lock has an owner.
        package var value: UInt8
    }

    /// Of a lock that can be paired, one of these is advertised, or has service data.
    package var services: [BluetoothUUID]
    package var manufacturerByte: ManufacturerByte?

    /// Whether a lock can be paired that advertises these services and manufacturer data, by company; nil if it does
    /// not say.
    package func isReady(services heard: [BluetoothUUID], manufacturerData: [(company: Int, data: [UInt8])]) -> Bool? {
        if heard.contains(where: services.contains) { return true }
        guard let sign = manufacturerByte,
            let data = manufacturerData.first(where: { $0.company == sign.company && $0.data.count > sign.index })?.data
        else { return nil }
        return data[sign.index] & sign.mask == sign.value
    }
}

extension PairingSign: JSONRecord {
    /// Strict, and it must tell something.
    package init(fields: inout JSONFields) throws(FieldFault) {
        services = try fields.values("services", count: 0...8)
        manufacturerByte = try fields.optionalValue("manufacturer_data")
        guard !services.isEmpty || manufacturerByte != nil else {
            throw fields.fault("services", "must be there, or manufacturer_data")
        }
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        if !services.isEmpty { writer.member("services", services) }
        writer.member("manufacturer_data", manufacturerByte)
    }
}

extension PairingSign.ManufacturerByte: JSONRecord {
    /// Strict.
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
