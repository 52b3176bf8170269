/// Whose session: a uid read from the kernel and the session's name within it. Whatever belongs to a session is reached
/// through one, so that no question can reach another person's things.
package struct SessionKey: Sendable, Hashable, CustomStringConvertible {
    /// The person's numeric uid.
    package let uid: UInt32
    /// `[a-z0-9._-]{1,32}`.
    package let name: String

    /// Nil unless the name is well-formed.
    package init?(uid: UInt32, name: String) {
        let isWellFormed = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isWellFormed, (1...32).contains(name.utf8.count) else { return nil }
        self.uid = uid
        self.name = name
    }

    /// `1000/default`.
    package var description: String { "\(uid)/\(name)" }
}
