package import Wire

/// A Bluetooth UUID in its full 128-bit form, written in lower case, for example
/// `a92ee202-5501-11e4-916c-0800200c9a66`.
package struct BluetoothUUID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The first and the last eight bytes of the written UUID.
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates the full form of a 16-bit or 32-bit UUID with the Bluetooth base `00000000-0000-1000-8000-00805f9b34fb`.
    package init(short: UInt32) {
        self.init(high: UInt64(short) << 32 | 0x1000, low: 0x8000_0080_5F9B_34FB)
    }

    /// Reads a UUID of 36 characters, with digits of either case. Returns nil for any other text, including short
    /// forms.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 36 else { return nil }
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
        guard let bytes = Hex.decode(groups.joined()), bytes.count == 16 else { return nil }
        self.init(bytes: bytes[0..<16])
    }

    /// Creates a UUID from the first 16 of `bytes`, in the order of a written UUID. Returns nil if there are fewer
    /// bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count >= 16 else { return nil }
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
    }

    /// Reads the member `key`, which must be present.
    package init(in fields: inout JSONFields, _ key: StaticString) throws(FieldFault) {
        guard let uuid = BluetoothUUID(try fields.string(key, bytes: 0...64)) else {
            throw fields.fault(key, "must be a UUID of 36 characters")
        }
        self = uuid
    }

    /// The UUID's sixteen bytes, in the order of a written UUID.
    package var bytes: [UInt8] {
        [high, low].flatMap { half in stride(from: 56, through: 0, by: -8).map { UInt8(half >> UInt64($0) & 0xFF) } }
    }

    package var description: String {
        let digits = Hex.encode(bytes)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    package static func < (left: BluetoothUUID, right: BluetoothUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension BluetoothUUID: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        guard case .string(let text) = json, let uuid = BluetoothUUID(text) else {
            throw FieldFault(path, "must be a UUID of 36 characters")
        }
        self = uuid
    }

    package init(reading cursor: inout JSONCursor) throws(FieldFault) {
        guard let text = cursor.string(), let uuid = BluetoothUUID(text) else {
            throw FieldFault("", "must be a UUID of 36 characters")
        }
        self = uuid
    }

    package var json: JSON { .string(description) }

    package func write(to writer: inout JSONWriter) { writer.string(description) }
}

/// One characteristic of a device. Devices number their attributes freely, so a path identifies a characteristic by its
/// service and its own UUID.
package struct CharacteristicPath: Sendable, Hashable {
    package let service: BluetoothUUID
    package let characteristic: BluetoothUUID

    package init(service: BluetoothUUID, characteristic: BluetoothUUID) {
        self.service = service
        self.characteristic = characteristic
    }

    /// Reads the members `service` and `characteristic`.
    package init(in fields: inout JSONFields) throws(FieldFault) {
        service = try BluetoothUUID(in: &fields, "service")
        characteristic = try BluetoothUUID(in: &fields, "characteristic")
    }
}

extension CharacteristicPath: JSONRecord {
    /// Reads `{service, characteristic}`. Other members are refused.
    package init(fields: inout JSONFields) throws(FieldFault) {
        try self.init(in: &fields)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("service", service)
        writer.member("characteristic", characteristic)
    }
}
