package import RadioModel
package import Wire

/// What happens to an operation, as its provider is told: the items of `operation.run`.
package enum OperationItem: Sendable, Hashable {
    /// Once, first, when the link is open.
    case start(OperationStart)
    /// A value of a characteristic that was subscribed to.
    case value(CharacteristicPath, [UInt8])
    /// The link is gone: nothing more can be read or written.
    case disconnected(reason: String)
    /// Nobody wants the operation any more. After the commit write it goes on all the same.
    case cancel

    /// The limit of one value, in bytes.
    package static let valueLimit = 512

    /// The wire item's `kind`.
    package var kind: String {
        switch self {
        case .start: "start"
        case .value: "value"
        case .disconnected: "disconnected"
        case .cancel: "cancel"
        }
    }

    /// The wire item's `data`.
    package var data: JSONText {
        switch self {
        case .start(let start):
            start.jsonText
        case .value(let path, let bytes):
            JSONText(
                .members(
                    ("service", path.service.json),
                    ("characteristic", path.characteristic.json),
                    ("value", .string(Base64URL.encode(bytes)))
                )
            )
        case .disconnected(let reason):
            JSONText(.members(("reason", .string(reason))))
        case .cancel:
            .emptyObject
        }
    }

    /// Reads an item; nil for a kind that this version does not know, which the caller ignores.
    package init?(kind: String, data: JSONText) throws(FieldFault) {
        switch kind {
        case "start":
            self = .start(try OperationStart(text: data))
        case "value":
            var fields = try JSONFields(data.json)
            let path = try CharacteristicPath(in: &fields)
            self = .value(path, try fields.bytes("value", count: 0...Self.valueLimit))
        case "disconnected":
            var fields = try JSONFields(data.json)
            self = .disconnected(reason: try fields.string("reason", bytes: 0...256))
        case "cancel":
            self = .cancel
        default:
            return nil
        }
    }
}
