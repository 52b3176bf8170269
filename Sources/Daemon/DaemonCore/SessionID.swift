/// Identifies a session: a uid read from the kernel, and the session's name for that uid. All content of a session is
/// reached through such an id, so no call can reach another person's session.
package struct SessionID: Sendable, Hashable, CustomStringConvertible {
    /// The numeric uid of the session's owner.
    package let uid: UInt32
    /// The session's name, which matches `[a-z0-9._-]{1,32}`. An ephemeral session's name also begins with a tilde, so
    /// that no caller can enter the name of an ephemeral session.
    package let name: String

    /// Creates the id of a named session, or returns nil if the name is not well-formed. All of the uid's processes
    /// share this session.
    package init?(uid: UInt32, name: String) {
        guard Self.isName(name) else { return nil }
        self.uid = uid
        self.name = name
    }

    /// Creates the id of one connection's session, or returns nil if the public name is not well-formed.
    package init?(uid: UInt32, ephemeral publicName: String) {
        guard Self.isName(publicName) else { return nil }
        self.uid = uid
        name = "~" + publicName
    }

    /// Creates the id whose ``name`` was stored, or returns nil if no session can have this name.
    package init?(uid: UInt32, stored name: String) {
        if name.utf8.first == Self.mark {
            self.init(uid: uid, ephemeral: String(name.dropFirst()))
        } else {
            self.init(uid: uid, name: name)
        }
    }

    /// Whether the session belongs to a single connection.
    package var isEphemeral: Bool { name.utf8.first == Self.mark }

    /// The name that callers use for the session.
    package var publicName: String { isEphemeral ? String(name.dropFirst()) : name }

    private static let mark = UInt8(ascii: "~")

    /// The rule for a session's name, for people who have entered an invalid name.
    package static let nameRule = "1 to 32 of a-z, 0-9, dot, underscore and hyphen"

    /// Whether `name` follows ``nameRule``. If it does, a session can have this name.
    package static func isName(_ name: String) -> Bool {
        let isWellFormed = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        return isWellFormed && (1...32).contains(name.utf8.count)
    }

    /// The id as text, such as `1000/default`.
    package var description: String { "\(uid)/\(name)" }
}
