import SeamModel
package import Wire

extension SessionInitialize.Params {
    /// The idle timeout of an ephemeral session when none is given.
    package static let defaultIdleTimeout = Duration.seconds(120)
}

extension SessionExchange.Params {
    /// Whether a text has the form of a code. Only the operator's desk knows whether the text is a valid code.
    package static func isCode(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension SessionForget {
    /// The user whom the daemon must forget.
    package enum User: Sendable, Hashable {
        case uid(UInt32)
        /// The account's name at the time when data was first kept for the account. The account may no longer exist.
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
            case (.some, .some): throw fields.fault("name", "must be absent if uid is given")
            case (nil, nil): throw fields.fault("uid", "must be given if name is missing")
            }
        }

        package func writeMembers(to writer: inout JSONWriter) {
            switch user {
            case .uid(let uid): writer.member("uid", Int64(uid))
            case .name(let name): writer.member("name", name)
            }
        }
    }
}
