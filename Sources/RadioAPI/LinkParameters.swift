package import SeamModel
package import Wire

/// What `link.open` asks for.
package struct LinkOpenParameters: Sendable, Hashable {
    package var device: DeviceAddress
    /// The characteristics that may be touched, 1 to 16.
    package var allow: [CharacteristicPath]
    /// Names the attempt in the broker's log.
    package var attemptID: String
    /// No write with `commit` leaves later than this after the broker has read the call; nil: none later than the lease.
    package var commitWithin: Duration?

    package init(
        device: DeviceAddress, allow: [CharacteristicPath], attemptID: String, commitWithin: Duration? = nil
    ) {
        self.device = device
        self.allow = allow
        self.attemptID = attemptID
        self.commitWithin = commitWithin
    }
}

extension LinkOpenParameters: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        device = try fields.value("device")
        allow = try fields.values("allow", count: 1...16)
        attemptID = try fields.string("attempt_id", bytes: 1...128)
        commitWithin = try fields.optionalMilliseconds("commit_within_ms", in: 1...95_000)
        try fields.end()
    }

    package var json: JSON {
        .members(
            ("device", device.json), ("allow", .array(allow.map(\.json))), ("attempt_id", .string(attemptID)),
            ("commit_within_ms", commitWithin.map { .integer($0.milliseconds) }))
    }
}

/// What `link.read` and `link.subscribe` ask for.
package struct LinkAccessParameters: Sendable, Hashable {
    /// The link's name, from its `open` item.
    package var link: String
    package var path: CharacteristicPath

    package init(link: String, path: CharacteristicPath) {
        self.link = link
        self.path = path
    }
}

extension LinkAccessParameters: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        link = try fields.string("link", bytes: 1...64)
        self.path = try CharacteristicPath(in: &fields)
        try fields.end()
    }

    package var json: JSON {
        .members(
            ("link", .string(link)), ("service", path.service.json), ("characteristic", path.characteristic.json))
    }
}

/// What `link.write` asks for.
package struct LinkWriteParameters: Sendable, Hashable {
    /// The link's name, from its `open` item.
    package var link: String
    package var path: CharacteristicPath
    /// At most 512 bytes.
    package var value: [UInt8]
    /// Marks the one write of an operation that cannot be taken back.
    package var commit: Bool

    package init(link: String, path: CharacteristicPath, value: [UInt8], commit: Bool) {
        self.link = link
        self.path = path
        self.value = value
        self.commit = commit
    }
}

extension LinkWriteParameters: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        link = try fields.string("link", bytes: 1...64)
        self.path = try CharacteristicPath(in: &fields)
        value = try fields.bytes("value", count: 0...512)
        commit = try fields.optionalBool("commit") ?? false
        try fields.end()
    }

    package var json: JSON {
        .members(
            ("link", .string(link)), ("service", path.service.json), ("characteristic", path.characteristic.json),
            ("value", .string(Base64URL.encode(value))), ("commit", commit ? true : nil))
    }
}

/// What `link.read` answers.
package struct LinkReadResult: Sendable, Hashable {
    package var value: [UInt8]

    package init(value: [UInt8]) {
        self.value = value
    }
}

extension LinkReadResult: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        value = try fields.bytes("value", count: 0...512)
    }

    package var json: JSON { .members(("value", .string(Base64URL.encode(value)))) }
}
