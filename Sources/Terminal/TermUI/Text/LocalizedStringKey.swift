public import Foundation
import TermCore

/// The key of a text in a bundle's table. The text is looked up when a view is made from the key. A key without an
/// entry is itself used as the text. A key may contain Markdown: `**heavy**`, `*italic*`, `` `code` `` (dim), and
/// links, which show only their words. Interpolated text is not read as Markdown.
nonisolated public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// The key as it appears in the table, with a placeholder for each argument.
    let key: String
    let arguments: [Text]
    /// The text for programs without a table, or nil if a part of the text is styled.
    private let direct: String?

    public init(_ value: String) {
        (key, arguments) = (value, [])
        direct = Markdown.isPlain(value) ? value : nil
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    public init(stringInterpolation: StringInterpolation) {
        (key, arguments) = (stringInterpolation.key, stringInterpolation.arguments)
        direct = stringInterpolation.direct
    }

    /// Collects the key and its arguments.
    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [Text] = []
        var direct: String? = ""

        public init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 4 * interpolationCount)
            arguments.reserveCapacity(interpolationCount)
        }

        /// Appends a part of the key itself.
        public mutating func appendLiteral(_ literal: String) {
            key += literal
            if Markdown.isPlain(literal) { direct?.append(literal) } else { direct = nil }
        }

        private mutating func append(_ text: Text, _ placeholder: String) {
            key += placeholder
            arguments.append(text)
            if let words = text.unstyled { direct?.append(words) } else { direct = nil }
        }

        public mutating func appendInterpolation(_ string: String) { append(Text(verbatim: string), "%@") }

        public mutating func appendInterpolation(_ number: Int) { append(Text(verbatim: "\(number)"), "%lld") }

        public mutating func appendInterpolation(_ number: Double) { append(Text(verbatim: "\(number)"), "%lf") }

        /// Appends any other value with its description. The placeholder of a number depends on the number's type.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            let placeholder =
                switch value {
                case is Int64: "%lld"
                case is UInt, is UInt64: "%llu"
                case is Int8, is Int16, is Int32: "%d"
                case is UInt8, is UInt16, is UInt32: "%u"
                case is Float: "%f"
                default: "%@"
                }
            append(Text(verbatim: String(describing: value)), placeholder)
        }

        public mutating func appendInterpolation<Value: CVarArg>(_ value: Value, specifier: String) {
            let isObject = specifier.hasSuffix("@")
            let text = isObject ? String(describing: value) : String(format: specifier, value)
            append(Text(verbatim: text), specifier)
        }

        public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
        where F.FormatOutput == String { append(Text(verbatim: format.format(input)), "%@") }

        public mutating func appendInterpolation<Value>(_ value: Value, formatter: Formatter) {
            append(Text(verbatim: formatter.string(for: value) ?? String(describing: value)), "%@")
        }

        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            append(Text(date, style: style), "%@")
        }

        public mutating func appendInterpolation(_ text: Text) { append(text, "%@") }
    }

    /// The text without its styles.
    package var plain: String { Text(self).plain }

    /// Returns the text as runs, each with one style.
    func runs(table: String?, bundle: Bundle?) -> [Text.Run] {
        if table == nil, bundle == nil, !StringTables.shared.hasMain, let direct {
            return [Text.Run(direct, Text.Style())]
        }
        let format = StringTables.shared.text(key, table: table, bundle: bundle)
        let parts = Markdown.runs(of: format)
        guard !arguments.isEmpty else { return parts }
        var next = 0
        return parts.flatMap { filled($0, &next) }
    }

    /// Returns a run with the arguments in place of the placeholders.
    private func filled(_ run: Text.Run, _ next: inout Int) -> [Text.Run] {
        var runs: [Text.Run] = []
        var rest = run.text[...]
        func add(_ text: Substring) {
            if !text.isEmpty { runs.append(Text.Run(String(text), run.style)) }
        }
        while let start = rest.firstIndex(of: "%") {
            guard let (end, wanted) = Self.placeholder(in: rest, from: start) else { break }
            let place = wanted ?? next
            add(rest[..<start])
            if arguments.indices.contains(place) {
                runs += arguments[place].runs.map { $0.within(run.style) }
            } else {
                add(rest[start..<end])
            }
            next = place + 1
            rest = rest[end...]
        }
        add(rest)
        return runs
    }

    /// Returns the end of the placeholder that begins at `start`, and the number of its argument if the placeholder has
    /// one.
    private static func placeholder(
        in text: Substring, from start: Substring.Index
    ) -> (end: Substring.Index, place: Int?)? {
        var place = text.index(after: start)
        var digits = ""
        while place < text.endIndex {
            let character = text[place]
            place = text.index(after: place)
            if character == "$" { continue }
            if character == "@" || "dufgexXc".contains(character) {
                let isNumbered = text[start..<place].contains("$")
                return (place, isNumbered ? Int(digits).map { $0 - 1 } : nil)
            }
            if character.isNumber, !text[start..<place].contains("$") { digits.append(character) }
            guard character.isNumber || "l.+-".contains(character) else { return nil }
        }
        return nil
    }
}

/// The tables of bundles. Most programs have no tables.
nonisolated private final class StringTables: Sendable {
    static let shared = StringTables()

    /// Whether the program's own bundle has a table.
    let hasMain = ProgramTables.areThere { ProcessInfo.processInfo.environment[$0] ?? "" }

    func text(_ key: String, table: String?, bundle: Bundle?) -> String {
        guard hasMain || table != nil || bundle != nil else { return key }
        return (bundle ?? .main).localizedString(forKey: key, value: key, table: table)
    }
}
