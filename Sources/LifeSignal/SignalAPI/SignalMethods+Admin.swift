package import Wire

/// `code.issue`: the code that a session waits for which asked to sign in with a number. Administrators only.
package enum CodeIssue: TypedMethod {
    package static let name = "code.issue"

    package struct Params: JSONRecord, Hashable {
        /// As people write it, with the country's code.
        package var phone: String
        /// Whose session is meant; nil for the one that asked last.
        package var uid: UInt32?

        package init(phone: String, uid: UInt32? = nil) { (self.phone, self.uid) = (phone, uid) }

        package init(fields: inout JSONFields) throws(FieldFault) {
            phone = try fields.typedPhone("phone")
            uid = try fields.optionalInteger("uid", in: 0...Int64(UInt32.max)).map { UInt32($0) }
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("phone", phone)
            writer.member("uid", uid.map { Int64($0) })
        }
    }

    package struct Result: JSONRecord, Hashable {
        package var codes: [IssuedCode]
        /// How many other users wait for a code for this number.
        package var others: Int

        package init(codes: [IssuedCode], others: Int) { (self.codes, self.others) = (codes, others) }

        package init(fields: inout JSONFields) throws(FieldFault) {
            codes = try fields.values("codes", count: 0...16)
            others = Int(try fields.integer("others", in: 0...1_000_000))
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("codes", codes)
            writer.member("others", Int64(others))
        }
    }
}

/// A code, and the session that waits for it.
package struct IssuedCode: JSONRecord, Hashable {
    package var uid: UInt32
    package var session: String
    package var code: String
    package var expiresAt: Timestamp

    package init(uid: UInt32, session: String, code: String, expiresAt: Timestamp) {
        self.uid = uid
        self.session = session
        self.code = code
        self.expiresAt = expiresAt
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        uid = UInt32(try fields.integer("uid", in: 0...Int64(UInt32.max)))
        session = try fields.string("session", bytes: 1...32)
        code = try fields.code("code")
        expiresAt = try fields.timestamp("expires_at")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("uid", Int64(uid))
        writer.member("session", session)
        writer.member("code", code)
        writer.member("expires_at", expiresAt.description)
    }
}

/// Keeps the code out of whatever prints the value.
extension IssuedCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a code for \(uid)/\(session)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `person.list`: everybody who has signed in here. Administrators only.
package enum PersonList: ReadingMethod {
    package static let name = "person.list"
    package typealias Params = PageParams
    package typealias Result = Page<ListedPerson>
}

/// A person as administrators see them: without name, and of the number only its ends.
package struct ListedPerson: JSONRecord, Listed {
    package static let plural: StaticString = "people"

    package var id: SignalID
    package var phoneHint: String
    /// When they first signed in.
    package var since: Timestamp
    /// How many sessions they are signed in to.
    package var sessions: Int

    package init(id: SignalID, phoneHint: String, since: Timestamp, sessions: Int) {
        self.id = id
        self.phoneHint = phoneHint
        self.since = since
        self.sessions = sessions
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.signalID("id")
        phoneHint = try fields.string("phone_hint", bytes: 0...32)
        since = try fields.timestamp("since")
        sessions = Int(try fields.integer("sessions", in: 0...1_000_000))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("phone_hint", phoneHint)
        writer.member("since", since.description)
        writer.member("sessions", Int64(sessions))
    }
}

/// `person.remove`: removes a person with everything that is kept of them. Administrators only.
package enum PersonRemove: TypedMethod {
    package static let name = "person.remove"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        /// As people write it, with the country's code.
        package var phone: String

        package init(phone: String) { self.phone = phone }

        package init(fields: inout JSONFields) throws(FieldFault) {
            phone = try fields.typedPhone("phone")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("phone", phone) }
    }
}

/// `clock.set`: sets the time by which deadlines run to the machine's clock. Administrators only.
package enum ClockSet: TypedMethod {
    package static let name = "clock.set"
    package typealias Result = SignalClockReport

    package struct Params: JSONRecord, Hashable {
        /// The machine's clock is right although the kernel does not take it for synchronized.
        package var isForced: Bool

        package init(isForced: Bool = false) { self.isForced = isForced }

        package init(fields: inout JSONFields) throws(FieldFault) {
            isForced = try fields.optionalBool("force") ?? false
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            if isForced { writer.member("force", true) }
        }
    }
}

/// `clock.get`: the time by which deadlines run. Administrators only.
package enum ClockGet: ReadingMethod {
    package static let name = "clock.get"
    package typealias Params = NoParams
    package typealias Result = SignalClockReport
}

/// The daemon's time beside the machine's.
package struct SignalClockReport: JSONRecord, Hashable {
    package var time: Timestamp
    package var wall: Timestamp
    /// `behind`, `ahead`, `unsure`; nil if the machine's clock is right.
    package var fault: String?
    /// When all deadlines were last looked at; nil before the first time.
    package var lastPass: Timestamp?
    /// Whether that was within the last 5 seconds.
    package var isWatching: Bool

    package init(time: Timestamp, wall: Timestamp, fault: String?, lastPass: Timestamp?, isWatching: Bool) {
        self.time = time
        self.wall = wall
        self.fault = fault
        self.lastPass = lastPass
        self.isWatching = isWatching
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        time = try fields.timestamp("time")
        wall = try fields.timestamp("wall")
        fault = try fields.optionalString("fault", bytes: 1...64)
        lastPass = try fields.optionalTimestamp("last_pass")
        isWatching = try fields.bool("watching")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("time", time.description)
        writer.member("wall", wall.description)
        writer.member("fault", fault)
        writer.member("last_pass", lastPass?.description)
        writer.member("watching", isWatching)
    }
}
