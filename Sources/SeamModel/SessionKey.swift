/// Whose session: a uid read from the kernel and the session's name within it. Whatever belongs to a session is reached
/// through one, so that no question can reach another person's things.
package struct SessionKey: Sendable, Hashable, CustomStringConvertible {
    /// The person's numeric uid.
    package let uid: UInt32
    /// `[a-z0-9._-]{1,32}`; behind a tilde where the session is ephemeral, so that no name that a caller gives is that of one.
    package let name: String

    /// A named session, which belongs to all processes of the uid; nil unless the name is well-formed.
    package init?(uid: UInt32, name: String) {
        guard Self.isName(name) else { return nil }
        self.uid = uid
        self.name = name
    }

    /// The session of one connection; nil unless the id is well-formed as a name.
    package init?(uid: UInt32, ephemeral id: String) {
        guard Self.isName(id) else { return nil }
        self.uid = uid
        name = "~" + id
    }

    /// As ``name`` had it; nil if it cannot have.
    package init?(uid: UInt32, stored name: String) {
        if name.utf8.first == Self.mark {
            self.init(uid: uid, ephemeral: String(name.dropFirst()))
        } else {
            self.init(uid: uid, name: name)
        }
    }

    /// Whether it is one connection's alone.
    package var isEphemeral: Bool { name.utf8.first == Self.mark }

    /// What its callers call it.
    package var id: String { isEphemeral ? String(name.dropFirst()) : name }

    private static let mark = UInt8(ascii: "~")

    private static func isName(_ name: String) -> Bool {
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
