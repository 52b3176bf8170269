package import Wire

/// `auth.sign_in`: asks for a code for a number.
package enum AuthSignIn: TypedMethod {
    package static let name = "auth.sign_in"

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// As people write it, with the country's code.
        package var phone: String
        /// Begins a session of this connection alone; then no session may be named.
        package var isEphemeral: Bool
        /// How long an ephemeral session may be without use, 10 s to an hour; nil for ``defaultIdleTimeout``. Only
        /// with ``isEphemeral``.
        package var idleTimeout: Duration?

        /// The idle timeout of an ephemeral session when none is given.
        package static let defaultIdleTimeout = Duration.seconds(120)

        package init(
            session: String? = nil, phone: String, isEphemeral: Bool = false, idleTimeout: Duration? = nil
        ) {
            self.session = session
            self.phone = phone
            self.isEphemeral = isEphemeral
            self.idleTimeout = idleTimeout
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            phone = try fields.typedPhone("phone")
            isEphemeral = try fields.optionalBool("ephemeral") ?? false
            idleTimeout = try fields.optionalMilliseconds("idle_timeout_ms", in: 10_000...3_600_000)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("phone", phone)
            writer.member("ephemeral", isEphemeral ? true : nil)
            writer.member("idle_timeout_ms", idleTimeout?.milliseconds)
        }

        /// What is wrong with the parameters together; nil if nothing is.
        package var ephemeralFault: FieldFault? {
            if isEphemeral, session != nil { return FieldFault("/session", "must be absent with ephemeral") }
            if !isEphemeral, idleTimeout != nil { return FieldFault("/idle_timeout_ms", "needs ephemeral") }
            return nil
        }
    }

    package struct Result: JSONRecord, Hashable {
        /// The session that waits for the code.
        package var session: String
        /// Until when the code can be given.
        package var expiresAt: Timestamp
        /// Where the code is to be had: `administrator`, `phone`; new values may come.
        package var source: String

        package init(session: String, expiresAt: Timestamp, source: String) {
            self.session = session
            self.expiresAt = expiresAt
            self.source = source
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.string("session", bytes: 1...32)
            expiresAt = try fields.timestamp("expires_at")
            source = try fields.string("by", bytes: 1...64)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("expires_at", expiresAt.description)
            writer.member("by", source)
        }
    }
}

/// Keeps the number out of whatever prints the parameters.
extension AuthSignIn.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default"), number hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `auth.verify`: signs in with the code.
package enum AuthVerify: TypedMethod {
    package static let name = "auth.verify"
    package typealias Result = SignalPerson

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// Six digits.
        package var code: String

        package init(session: String? = nil, code: String) {
            self.session = session
            self.code = code
        }

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

/// Keeps the code out of whatever prints the parameters.
extension AuthVerify.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default"), code hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `auth.sign_out`: signs the session out.
package enum AuthSignOut: TypedMethod {
    package static let name = "auth.sign_out"
    package typealias Params = SignalSessionParams
    package typealias Result = Nothing
}

/// `auth.get`: who is signed in.
package enum AuthGet: ReadingMethod {
    package static let name = "auth.get"
    package typealias Params = SignalSessionParams
    package typealias Result = SignalState
}

/// `auth.watch`: who is signed in, now and after every change.
package enum AuthWatch: TypedStream, ReadingMethod {
    package static let name = "auth.watch"
    package typealias Params = SignalSessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        /// Who is signed in when the stream begins.
        case snapshot(SignalState)
        case auth(SignalState)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try SignalState(json: data))
            case "auth": self = .auth(try SignalState(json: data))
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .auth: "auth"
            }
        }

        package var json: JSON {
            switch self {
            case .snapshot(let state), .auth(let state): state.json
            }
        }
    }
}
