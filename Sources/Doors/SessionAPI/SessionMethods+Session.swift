package import SeamModel
package import Wire

/// `session.initialize`: gives the session its token, or resumes it.
package enum SessionInitialize: TypedMethod {
    package static let name = "session.initialize"
    package typealias Result = SessionStatus

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// The client session token, 1 to 1024 bytes. Nil resumes the session after a restart.
        package var token: String?
        /// Begins a session of this connection alone. It needs a token, and no session may be named.
        package var isEphemeral: Bool
        /// How long an ephemeral session may be without use, 10 s to an hour; nil for ``defaultIdleTimeout``. Only
        /// with ``isEphemeral``.
        package var idleTimeout: Duration?

        /// The idle timeout of an ephemeral session when none is given.
        package static let defaultIdleTimeout = Duration.seconds(120)

        package init(
            session: String? = nil, token: String? = nil, isEphemeral: Bool = false, idleTimeout: Duration? = nil
        ) {
            self.session = session
            self.token = token
            self.isEphemeral = isEphemeral
            self.idleTimeout = idleTimeout
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            token = try fields.optionalString("token", bytes: 1...1024)
            isEphemeral = try fields.optionalBool("ephemeral") ?? false
            idleTimeout = try fields.optionalMilliseconds("idle_timeout_ms", in: 10_000...3_600_000)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("token", token)
            writer.member("ephemeral", isEphemeral ? true : nil)
            writer.member("idle_timeout_ms", idleTimeout?.milliseconds)
        }
    }
}

/// Keeps the token out of whatever prints the parameters.
extension SessionInitialize.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default"), token \(token == nil ? "absent" : "hidden")" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `session.activate`: validates the token with the cloud and reads the keys.
package enum SessionActivate: TypedMethod {
    package static let name = "session.activate"
    package typealias Params = SessionParams
    package typealias Result = SessionStatus
}

/// `session.refresh`: reads the keys from the cloud now; answers with their first page.
package enum SessionRefresh: TypedMethod {
    package static let name = "session.refresh"
    package typealias Params = SessionParams
    package typealias Result = Page<Credential>
}

/// `session.deactivate`: forgets the token, and with `deintegrate` everything.
package enum SessionDeactivate: TypedMethod {
    package static let name = "session.deactivate"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// Whether the session's data key is erased too, and with it all that it sealed.
        package var deintegrates: Bool

        package init(session: String? = nil, deintegrates: Bool = false) {
            self.session = session
            self.deintegrates = deintegrates
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            deintegrates = try fields.optionalBool("deintegrate") ?? false
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("deintegrate", deintegrates ? true : nil)
        }
    }
}

/// `session.forget`: forgets everything that is kept for a user of the machine. Administrators only.
package enum SessionForget: TypedMethod {
    package static let name = "session.forget"

    /// Who is forgotten.
    package enum User: Sendable, Hashable {
        case uid(UInt32)
        /// The name of the account when something was first kept for it. There may be no such account any more.
        case name(String)
    }

    package struct Params: JSONRecord, Hashable {
        package var user: User

        package init(user: User) { self.user = user }

        package init(fields: inout JSONFields) throws(FieldFault) {
            let uid = try fields.optionalInteger("uid", in: 0...LocalGrant.largestAccount)
            let name = try fields.optionalString("name", bytes: 1...255)
            try fields.end()
            switch (uid, name) {
            case (let uid?, nil): user = .uid(UInt32(uid))
            case (nil, let name?): user = .name(name)
            case (.some, .some): throw fields.fault("name", "must be absent where uid is given")
            case (nil, nil): throw fields.fault("uid", "or name must be present")
            }
        }

        package func writeMembers(to writer: inout JSONWriter) {
            switch user {
            case .uid(let uid): writer.member("uid", Int64(uid))
            case .name(let name): writer.member("name", name)
            }
        }
    }

    /// What was forgotten.
    package struct Result: JSONRecord, Hashable {
        /// One entry for each number that the name had.
        package var users: [Forgotten]

        package init(users: [Forgotten]) { self.users = users }

        package init(fields: inout JSONFields) throws(FieldFault) {
            users = try fields.values("users", count: 0...64)
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("users", users) }
    }

    /// What was forgotten of one user.
    package struct Forgotten: JSONRecord, Hashable {
        /// The user's number.
        package var uid: UInt32
        /// The number of named sessions.
        package var sessions: Int
        /// The number of local grants.
        package var grants: Int

        package init(uid: UInt32, sessions: Int, grants: Int) {
            (self.uid, self.sessions, self.grants) = (uid, sessions, grants)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            uid = UInt32(try fields.integer("uid", in: 0...LocalGrant.largestAccount))
            sessions = Int(try fields.integer("sessions", in: 0...JSON.largestInteger))
            grants = Int(try fields.integer("grants", in: 0...JSON.largestInteger))
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("uid", Int64(uid))
            writer.member("sessions", sessions)
            writer.member("grants", grants)
        }
    }
}

/// `session.get`: the session's current status.
package enum SessionGet: ReadingMethod {
    package static let name = "session.get"
    package typealias Params = SessionParams
    package typealias Result = SessionStatus
}

/// `session.list`: the caller's own sessions, by name. A name that was only asked about is not a session.
package enum SessionList: ReadingMethod {
    package static let name = "session.list"
    package typealias Params = PageParams
    package typealias Result = Page<SessionStatus>
}

/// `session.watch`: the session now and after every change.
package enum SessionWatch: TypedStream, ReadingMethod {
    package static let name = "session.watch"
    package typealias Params = SessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        /// The session's status when the stream begins.
        case snapshot(SessionStatus)
        case session(SessionStatus)
        /// The session is over; the last item.
        case ended(why: String)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try SessionStatus(json: data))
            case "session": self = .session(try SessionStatus(json: data))
            case "ended":
                var fields = try JSONFields(data)
                self = .ended(why: try fields.string("why", bytes: 0...64))
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .session: "session"
            case .ended: "ended"
            }
        }

        package var json: JSON {
            switch self {
            case .snapshot(let status), .session(let status): status.json
            case .ended(let why): .members(("why", .string(why)))
            }
        }
    }
}
