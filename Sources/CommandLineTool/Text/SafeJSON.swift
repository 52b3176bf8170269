package import Wire

/// JSON on one line that is safe to look at: the wire's own value, with every character that ``TerminalSafe`` would not let
/// through as it is written as `\u001b`.
package enum SafeJSON {
    /// The line, without its end. The value is the same to every JSON reader.
    package static func line(_ text: JSONText) -> String {
        var line = String.UnicodeScalarView()
        var isInString = false
        var isEscaped = false
        for scalar in text.string.unicodeScalars {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if scalar == "\\" {
                    isEscaped = true
                } else if scalar == "\"" {
                    isInString = false
                }
                append(scalar, to: &line)
            } else if !scalar.properties.isWhitespace {
                isInString = scalar == "\""
                line.append(scalar)
            }
        }
        return String(line)
    }

    private static func append(_ scalar: Unicode.Scalar, to line: inout String.UnicodeScalarView) {
        if (0x20...0x7E).contains(scalar.value) || isPlain(scalar) {
            line.append(scalar)
            return
        }
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            line.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
        }
    }

    /// Letters, digits, punctuation and symbols that a terminal shows one after the other.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol:
            !scalar.properties.isDefaultIgnorableCodePoint
        case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator, .lineSeparator, .paragraphSeparator,
            .control, .format, .surrogate, .privateUse, .unassigned:
            false
        @unknown default: false
        }
    }
}
