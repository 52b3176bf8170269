package import RadioModel
package import Wire

/// What `radio.scan` looks for.
package struct ScanParameters: Sendable, Hashable {
    /// Devices that carry one of these; empty: all.
    package var services: [BluetoothUUID]
    /// Only this device.
    package var device: DeviceAddress?
    /// A device is reported at most once in this time; nil: 500 ms.
    package var minimumInterval: Duration?

    package init(services: [BluetoothUUID] = [], device: DeviceAddress? = nil, minimumInterval: Duration? = nil) {
        self.services = services
        self.device = device
        self.minimumInterval = minimumInterval
    }
}

extension ScanParameters: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        services = try fields.values("services", count: 0...16)
        device = try fields.optionalValue("device")
        minimumInterval = try fields.optionalMilliseconds("min_interval_ms", in: 0...60_000)
        try fields.end()
    }

    package var json: JSON {
        .members(
            ("services", services.isEmpty ? nil : .array(services.map(\.json))),
            ("device", device?.json),
            ("min_interval_ms", minimumInterval.map { .integer($0.milliseconds) }))
    }
}
