/// Markup of a page. Only literals in the source become markup; every other text is escaped when it is put in.
///
///     let row: HTML = "<p>\(name)</p>"    // the name is escaped
struct HTML: Sendable, Hashable {
    /// The markup itself.
    private(set) var text: String

    private init(markup: String) { text = markup }

    /// A text in which no character is markup. Control characters are removed, except tabs and line feeds.
    init(escaping words: String) {
        text = ""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": break
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Several parts, one after the other.
    init(_ parts: [HTML]) { text = parts.map(\.text).joined() }

    static func + (left: HTML, right: HTML) -> HTML { HTML(markup: left.text + right.text) }
}

extension HTML: ExpressibleByStringInterpolation {
    // A static string cannot be made from a variable, so no text of others becomes markup by mistake.
    init(stringLiteral markup: StaticString) { text = "\(markup)" }

    init(stringInterpolation parts: StringInterpolation) { text = parts.text }

    /// Markup being assembled.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ markup: StaticString) { text += "\(markup)" }

        /// Appends a text, escaped.
        mutating func appendInterpolation(_ words: String) { text += HTML(escaping: words).text }

        /// Appends markup, unchanged.
        mutating func appendInterpolation(_ markup: HTML) { text += markup.text }
    }
}
