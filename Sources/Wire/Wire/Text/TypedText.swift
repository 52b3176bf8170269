/// Normalizes text that people type on a keyboard for any script, or that they copy from a page, a chat or a table.
package enum TypedText {
    /// The text in plain characters. Digits of every script, and full-width letters and signs, become ASCII. Every dash
    /// becomes a hyphen, and every blank becomes a space. Invisible characters, such as direction marks, disappear.
    /// This is for input that should be ASCII, such as numbers, codes and words. Names are read with ``seen(_:)``.
    package static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let scalar = Self.plain(scalar) { plain.append(scalar) }
        }
        return String(plain)
    }

    /// A code or a PIN. It is the result of ``plain(_:)`` without the blanks and hyphens between groups of characters.
    package static func joined(_ text: String) -> String { plain(text).filter { !$0.isWhitespace && $0 != "-" } }

    /// The text without the invisible marks that copied text contains. Every blank is a space.
    package static func seen(_ text: String) -> String {
        var seen = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isMark(scalar) {
            seen.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        return String(seen)
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard !scalar.isASCII else { return scalar }
        // The full-width forms have the same order as ASCII.
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
        // Variation selectors change only the appearance of a character.
        case "\u{FE00}"..."\u{FE0F}": return nil
        // These are the hyphen bullet and the minus sign.
        case "\u{2043}", "\u{2212}": return "-"
        case "\u{FE62}": return "+"
        default: return scalar
        }
    }

    /// Whether the character only controls the layout of its neighbors. This means their direction, and the places
    /// where a line may break.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{AD}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}",
            "\u{2066}"..."\u{2069}", "\u{FEFF}":
            true
        default: false
        }
    }
}
