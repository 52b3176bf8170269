package import Wire

extension Credential: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
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

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("is_managed", isManaged)
        writer.member("name", name)
        writer.member("location", location)
        writer.member("provider", provider)
        writer.member("access_method", accessMethod.rawValue)
        writer.member("expiry", expiry)
        writer.member("starts_at", startsAt)
        writer.member("card_number", cardNumber)
        writer.member("code", code)
        writer.member("proximities", proximities.map(\.rawValue))
        writer.member("entrances", entrances)
        writer.member("errors", errors)
        writer.member("warnings", warnings)
    }
}

extension Entrance: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.string("id", bytes: 1...128)
        name = try fields.string("name", bytes: 0...1024)
        isBound = try fields.bool("bound")
        proximities = try fields.proximities()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("name", name)
        writer.member("bound", isBound)
        writer.member("proximities", proximities.map(\.rawValue))
    }
}

extension CredentialWarning: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        kind = try fields.string("kind", bytes: 0...64)
        message = try fields.string("message", bytes: 0...1024)
        isBlocking = try fields.bool("blocking")
        entranceID = try fields.optionalString("entrance_id", bytes: 1...128)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", kind)
        writer.member("message", message)
        writer.member("blocking", isBlocking)
        writer.member("entrance_id", entranceID)
    }
}

extension JSONFields {
    /// The member `proximities`. Ways that this version does not know are left out.
    fileprivate mutating func proximities() throws(FieldFault) -> [Proximity] {
        try strings("proximities", count: 0...16, bytes: 0...32).compactMap(Proximity.init(rawValue:))
    }
}
