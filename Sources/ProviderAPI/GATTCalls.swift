package import SeamModel
package import Wire

/// The parameters of `gatt.write`.
package struct GATTWrite: Sendable, Hashable {
    /// Where to.
    package var path: CharacteristicPath
    /// At most `OperationItem.valueLimit` bytes.
    package var value: [UInt8]
    /// Whether this is the one write of an unlock that cannot be taken back.
    package var isCommit: Bool

    /// A write of `value` to `path`.
    package init(path: CharacteristicPath, value: [UInt8], isCommit: Bool = false) {
        self.path = path
        self.value = value
        self.isCommit = isCommit
    }
}

extension GATTWrite: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        self.path = try CharacteristicPath(in: &fields)
        value = try fields.bytes("value", count: 0...OperationItem.valueLimit)
        isCommit = try fields.optionalBool("commit") ?? false
        try fields.end()
    }

    package var json: JSON {
        .members(
            ("service", path.service.json),
            ("characteristic", path.characteristic.json),
            ("value", .string(Base64URL.encode(value))),
            ("commit", isCommit ? true : nil)
        )
    }
}

/// The result of `gatt.read`.
package struct GATTReading: Sendable, Hashable {
    /// At most `OperationItem.valueLimit` bytes.
    package var value: [UInt8]

    /// What was read.
    package init(value: [UInt8]) {
        self.value = value
    }
}

extension GATTReading: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        value = try fields.bytes("value", count: 0...OperationItem.valueLimit)
    }

    package var json: JSON { .members(("value", .string(Base64URL.encode(value)))) }
}
