/// The character encoding in which a terminal sends and accepts text. The terminal's locale names it.
package enum Charset: Hashable, Sendable {
    case utf8
    /// The encoding ISO 8859-1.
    case latin1
    /// The encoding ISO 8859-15, which has the euro sign.
    case latin9
    /// An encoding that this program does not know. Only its ASCII characters are used. Other characters are shown as
    /// `?`, and are not read.
    case ascii

    /// Creates the encoding. It comes from the first of the variables `LC_ALL`, `LC_CTYPE` and `LANG` that is set. If
    /// the variable names no encoding, as in `C`, the encoding is UTF-8, because modern terminals use UTF-8 by default.
    package init(variable: (String) -> String) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map(variable).first { !$0.isEmpty } ?? ""
        let parts = locale.prefix { $0 != "@" }.split(separator: ".", maxSplits: 1)
        guard parts.count == 2 else {
            self = .utf8
            return
        }
        switch parts[1].lowercased().filter({ $0.isLetter || $0.isNumber }) {
        case "utf8": self = .utf8
        case "iso88591", "latin1": self = .latin1
        case "iso885915", "latin9": self = .latin9
        default: self = .ascii
        }
    }

    /// The characters of ISO 8859-15 that differ from ISO 8859-1.
    private static let euros: [(byte: UInt8, scalar: Unicode.Scalar)] = [
        (0xA4, "€"), (0xA6, "Š"), (0xA8, "š"), (0xB4, "Ž"), (0xB8, "ž"), (0xBC, "Œ"), (0xBD, "œ"), (0xBE, "Ÿ"),
    ]

    /// Returns the character for a byte beyond ASCII. Returns nil if the charset has no such character. For UTF-8,
    /// always returns nil.
    package func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        guard self == .latin1 || self == .latin9, byte >= 0xA0 else { return nil }
        let other = self == .latin9 ? Self.euros.first { $0.byte == byte }?.scalar : nil
        return other ?? Unicode.Scalar(byte)
    }

    /// Returns the byte of a character, or `?` if the charset lacks the character.
    package func byte(_ scalar: Unicode.Scalar) -> UInt8 {
        if scalar.isASCII { return UInt8(scalar.value) }
        if self == .latin9, let other = Self.euros.first(where: { $0.scalar == scalar }) { return other.byte }
        guard let byte = UInt8(exactly: scalar.value), self.scalar(byte) == scalar else { return UInt8(ascii: "?") }
        return byte
    }

    /// Returns the bytes of a text. A mark with its own code in Unicode is left out.
    package func bytes(_ text: String) -> [UInt8] {
        guard self != .utf8 else { return Array(text.utf8) }
        return text.unicodeScalars.filter { $0.properties.canonicalCombiningClass == .notReordered }.map(byte)
    }

    /// Returns the text of some bytes.
    package func text(_ bytes: some Sequence<UInt8>) -> String {
        guard self != .utf8 else { return String(decoding: Array(bytes), as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            if let scalar = byte < 0x80 ? Unicode.Scalar(byte) : scalar(byte) { text.append(scalar) }
        }
        return String(text)
    }
}
