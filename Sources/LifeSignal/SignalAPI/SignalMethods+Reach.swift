package import Wire

/// `reach.list`: where the person is reached.
package enum ReachList: ReadingMethod {
    package static let name = "reach.list"
    package typealias Params = SignalSessionParams

    package struct Result: JSONRecord, Hashable {
        package var addresses: [SignalReach]
        /// The channels that a sender has, or had last.
        package var channels: [ReachChannel]

        package init(addresses: [SignalReach], channels: [ReachChannel]) {
            (self.addresses, self.channels) = (addresses, channels)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            addresses = try fields.values("addresses", count: 0...64)
            channels = try fields.values("channels", count: 0...64)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("addresses", addresses)
            writer.member("channels", channels)
        }
    }
}

/// A channel by which people can be reached.
package struct ReachChannel: JSONRecord, Hashable {
    package var name: String
    /// `mail`, `http`, `program`; new values may come.
    package var kind: String

    package init(name: String, kind: String) { (self.name, self.kind) = (name, kind) }

    package init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.channel("name")
        kind = try fields.string("kind", bytes: 1...64)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("kind", kind)
    }
}

/// An address of a person, as their own sessions see it.
package struct SignalReach: JSONRecord, Hashable {
    package var id: SignalID
    package var channel: String
    package var address: String
    /// Whether the code that was sent there came back: only then it is used.
    package var isVerified: Bool
    /// Whether the channel refused the last message for good.
    package var isBroken: Bool
    /// Until when the code can be given.
    package var expiresAt: Timestamp?

    package init(id: SignalID, channel: String, address: String, isVerified: Bool, isBroken: Bool) {
        (self.id, self.channel, self.address) = (id, channel, address)
        (self.isVerified, self.isBroken) = (isVerified, isBroken)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.signalID("id")
        channel = try fields.channel("channel")
        address = try fields.string("address", bytes: 1...254)
        isVerified = try fields.bool("verified")
        isBroken = try fields.bool("broken")
        expiresAt = try fields.optionalTimestamp("expires_at")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("channel", channel)
        writer.member("address", address)
        writer.member("verified", isVerified)
        writer.member("broken", isBroken)
        writer.member("expires_at", expiresAt?.description)
    }
}

/// Keeps the address out of whatever prints it.
extension SignalReach: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "an address at \(channel)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `reach.add`: sends a code to an address.
package enum ReachAdd: TypedMethod {
    package static let name = "reach.add"
    package typealias Result = SignalReach

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var channel: String
        package var address: String

        package init(session: String? = nil, channel: String, address: String) {
            (self.session, self.channel, self.address) = (session, channel, address)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            channel = try fields.channel("channel")
            address = try fields.string("address", bytes: 1...254)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("channel", channel)
            writer.member("address", address)
        }
    }
}

/// `reach.verify`: gives the code back that came to an address.
package enum ReachVerify: TypedMethod {
    package static let name = "reach.verify"
    package typealias Result = SignalReach

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var code: String

        package init(session: String? = nil, code: String) { (self.session, self.code) = (session, code) }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            code = try fields.code("code")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("code", code)
        }
    }
}

/// Keeps the address out of whatever prints it.
extension ReachAdd.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "an address at \(channel)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Keeps the code out of whatever prints it.
extension ReachVerify.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a code" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `reach.remove`: an address is no longer used.
package enum ReachRemove: TypedMethod {
    package static let name = "reach.remove"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var id: SignalID

        package init(session: String? = nil, id: SignalID) { (self.session, self.id) = (session, id) }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            id = try fields.signalID("id")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("id", id.description)
        }
    }
}
