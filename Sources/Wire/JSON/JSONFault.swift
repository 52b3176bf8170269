/// Why bytes are not JSON that we accept, and where.
package struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rule that the bytes break.
    package enum Rule: String, Sendable, Hashable {
        case unexpectedEnd = "unexpected_end"
        case unexpectedByte = "unexpected_byte"
        case trailingBytes = "trailing_bytes"
        case byteOrderMark = "byte_order_mark"
        case invalidUTF8 = "invalid_utf8"
        case invalidEscape = "invalid_escape"
        case loneSurrogate = "lone_surrogate"
        case controlCharacter = "control_character"
        case zeroCharacter = "zero_character"
        case invalidNumber = "invalid_number"
        case numberRange = "number_range"
        case duplicateKey = "duplicate_key"
        case tooDeep = "too_deep"
        case tooManyKeys = "too_many_keys"
        case stringTooLong = "string_too_long"
        /// The reader's caller asked for another kind of value than the one that stands there.
        case unexpectedKind = "unexpected_kind"
        /// The reader's caller does not know this member.
        case unknownMember = "unknown_member"
    }

    package let rule: Rule
    /// Bytes from the start of the text.
    package let offset: Int
    /// The member that the fault is about, where there is one. Cut to 64 scalars, since a character can be of any
    /// length; it came from the peer.
    package let member: String?

    package init(_ rule: Rule, at offset: Int, member: String? = nil) {
        self.rule = rule
        self.offset = offset
        self.member = member.map { String($0.unicodeScalars.prefix(64)) }
    }

    package var description: String {
        let name = rule.rawValue.replacing("_", with: " ")
        guard let member else { return "\(name) at byte \(offset)" }
        return "\(name) \(JSON.string(member).text) at byte \(offset)"
    }

    /// The line and column, both from 1, of the fault in `text`: what configuration files are told with.
    package func position(in text: some Collection<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        for byte in text.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        return (line, column)
    }
}

/// The bounds of what ``JSONReader`` accepts. `Protocol/framing.md` gives the reasons.
package struct JSONLimits: Sendable, Hashable {
    /// Nested arrays and objects, the outermost counted.
    package var depth: Int
    /// Members of one object.
    package var keys: Int
    /// UTF-8 bytes of one string, key or value, after its escapes are read.
    package var stringBytes: Int

    package init(depth: Int = 32, keys: Int = 256, stringBytes: Int = 65_536) {
        self.depth = depth
        self.keys = keys
        self.stringBytes = stringBytes
    }

    /// What the wire allows.
    package static let wire = JSONLimits()

    /// For text that was checked within bounds.
    static let none = JSONLimits(depth: 1024, keys: .max, stringBytes: .max)
}
