/// Makes a text that somebody else has chosen safe to display.
package enum PlainText {
    /// The text on one line, without control characters.
    package static func clean(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: clean.append(" ")
            case .format where scalar != "\u{200D}", .privateUse, .surrogate, .unassigned: break
            default: clean.append(scalar)
            }
        }
        return String(clean)
    }

    /// The text's lines, each of them cleaned.
    package static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { clean(String($0)) }
    }

    /// A text's ASCII letters and digits.
    package static func word(_ text: String) -> String {
        String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}
