package import SeamModel
package import Wire

/// `credentials.list`: the person's keys, masked.
package enum CredentialsList: ReadingMethod {
    package static let name = "credentials.list"
    package typealias Params = SessionPageParams
    package typealias Result = Page<Credential>
}

/// `credentials.watch`: all keys, then each change.
package enum CredentialsWatch: TypedStream, ReadingMethod {
    package static let name = "credentials.watch"
    package typealias Params = SessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        case snapshot(Credential)
        case added(Credential)
        case changed(Credential)
        case removed(id: String)
        case reading(KeyReadingProgress)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try Credential(json: data))
            case "added": self = .added(try Credential(json: data))
            case "changed": self = .changed(try Credential(json: data))
            case "removed":
                var fields = try JSONFields(data)
                self = .removed(id: try fields.string("id", bytes: 1...128))
            case "reading": self = .reading(try KeyReadingProgress(json: data))
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .added: "added"
            case .changed: "changed"
            case .removed: "removed"
            case .reading: "reading"
            }
        }

        package var json: JSON {
            switch self {
            case .snapshot(let key), .added(let key), .changed(let key): key.json
            case .removed(let id): .members(("id", .string(id)))
            case .reading(let progress): progress.json
            }
        }
    }
}

/// `credentials.reveal`: the code and the card number in clear. Journalled.
package enum CredentialsReveal: TypedMethod {
    package static let name = "credentials.reveal"

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var credentialID: String

        package init(session: String? = nil, credentialID: String) {
            self.session = session
            self.credentialID = credentialID
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            credentialID = try fields.id("credential_id")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("credential_id", credentialID)
        }
    }

    package struct Result: JSONRecord, Hashable {
        package var code: String?
        package var cardNumber: String?

        package init(code: String? = nil, cardNumber: String? = nil) {
            self.code = code
            self.cardNumber = cardNumber
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            code = try fields.optionalString("code", bytes: 0...64)
            cardNumber = try fields.optionalString("card_number", bytes: 0...64)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("code", code)
            writer.member("card_number", cardNumber)
        }
    }
}

/// Keeps the code out of whatever prints the result.
extension CredentialsReveal.Result: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "code and card number, hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
