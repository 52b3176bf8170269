import RadioModel
package import Wire

extension RadioMessage: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        let type = try fields.string("type", bytes: 1...64)
        switch type {
        case "hello": self = .hello(version: try fields.int("version", in: 1...1000))
        case "goodbye":
            self = .goodbye(try fields.enumeration("reason"), message: try fields.string("message", bytes: 0...1024))
        case "refused": self = try RadioMessage.refused(in: &fields)
        default: self = try RadioMessage(type: type, in: &fields)
        }
        try fields.end()
    }

    private static func refused(in fields: inout JSONFields) throws(FieldFault) -> RadioMessage {
        let address: LockAddress? =
            try fields.optionalString("address") == nil ? nil : LockAddress(in: &fields, "address")
        return .refused(
            of: try fields.string("of", bytes: 1...64), address, try fields.enumeration("reason"),
            message: try fields.string("message", bytes: 0...1024))
    }

    private init(type: String, in fields: inout JSONFields) throws(FieldFault) {
        let address = try LockAddress(in: &fields, "address")
        switch type {
        case "registered": self = .registered(address)
        case "connected": self = .connected(address, mtu: try fields.int("mtu", in: VirtualRadioLimits.mtu))
        case "subscribe":
            self = .subscribe(
                address, id: try fields.requestID(), try CharacteristicPath(in: &fields), try fields.enumeration("mode")
            )
        case "read": self = .read(address, id: try fields.requestID(), try CharacteristicPath(in: &fields))
        case "write":
            self = .write(
                address, try RadioMessage.writeForm(in: &fields), try CharacteristicPath(in: &fields),
                value: try fields.hex("value", count: 0...VirtualRadioLimits.value))
        case "confirm": self = .confirm(address, try CharacteristicPath(in: &fields))
        case "disconnected": self = .disconnected(address, try fields.enumeration("reason"))
        default: throw fields.fault("type", "is not a known type")
        }
    }

    private static func writeForm(in fields: inout JSONFields) throws(FieldFault) -> WriteForm {
        switch try fields.string("kind", bytes: 1...32) {
        case "request": .request(id: try fields.requestID())
        case "long": .long(id: try fields.requestID())
        case "command": .command
        default: throw fields.fault("kind", "must be one of request, long, command")
        }
    }

    package var json: JSON {
        switch self {
        case .hello(let version): .message("hello", [("version", .int(version))])
        case .registered(let address): .message("registered", [named(address)])
        case .refused(let type, let address, let reason, let message):
            .message(
                "refused",
                [
                    ("of", .string(type)), ("address", (address?.description).map(JSON.string)),
                    ("reason", .string(reason.rawValue)), ("message", .string(message)),
                ])
        case .connected(let address, let mtu): .message("connected", [named(address), ("mtu", .int(mtu))])
        case .subscribe(let address, let id, let path, let mode):
            .message(
                "subscribe",
                [named(address), ("id", .integer(id))] + path.members + [("mode", .string(mode.rawValue))])
        case .read(let address, let id, let path):
            .message("read", [named(address), ("id", .integer(id))] + path.members)
        case .write(let address, let form, let path, let value):
            .message(
                "write",
                [named(address), ("id", form.id.map(JSON.integer))] + path.members
                    + [("kind", .string(form.kind)), ("value", .string(Hex.encode(value)))])
        case .confirm(let address, let path): .message("confirm", [named(address)] + path.members)
        case .disconnected(let address, let reason):
            .message("disconnected", [named(address), ("reason", .string(reason.rawValue))])
        case .goodbye(let reason, let message):
            .message("goodbye", [("reason", .string(reason.rawValue)), ("message", .string(message))])
        }
    }
}

extension RadioMessage.WriteForm {
    fileprivate var kind: String {
        switch self {
        case .request: "request"
        case .long: "long"
        case .command: "command"
        }
    }
}
