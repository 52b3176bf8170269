package import RadioModel
package import Wire

/// The parameters of `gatt.write`.
package struct GATTWrite: Sendable, Hashable {
    /// The characteristic to write to.
    package var path: CharacteristicPath
    /// At most `OperationItem.valueLimit` bytes.
    package var value: [UInt8]
    /// Whether this is the one write of an unlock that cannot be undone.
    package var isCommit: Bool

    /// A write of `value` to `path`.
    package init(path: CharacteristicPath, value: [UInt8], isCommit: Bool = false) {
        self.path = path
        self.value = value
        self.isCommit = isCommit
    }
}

extension GATTWrite: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        self.path = try CharacteristicPath(in: &fields)
        value = try fields.bytes("value", count: 0...OperationItem.valueLimit)
        isCommit = try fields.optionalBool("commit") ?? false
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("service", path.service)
        writer.member("characteristic", path.characteristic)
        writer.member("value", bytes: value)
        writer.member("commit", isCommit ? true : nil)
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

extension GATTReading: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        value = try fields.bytes("value", count: 0...OperationItem.valueLimit)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("value", bytes: value)
    }
}
