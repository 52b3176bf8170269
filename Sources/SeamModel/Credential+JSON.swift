package import Wire

extension Credential: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        id = try fields.string("id", bytes: 1...128)
        isManaged = try fields.bool("is_managed")
        name = try fields.string("name", bytes: 0...1024)
        location = try fields.string("location", bytes: 0...1024)
        provider = try fields.optionalString("provider", bytes: 0...64)
        accessMethod = try fields.enumeration("access_method")
        expiry = try fields.optionalTimestamp("expiry")
        startsAt = try fields.optionalTimestamp("starts_at")
        cardNumber = try fields.optionalString("card_number", bytes: 0...64)
        code = try fields.optionalString("code", bytes: 0...64)
        proximities = try fields.proximities()
        entrances = try fields.values("entrances", count: 0...900)
        errors = try fields.values("errors", count: 0...16)
        warnings = try fields.values("warnings", count: 0...32)
    }

    package var json: JSON {
        .members(
            ("id", .string(id)),
            ("is_managed", .bool(isManaged)),
            ("name", .string(name)),
            ("location", .string(location)),
            ("provider", provider.map(JSON.string)),
            ("access_method", .string(accessMethod.rawValue)),
            ("expiry", expiry.map { .string($0.description) }),
            ("starts_at", startsAt.map { .string($0.description) }),
            ("card_number", cardNumber.map(JSON.string)),
            ("code", code.map(JSON.string)),
            ("proximities", .strings(proximities.map(\.rawValue))),
            ("entrances", .array(entrances.map(\.json))),
            ("errors", .array(errors.map(\.json))),
            ("warnings", .array(warnings.map(\.json)))
        )
    }
}

extension Entrance: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        id = try fields.string("id", bytes: 1...128)
        name = try fields.string("name", bytes: 0...1024)
        isBound = try fields.bool("bound")
        proximities = try fields.proximities()
    }

    package var json: JSON {
        .members(
            ("id", .string(id)),
            ("name", .string(name)),
            ("bound", .bool(isBound)),
            ("proximities", .strings(proximities.map(\.rawValue)))
        )
    }
}

extension CredentialWarning: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        kind = try fields.string("kind", bytes: 0...64)
        message = try fields.string("message", bytes: 0...1024)
        isBlocking = try fields.bool("blocking")
    }

    package var json: JSON {
        .members(("kind", .string(kind)), ("message", .string(message)), ("blocking", .bool(isBlocking)))
    }
}

extension JSONFields {
    /// The member `proximities`; ways that this version does not know are left out.
    fileprivate mutating func proximities() throws(FieldFault) -> [Proximity] {
        try strings("proximities", count: 0...16, bytes: 0...32).compactMap(Proximity.init(rawValue:))
    }
}
