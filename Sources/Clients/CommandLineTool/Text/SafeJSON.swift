package import Wire

/// A wire value as JSON on one line that is safe to look at. Every character that is not a letter, digit, punctuation
/// or symbol is written in the form `\u001b`.
package enum SafeJSON {
    /// The line, without its terminator. Every JSON reader reads the same value from the line.
    package static func line(_ text: JSONText) -> String {
        let bytes = text.bytes
        var line: [UInt8] = []
        line.reserveCapacity(bytes.count)
        var isInString = false
        var isEscaped = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte > 0x7E {
                let end = bytes[index...].firstIndex { $0 <= 0x7E } ?? bytes.endIndex
                for scalar in String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars {
                    append(scalar, to: &line)
                }
                index = end
                isEscaped = false
                continue
            }
            if isInString, byte < 0x20 {
                append(Unicode.Scalar(byte), to: &line)
            } else if !isInString {
                // Skips white space between tokens. Between tokens, no other byte is below the exclamation mark.
                if byte > 0x20 { line.append(byte) }
                isInString = byte == UInt8(ascii: "\"")
            } else {
                line.append(byte)
                if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            }
            index += 1
        }
        return String(decoding: line, as: UTF8.self)
    }

    private static func append(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
        if isPlain(scalar) {
            line.append(contentsOf: String(scalar).utf8)
            return
        }
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            line.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
    }

    /// Letters, digits, punctuation and symbols that a terminal shows one after the other.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol:
            // U+2800 is blank, and a skin tone changes the character before it.
            !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isEmojiModifier
                && scalar.value != 0x2800
        case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator, .lineSeparator, .paragraphSeparator,
            .control, .format, .surrogate, .privateUse, .unassigned:
            false
        @unknown default: false
        }
    }
}
