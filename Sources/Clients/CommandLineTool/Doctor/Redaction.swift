package import Wire

/// Removes everything from values that could be a secret, or could identify a person, a door, a key or a machine.
///
/// A number or a plain word stays only in a member that is known to be harmless. A removed text is replaced with `~`
/// and twelve digits. Within one bundle, equal texts get the same digits, so that a reader can still match them. In the
/// next bundle, the digits differ.
package struct Redaction: Sendable {
    private let salt: [UInt8]

    /// Creates a redaction. `salt` is random, is created for one bundle, and is not part of the bundle.
    package init(salt: [UInt8]) {
        self.salt = salt
    }

    /// The mark that replaces a text.
    package func mark(_ text: String) -> String {
        let digest = Contract.digest(of: salt + [0] + Array(text.utf8))
        return "~" + digest.suffix(64).prefix(12)
    }

    /// Returns a text. The text should be a name that comes from a program. The text stays if it looks like a program's
    /// name, and is marked otherwise.
    package func word(_ text: String) -> JSON {
        .string(Self.isWord(text) ? text : mark(text))
    }

    /// A redacted value. The members that `kept` names stay, even inside nested objects. Other texts are marked, and
    /// other numbers are left out.
    package func json(_ value: JSON, keeping kept: Set<String>) -> JSON { json(value, keeping: kept, isKept: false) }

    private func json(_ value: JSON, keeping kept: Set<String>, isKept: Bool) -> JSON {
        switch value {
        case .null, .bool: value
        case .integer, .number: isKept ? value : .null
        case .string(let text): isKept ? word(text) : .string(mark(text))
        case .array(let values): .array(values.map { json($0, keeping: kept, isKept: isKept) })
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { member in
                        let isKnown = kept.contains(member.key)
                        return JSONMember(
                            key: isKnown || Self.isMember(member.key) ? member.key : mark(member.key),
                            value: json(member.value, keeping: kept, isKept: isKnown))
                    }))
        }
    }

    /// A redacted sentence from a program. Words of letters stay, and a word with a digit, a slash or a similar
    /// character is marked.
    package func sentence(_ text: String) -> String {
        text.split(separator: " ").map { word in
            let letters = word.unicodeScalars.allSatisfy { scalar in
                (scalar.isASCII && scalar.properties.isAlphabetic) || "'-,.:;()".unicodeScalars.contains(scalar)
            }
            return letters && word.utf8.count <= 24 ? String(word) : mark(String(word))
        }.joined(separator: " ")
    }

    /// Whether the text is an enumeration value, a time, a reason, a method or a digest, such as `timed_out`,
    /// `2026-01-31T08:15:30.000Z`, `rpc.metrics` or `sha256:…`.
    private static func isWord(_ text: String) -> Bool {
        if Timestamp(text) != nil { return true }
        if text.hasPrefix("sha256:") { return text.utf8.dropFirst(7).allSatisfy(isHex) && text.utf8.count == 71 }
        let digits = text.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (1...64).contains(text.utf8.count) && digits <= 3 && text.utf8.allSatisfy(isPlain)
    }

    private static func isMember(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
