import DaemonCore
import SeamModel
package import Wire

/// How parameters are read. Input from people and programs is checked to the letter, so that behind this point an
/// `id` is always `[A-Za-z0-9_:-]{1,128}`.
extension JSONFields {
    /// The session that is meant; nil for the caller's default.
    mutating func optionalSessionName() throws(FieldFault) -> String? {
        guard let name = try optionalString("session", bytes: 1...32) else { return nil }
        guard SessionID.isName(name) else {
            throw fault("session", "must be \(SessionID.nameRule)")
        }
        return name
    }

    /// The id of a credential, entrance, device, workspace, binding or prompt.
    mutating func optionalID(_ key: StaticString) throws(FieldFault) -> String? {
        try optionalString(
            key, bytes: 1...128, of: Self.idCharacters, "of letters, digits, underscore, colon and hyphen")
    }

    mutating func id(_ key: StaticString) throws(FieldFault) -> String {
        guard let id = try optionalID(key) else { throw missing(key) }
        return id
    }

    mutating func optionalString(
        _ key: StaticString, bytes: ClosedRange<Int>, of characters: Set<UInt8>, _ demand: String
    ) throws(FieldFault) -> String? {
        guard let text = try optionalString(key, bytes: bytes) else { return nil }
        guard text.utf8.allSatisfy(characters.contains) else { throw fault(key, "must be \(demand)") }
        return text
    }

    private static let idCharacters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:-".utf8)
    static let providerCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

/// The parameters of methods that only need to know the session.
package struct SessionParams: JSONRecord, Hashable {
    /// `[a-z0-9._-]{1,32}`; nil for the caller's default session.
    package var session: String?

    package init(session: String? = nil) {
        self.session = session
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        session = try fields.optionalSessionName()
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("session", session)
    }
}

/// Which part of a session's list is wanted.
package struct SessionPageParams: JSONRecord, Hashable {
    package var session: String?
    package var page: PageParams

    package init(session: String? = nil, page: PageParams = PageParams()) {
        self.session = session
        self.page = page
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        session = try fields.optionalSessionName()
        page = try PageParams(from: &fields)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("session", session)
        writer.member("page_token", page.pageToken)
        writer.member("limit", page.limit)
    }
}
