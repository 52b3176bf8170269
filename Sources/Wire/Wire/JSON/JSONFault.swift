/// Why bytes are not accepted as JSON on the wire, and where the fault is.
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
        /// The reader's caller asked for another kind of value.
        case unexpectedKind = "unexpected_kind"
        /// The reader's caller does not know this member.
        case unknownMember = "unknown_member"

        /// Whether JSON allows the value, so that only this wire refuses it. A caller may have passed such a value on.
        package var isOfAValue: Bool {
            switch self {
            case .loneSurrogate, .zeroCharacter, .numberRange, .stringTooLong: true
            case .unexpectedEnd, .unexpectedByte, .trailingBytes, .byteOrderMark, .invalidUTF8, .invalidEscape,
                .controlCharacter, .invalidNumber, .duplicateKey, .tooDeep, .tooManyKeys, .unexpectedKind,
                .unknownMember:
                false
            }
        }

        /// The requirement that the member does not meet, in words for people.
        var demand: String {
            switch self {
            case .loneSurrogate: "must contain no lone surrogate"
            case .zeroCharacter: "must contain no U+0000"
            case .numberRange: "must contain no number beyond 2^53 - 1, or beyond a double"
            case .stringTooLong: "must contain no string of more than \(JSONLimits.wire.stringBytes) bytes"
            case .unexpectedEnd, .unexpectedByte, .trailingBytes, .byteOrderMark, .invalidUTF8, .invalidEscape,
                .controlCharacter, .invalidNumber, .duplicateKey, .tooDeep, .tooManyKeys, .unexpectedKind,
                .unknownMember:
                "must be JSON"
            }
        }
    }

    package let rule: Rule
    /// The number of bytes between the start of the text and the fault.
    package let offset: Int
    /// The member that the fault concerns, if there is one. The member's name came from the peer and can have any
    /// length, so the name is shortened to 64 scalars. A limit on characters would not help, because a character can
    /// also have any length.
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

    /// The line and the column in `text` at which the fault is. Both are counted from 1. They are for faults in
    /// configuration files.
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

/// The limits of ``JSONReader`` (`Protocol/framing.md` section 1.3).
package struct JSONLimits: Sendable, Hashable {
    /// How deeply arrays and objects may be nested. The outermost counts as well.
    package var depth: Int
    /// The largest number of members of one object.
    package var keys: Int
    /// The largest number of UTF-8 bytes of one string (a key or a value). Escapes are decoded before the bytes are
    /// counted.
    package var stringBytes: Int

    package init(depth: Int = 32, keys: Int = 256, stringBytes: Int = 65_536) {
        self.depth = depth
        self.keys = keys
        self.stringBytes = stringBytes
    }

    /// The limits of the wire.
    package static let wire = JSONLimits()

    /// The limits for text that has already been checked.
    static let none = JSONLimits(depth: 1024, keys: .max, stringBytes: .max)
}
