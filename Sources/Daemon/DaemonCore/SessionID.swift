/// Identifies a session: a uid read from the kernel, and the session's name for that uid. Everything in a session is
/// reached through such an id, so no call can reach what belongs to another person.
package struct SessionID: Sendable, Hashable, CustomStringConvertible {
    /// The person's numeric uid.
    package let uid: UInt32
    /// `[a-z0-9._-]{1,32}`; preceded by a tilde if the session is ephemeral, so no caller can spell the name of an
    /// ephemeral session.
    package let name: String

    /// Creates the id of a named session, which belongs to all of the uid's processes; nil unless the name is
    /// well-formed.
    package init?(uid: UInt32, name: String) {
        guard Self.isName(name) else { return nil }
        self.uid = uid
        self.name = name
    }

    /// Creates the id of one connection's session; nil unless the public name is well-formed.
    package init?(uid: UInt32, ephemeral publicName: String) {
        guard Self.isName(publicName) else { return nil }
        self.uid = uid
        name = "~" + publicName
    }

    /// Creates the id with the stored ``name``; nil if no session can have that name.
    package init?(uid: UInt32, stored name: String) {
        if name.utf8.first == Self.mark {
            self.init(uid: uid, ephemeral: String(name.dropFirst()))
        } else {
            self.init(uid: uid, name: name)
        }
    }

    /// Whether the session belongs to a single connection.
    package var isEphemeral: Bool { name.utf8.first == Self.mark }

    /// The name used by its callers.
    package var publicName: String { isEphemeral ? String(name.dropFirst()) : name }

    private static let mark = UInt8(ascii: "~")

    /// The rule for a session's name, for people who have entered an invalid one.
    package static let nameRule = "1 to 32 of a-z, 0-9, dot, underscore and hyphen"

    /// Whether a session can have this name: ``nameRule``.
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

    /// `1000/default`.
    package var description: String { "\(uid)/\(name)" }
}
