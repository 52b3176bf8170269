package import RadioModel
package import Wire

/// What `link.open` asks for.
package struct LinkOpenParameters: Sendable, Hashable {
    package var device: DeviceAddress
    /// The characteristics that the client may use, 1 to 16.
    package var allow: [CharacteristicPath]
    /// Names the attempt in the broker's log.
    package var attemptID: String
    /// After this time, counted from when the broker has read the call, no write with `commit` leaves; nil: the
    /// lease's end is the only limit.
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

extension LinkOpenParameters: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        device = try fields.value("device")
        allow = try fields.values("allow", count: 1...16)
        attemptID = try fields.string("attempt_id", bytes: 1...128)
        commitWithin = try fields.optionalMilliseconds("commit_within_ms", in: LinkLimitParameters.range)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("device", device)
        writer.member("allow", allow)
        writer.member("attempt_id", attemptID)
        writer.member("commit_within_ms", commitWithin?.milliseconds)
    }
}

/// What `link.limit` asks for.
package struct LinkLimitParameters: Sendable, Hashable {
    /// The milliseconds for which a write with `commit` may still leave.
    package static let range: ClosedRange<Int64> = 1...395_000

    /// The link's name, from its `open` item.
    package var link: String
    /// After this time, counted from when the broker has read the call, no write with `commit` leaves.
    package var commitWithin: Duration

    package init(link: String, commitWithin: Duration) {
        self.link = link
        self.commitWithin = commitWithin
    }
}

extension LinkLimitParameters: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        link = try fields.string("link", bytes: 1...64)
        commitWithin = .milliseconds(try fields.integer("commit_within_ms", in: Self.range))
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("link", link)
        writer.member("commit_within_ms", commitWithin.milliseconds)
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

extension LinkAccessParameters: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        link = try fields.string("link", bytes: 1...64)
        self.path = try CharacteristicPath(in: &fields)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("link", link)
        writer.member("service", path.service)
        writer.member("characteristic", path.characteristic)
    }
}

/// What `link.write` asks for.
package struct LinkWriteParameters: Sendable, Hashable {
    /// The link's name, from its `open` item.
    package var link: String
    package var path: CharacteristicPath
    /// At most 512 bytes.
    package var value: [UInt8]
    /// Marks the one write of an operation that cannot be undone.
    package var commit: Bool

    package init(link: String, path: CharacteristicPath, value: [UInt8], commit: Bool) {
        self.link = link
        self.path = path
        self.value = value
        self.commit = commit
    }
}

extension LinkWriteParameters: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        link = try fields.string("link", bytes: 1...64)
        self.path = try CharacteristicPath(in: &fields)
        value = try fields.bytes("value", count: 0...512)
        commit = try fields.optionalBool("commit") ?? false
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("link", link)
        writer.member("service", path.service)
        writer.member("characteristic", path.characteristic)
        writer.member("value", bytes: value)
        writer.member("commit", commit ? true : nil)
    }
}

/// What `link.read` answers.
package struct LinkReadResult: Sendable, Hashable {
    package var value: [UInt8]

    package init(value: [UInt8]) {
        self.value = value
    }
}

extension LinkReadResult: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        value = try fields.bytes("value", count: 0...512)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("value", bytes: value)
    }
}
