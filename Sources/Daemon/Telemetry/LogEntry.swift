import Glibc
package import Logging

/// One entry in the log.
package struct LogEntry: Sendable, Hashable {
    /// The time at which the entry was logged, in seconds since 1970. The entry may be written much later.
    package let time: Int
    package let level: Logger.Level
    /// The daemon's name.
    package let label: String
    /// The module that logged the entry.
    package let source: String
    /// A constant text of the program.
    package let message: String
    /// The fields, sorted by key. Values may come from a stranger.
    package internal(set) var fields: [Field]

    /// A value with its name.
    package struct Field: Sendable, Hashable {
        package let key: String
        package let value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// Creates an entry that is logged now.
    package init(level: Logger.Level, label: String, source: String, message: String, fields: [Field]) {
        time = Glibc.time(nil)
        self.level = level
        self.label = label
        self.source = source
        self.message = message
        self.fields = fields
    }
}

/// An output for log entries. An output does not report failures, because there would be no one to report them to.
package protocol LogOutput: Sendable {
    /// Writes the entry, or drops it. This method may wait for a reader forever, so loggers write to a ``QueuedLog``.
    func write(_ entry: LogEntry)
}

/// Formats an entry as one line of text.
package enum LogLine {
    /// The largest length of one value, in bytes. A longer value is truncated, and a mark is added.
    package static let valueLimit = 4096

    /// Returns the entry as `TIME LEVEL LABEL: key=value … [MODULE] MESSAGE`, without the line ending. Values are
    /// escaped so that no value can look like two values, or begin a line.
    package static func text(_ entry: LogEntry, time: String) -> String {
        "\(time) \(entry.level) \(entry.label):\(fields(entry)) [\(entry.source)] \(escaped(cut(entry.message)))"
    }

    /// Returns the entry as `MESSAGE key=value …`, for a reader that already knows the other parts.
    static func message(_ entry: LogEntry) -> String { escaped(cut(entry.message)) + fields(entry) }

    private static func fields(_ entry: LogEntry) -> String {
        entry.fields.map { field in " \(name(field.key))=\(quoted(field.value))" }.joined()
    }

    /// Returns a key as a name. Characters that are not allowed in a name become underscores.
    private static func name(_ key: String) -> String {
        String(
            String.UnicodeScalarView(
                key.unicodeScalars.map { scalar in
                    let isPlain =
                        scalar.isASCII
                        && (scalar.properties.isAlphabetic || "0123456789_.-".unicodeScalars.contains(scalar))
                    return isPlain ? scalar : "_"
                }))
    }

    /// Returns a value as text. A single plain word is left unchanged. Any other value is quoted, and characters to
    /// which a terminal or a reader might react are escaped.
    private static func quoted(_ value: String) -> String {
        let value = cut(value)
        let isWord =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy { ("!"..."~").contains($0) && !"\"=\\".unicodeScalars.contains($0) }
        return isWord ? value : "\"\(escaped(value))\""
    }

    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                escaped.append("\\")
                escaped.append(scalar)
            case _ where isDangerous(scalar):
                escaped.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default:
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// Whether a character is a control character or a line ending, is invisible, or changes the direction of text.
    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
            .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator:
            false
        @unknown default: true
        }
    }

    private static let cutMark = " (cut)"

    /// Returns at most ``valueLimit`` bytes of `text`, plus the mark if the text was truncated. A text that has already
    /// been truncated is left unchanged.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > valueLimit + cutMark.utf8.count else { return text }
        var kept = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= valueLimit else { break }
            kept.append(scalar)
        }
        return String(kept) + cutMark
    }
}
