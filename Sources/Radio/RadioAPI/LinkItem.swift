package import RadioModel
package import Wire

/// An item of `link.open`.
package enum LinkItem: Sendable, Hashable {
    /// The link is up; first and once.
    case open(LinkOpened)
    /// A value of a characteristic that was subscribed to.
    case value(LinkValue)
    /// The link ended by itself, for this reason: `remote`, `supervision` or `adapter`. Last.
    case closed(reason: String)

    /// The wire item's `kind`.
    package var kind: String {
        switch self {
        case .open: "open"
        case .value: "value"
        case .closed: "closed"
        }
    }

    /// The wire item's `data`.
    package var json: JSON {
        switch self {
        case .open(let opened): opened.json
        case .value(let value): value.json
        case .closed(let reason): .members(("reason", .string(reason)))
        }
    }

    /// Decodes an item; nil for a kind that is not known here, which the caller ignores.
    package init?(kind: String, data: JSON) throws(FieldFault) {
        switch kind {
        case "open": self = .open(try LinkOpened(json: data))
        case "value": self = .value(try LinkValue(json: data))
        case "closed":
            var fields = try JSONFields(data)
            self = .closed(reason: try fields.string("reason", bytes: 0...64))
        default: return nil
        }
    }
}

/// A link that has come up.
package struct LinkOpened: Sendable, Hashable {
    /// Names the link in the calls of this connection.
    package var link: String
    /// The ATT MTU in bytes.
    package var mtu: Int
    package var services: [GATTService]

    package init(link: String, mtu: Int, services: [GATTService]) {
        self.link = link
        self.mtu = mtu
        self.services = services
    }
}

extension LinkOpened: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        link = try fields.string("link", bytes: 1...64)
        mtu = Int(try fields.integer("mtu", in: 23...517))
        services = try fields.values("services", count: 0...GATTService.limit)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("link", link)
        writer.member("mtu", mtu)
        writer.member("services", services)
    }
}

/// A notified or indicated value.
package struct LinkValue: Sendable, Hashable {
    package var path: CharacteristicPath
    package var value: [UInt8]

    package init(path: CharacteristicPath, value: [UInt8]) {
        self.path = path
        self.value = value
    }
}

extension LinkValue: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        self.path = try CharacteristicPath(in: &fields)
        value = try fields.bytes("value", count: 0...512)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("service", path.service)
        writer.member("characteristic", path.characteristic)
        writer.member("value", bytes: value)
    }
}

/// How a link ended: the result of `link.open`.
package struct LinkEnd: Sendable, Hashable {
    /// `remote`, `supervision`, `adapter`, or the reason of the error that ended the call.
    package var reason: String
    /// `unknown` once the write with `commit` has left, else `none`.
    package var effect: WireError.Effect

    package init(reason: String, effect: WireError.Effect) {
        self.reason = reason
        self.effect = effect
    }
}

extension LinkEnd: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        reason = try fields.string("reason", bytes: 0...64)
        effect = WireError.Effect(rawValue: try fields.string("effect", bytes: 0...32)) ?? .unknown
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("reason", reason)
        writer.member("effect", effect.rawValue)
    }
}
