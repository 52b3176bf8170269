/// A text as people type and copy it: from a page, a chat or a table, on the keyboard of any script.
package enum TypedText {
    /// The text in plain characters: the digits of every script and full-width letters and signs as ASCII has them,
    /// every dash as a hyphen, every blank as a space, and nothing that cannot be seen, such as marks of direction.
    /// It is for what is made of ASCII: numbers, codes, words. A name is read with ``seen(_:)``.
    package static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let scalar = Self.plain(scalar) { plain.append(scalar) }
        }
        return String(plain)
    }

    /// A code or a PIN: ``plain(_:)`` without the blanks and hyphens of its groups.
    package static func joined(_ text: String) -> String { plain(text).filter { !$0.isWhitespace && $0 != "-" } }

    /// The text without the marks that come along when somebody copies it, and with every blank as a space.
    package static func seen(_ text: String) -> String {
        var seen = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isMark(scalar) {
            seen.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        return String(seen)
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard !scalar.isASCII else { return scalar }
        // Full-width forms stand in the order of ASCII.
        if ("\u{FF01}"..."\u{FF5E}").contains(scalar), let plain = Unicode.Scalar(scalar.value - 0xFEE0) {
            return plain
        }
        if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))
        }
        switch scalar.properties.generalCategory {
        case .dashPunctuation: return "-"
        case .spaceSeparator: return " "
        case .format: return nil
        default: break
        }
        switch scalar {
        // Selectors of how a character is drawn.
        case "\u{FE00}"..."\u{FE0F}": return nil
        // A bullet of hyphen's form, and the sign for minus.
        case "\u{2043}", "\u{2212}": return "-"
        case "\u{FE62}": return "+"
        default: return scalar
        }
    }

    /// Whether it only says how what stands beside it is written: which direction, and where a line may break.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{AD}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}",
            "\u{2066}"..."\u{2069}", "\u{FEFF}":
            true
        default: false
        }
    }
}
