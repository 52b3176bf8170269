/// Text that cannot send commands to a terminal. This is the only kind of text that output accepts.
///
/// Names from people and clouds may contain anything. A literal of this type stays as written in the source. Every
/// string interpolated into a literal is made safe:
///
/// - Control characters (C0, C1, U+007F), bidirectional controls, line and paragraph separators, private-use and
///   unassigned characters are made visible. They are written in the form `\u{1b}`.
/// - Characters without an appearance of their own (joiners, variation selectors, soft hyphens, fillers, skin tones)
///   are left out.
/// - A character keeps at most two marks. Letters that take no column of their own count as marks. Marks without a
///   character are left out.
/// - White space becomes a plain space, and text longer than the limit ends in an ellipsis.
package struct TerminalSafe: Sendable, Hashable, CustomStringConvertible {
    /// The text itself.
    package let description: String

    /// The number of columns after which an interpolated string is cut.
    package static let defaultLimit = 200

    private static let marksPerCharacter = 2

    /// Makes `text` safe, and cuts it to `limit` columns.
    package init(_ text: String, limit: Int = defaultLimit) {
        var safe = String.UnicodeScalarView()
        var columns = 0
        var marks = 0
        for scalar in text.unicodeScalars {
            let piece = Self.piece(scalar)
            if Self.isMark(scalar) {
                marks += 1
                guard marks <= Self.marksPerCharacter, !safe.isEmpty else { continue }
            } else if !piece.isEmpty {
                marks = 0
            }
            let width = CellWidth.columns(String(piece))
            guard columns + width <= limit else {
                description = Self.cut(safe, columns: columns, to: limit)
                return
            }
            columns += width
            safe.append(contentsOf: piece)
        }
        description = String(safe)
    }

    /// Creates a safe text without any check. The text must be made from safe parts, or its sequences must be intended.
    package init(trusted text: String) {
        description = text
    }

    /// The number of columns that the text takes.
    package var columns: Int { CellWidth.columns(description) }

    package var isEmpty: Bool { description.isEmpty }

    /// Returns the text in at most `columns` columns. If the text is cut, it ends in an ellipsis.
    package func fitted(to columns: Int) -> TerminalSafe {
        self.columns <= columns ? self : TerminalSafe(description, limit: columns)
    }

    /// Returns the replacement for a single character. This is the character itself, a space, an escape, or nothing.
    private static func piece(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        if (0x20...0x7E).contains(scalar.value) { return String.UnicodeScalarView([scalar]) }
        if scalar == "\t" || scalar == "\n" || scalar == "\r" { return " ".unicodeScalars }
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            return escape(scalar)
        case .format: return isBidirectionalControl(scalar) ? escape(scalar) : String.UnicodeScalarView()
        case .spaceSeparator: return " ".unicodeScalars
        case .modifierSymbol where (0x1F3FB...0x1F3FF).contains(scalar.value): return String.UnicodeScalarView()
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
            .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            break
        @unknown default: return escape(scalar)
        }
        let isInvisible = scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
        // U+2800 is a blank that is not a space.
        return isInvisible || scalar.value == 0x2800 ? String.UnicodeScalarView() : String.UnicodeScalarView([scalar])
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        // Hangul vowels and final consonants take no column of their own either.
        case .otherLetter: return CellWidth.columns(scalar) == 0
        default: return false
        }
    }

    /// Whether the character reorders the text around it.
    package static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        ("\\u{" + String(scalar.value, radix: 16) + "}").unicodeScalars
    }

    /// Returns `safe`, with an ellipsis in place of the part that does not fit.
    private static func cut(_ safe: String.UnicodeScalarView, columns: Int, to limit: Int) -> String {
        guard limit > 0 else { return "" }
        var safe = safe
        var columns = columns
        while columns > limit - 1, let last = safe.popLast() { columns -= CellWidth.columns(last) }
        return String(safe) + "…"
    }
}

extension TerminalSafe: ExpressibleByStringInterpolation {
    /// Collects literals unchanged, and makes all other texts safe.
    package struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        /// Appends any text in its safe form.
        package mutating func appendInterpolation(_ text: String) { self.text += TerminalSafe(text).description }

        package mutating func appendInterpolation(_ safe: TerminalSafe) { text += safe.description }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    }

    /// Creates a safe text from a literal in the source. The compiler accepts no variable as this argument.
    package init(stringLiteral literal: StaticString) {
        description = literal.description
    }

    package init(stringInterpolation: StringInterpolation) {
        description = stringInterpolation.text
    }
}

extension [TerminalSafe] {
    /// Returns the texts with `separator` between them.
    package func joined(separator: TerminalSafe) -> TerminalSafe {
        TerminalSafe(trusted: map(\.description).joined(separator: separator.description))
    }
}
