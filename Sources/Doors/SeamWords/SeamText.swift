package import Wire

/// An English text with its arguments. It can be rendered in any language.
///
///     let text: SeamText = "\(name) is on the way."    // the pattern "%@ is on the way.", and the name
package struct SeamText: Sendable, Hashable {
    /// The English text, with `%@` in place of each argument. The value is empty for a sequence of sentences.
    package let english: String
    private let arguments: [Argument]

    /// An argument of a text.
    package enum Argument: Sendable, Hashable {
        /// The argument consists of words that are the same in every language.
        case plain(String)
        case text(SeamText)
        /// The argument is a text with a replacement. The replacement is used if the whole would be too long. An empty
        /// replacement omits the argument.
        case shortened(SeamText, to: SeamText)
    }

    /// The largest number of bytes of a text that can be shortened. It is the length of a text message (SMS).
    package static let limit = 140

    /// Creates a text with its arguments, in order.
    package init(_ english: String, _ arguments: [String] = []) {
        self.init(english, of: arguments.map(Argument.plain))
    }

    private init(_ english: String, of arguments: [Argument]) {
        (self.english, self.arguments) = (english, arguments)
    }

    /// Creates a sequence of sentences separated by spaces. Empty sentences are omitted.
    package init(sentences: [Argument]) { self.init("", of: sentences.map(\.simplest)) }

    /// Creates a text from words that are the same in every language.
    package static func plain(_ words: String) -> SeamText { SeamText("%@", [words]) }

    /// Creates a sequence of the sentences that are not nil.
    package static func sentences(_ sentences: SeamText?...) -> SeamText {
        SeamText(sentences: sentences.compactMap { $0.map(Argument.text) })
    }

    /// The text in a language. An argument's text is not treated as a pattern. A placeholder without an argument stays
    /// in the text.
    ///
    /// The parts that can be shortened are handled from first to last. A part is given in full if the text
    /// then still fits with all later parts shortened.
    package func said(in language: SeamLanguage) -> String {
        let whole = said(in: language, [])
        let parts = arguments.indices.filter { if case .shortened = arguments[$0] { true } else { false } }
        guard !parts.isEmpty, whole.utf8.count > Self.limit else { return whole }
        var short = Set(parts)
        var text = said(in: language, short)
        for part in parts {
            let longer = said(in: language, short.subtracting([part]))
            guard longer.utf8.count <= Self.limit else { continue }
            short.remove(part)
            text = longer
        }
        return text
    }

    private func said(in language: SeamLanguage, _ short: Set<Int>) -> String {
        func said(_ place: Int) -> String {
            switch arguments[place] {
            case .plain(let words): words
            case .text(let text): text.said(in: language)
            case .shortened(let text, let shorter): (short.contains(place) ? shorter : text).said(in: language)
            }
        }
        if english.isEmpty { return arguments.indices.map(said).filter { !$0.isEmpty }.joined(separator: " ") }
        let pattern = language.pattern(english)
        guard !arguments.isEmpty, pattern.utf8.contains(UInt8(ascii: "%")) else { return pattern }
        var (text, next) = ("", 0)
        for part in Pattern.parts(of: pattern) {
            switch part {
            case .words(let words): text += words
            case .place(let words, let number):
                let place = number ?? next
                next = place + 1
                text += arguments.indices.contains(place) ? said(place) : words
            }
        }
        return text
    }
}

/// A text written as a string literal, in which each interpolation is an argument.
extension SeamText: ExpressibleByStringInterpolation {
    package init(stringLiteral english: String) { self.init(english, of: []) }

    package init(stringInterpolation parts: StringInterpolation) { self.init(parts.english, of: parts.arguments) }

    /// A text being assembled.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var english = ""
        fileprivate var arguments: [Argument] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            english.reserveCapacity(literalCapacity + 2 * interpolationCount)
            arguments.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ words: String) { english += words }

        /// Appends words that stay unchanged.
        package mutating func appendInterpolation(_ words: String) { append(.plain(words)) }

        /// Appends a number, which is shown unchanged.
        package mutating func appendInterpolation(_ number: Int) { append(.plain("\(number)")) }

        package mutating func appendInterpolation(_ text: SeamText) { append(Argument.text(text).simplest) }

        private mutating func append(_ argument: Argument) {
            english += "%@"
            arguments.append(argument)
        }
    }
}

/// How a text is stored. A plain text is stored as a string. Any other text is stored as an array of the English text
/// and its arguments. An argument that can be shortened is stored as an object with both texts.
extension SeamText {
    package var json: JSON {
        plainWords.map(JSON.string) ?? .array([.string(english)] + arguments.map(\.json))
    }

    /// The text's words, if the whole text consists of words that are the same in every language.
    fileprivate var plainWords: String? {
        guard english == "%@", arguments.count == 1, case .plain(let words) = arguments[0] else { return nil }
        return words
    }

    /// Reads a stored text, or returns nil if the JSON is not a text.
    package init?(json: JSON) {
        switch json {
        case .string(let words): self = .plain(words)
        case .array(let parts):
            guard case .string(let english)? = parts.first else { return nil }
            let arguments = parts.dropFirst().compactMap { Argument(json: $0) }
            guard arguments.count == parts.count - 1 else { return nil }
            self.init(english, of: arguments)
        default: return nil
        }
    }
}

extension SeamText.Argument {
    /// The same argument, without a text wrapped around plain words.
    fileprivate var simplest: SeamText.Argument {
        guard case .text(let text) = self, let words = text.plainWords else { return self }
        return .plain(words)
    }

    fileprivate var json: JSON {
        switch self {
        case .plain(let words): .string(words)
        case .text(let text): text.json
        case .shortened(let text, let shorter): .members(("text", text.json), ("short", shorter.json))
        }
    }

    fileprivate init?(json: JSON) {
        if case .string(let words) = json {
            self = .plain(words)
        } else if let text = SeamText(json: json) {
            self = .text(text)
        } else if let text = json["text"].flatMap({ SeamText(json: $0) }),
            let shorter = json["short"].flatMap({ SeamText(json: $0) })
        {
            self = .shortened(text, to: shorter)
        } else {
            return nil
        }
    }
}
