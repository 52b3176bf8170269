package import Wire

/// `user.get`: the person who is signed in.
package enum UserGet: ReadingMethod {
    package static let name = "user.get"
    package typealias Params = SignalSessionParams
    package typealias Result = SignalPerson
}

/// `user.update`: replaces names and note.
package enum UserUpdate: TypedMethod {
    package static let name = "user.update"
    package typealias Result = SignalPerson

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var firstName: String
        package var lastName: String
        package var emergencyNote: String

        package init(session: String? = nil, firstName: String, lastName: String, emergencyNote: String) {
            self.session = session
            self.firstName = firstName
            self.lastName = lastName
            self.emergencyNote = emergencyNote
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            firstName = try fields.string("first_name", bytes: 1...256)
            lastName = try fields.string("last_name", bytes: 1...256)
            emergencyNote = try fields.string("emergency_note", bytes: 0...8000)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("first_name", firstName)
            writer.member("last_name", lastName)
            writer.member("emergency_note", emergencyNote)
        }
    }
}

/// Keeps names and note out of whatever prints the parameters.
extension UserUpdate.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default"), profile hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `user.refresh_qr`: replaces the id in the person's QR code.
package enum UserRefreshQR: TypedMethod {
    package static let name = "user.refresh_qr"
    package typealias Params = SignalSessionParams
    package typealias Result = SignalPerson
}

/// `user.watch`: the person who is signed in, now and after every change.
package enum UserWatch: TypedStream, ReadingMethod {
    package static let name = "user.watch"
    package typealias Params = SignalSessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        /// The person when the stream begins.
        case snapshot(SignalPerson)
        case user(SignalPerson)
        /// Nobody, or somebody else, is signed in now; the last item.
        case ended(why: String)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try SignalPerson(json: data))
            case "user": self = .user(try SignalPerson(json: data))
            case "ended":
                var fields = try JSONFields(data)
                self = .ended(why: try fields.string("why", bytes: 0...64))
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .user: "user"
            case .ended: "ended"
            }
        }

        package var json: JSON {
            switch self {
            case .snapshot(let person), .user(let person): person.json
            case .ended(let why): .members(("why", .string(why)))
            }
        }
    }
}

/// `settings.get`: what the person wants to hear of.
package enum SettingsGet: ReadingMethod {
    package static let name = "settings.get"
    package typealias Params = SignalSessionParams
    package typealias Result = SignalPreferences
}

/// `settings.set`: replaces that.
package enum SettingsSet: TypedMethod {
    package static let name = "settings.set"
    package typealias Result = SignalPreferences

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var preferences: SignalPreferences

        package init(session: String? = nil, preferences: SignalPreferences) {
            self.session = session
            self.preferences = preferences
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            var members = try fields.fields("preferences")
            preferences = try SignalPreferences(fields: &members)
            try members.end()
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("preferences", preferences)
        }
    }
}
