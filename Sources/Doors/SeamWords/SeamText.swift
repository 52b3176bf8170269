package import Wire

/// An English text and its arguments, which can be rendered in any language.
///
///     let text: SeamText = "\(name) is on the way."    // the pattern "%@ is on the way.", and the name
package struct SeamText: Sendable, Hashable {
    /// The English text, with `%@` in place of each argument; empty for a sequence of sentences.
    package let english: String
    private let arguments: [Argument]

    /// One argument of a text.
    package enum Argument: Sendable, Hashable {
        /// Words that are the same in every language.
        case plain(String)
        case text(SeamText)
        /// A text, and what replaces it if the whole would be too long; an empty replacement omits it.
        case shortened(SeamText, to: SeamText)
    }

    /// The maximum number of bytes of a text that can be shortened: the length of a text message.
    package static let limit = 140

    /// Creates a text with its arguments, in order.
    package init(_ english: String, _ arguments: [String] = []) {
        self.init(english, of: arguments.map(Argument.plain))
    }

    private init(_ english: String, of arguments: [Argument]) {
        (self.english, self.arguments) = (english, arguments)
    }

    /// Creates a sequence of sentences separated by spaces, without the empty ones.
    package init(sentences: [Argument]) { self.init("", of: sentences.map(\.simplest)) }

    /// Words that are the same in every language.
    package static func plain(_ words: String) -> SeamText { SeamText("%@", [words]) }

    /// A sequence of the sentences that are not nil.
    package static func sentences(_ sentences: SeamText?...) -> SeamText {
        SeamText(sentences: sentences.compactMap { $0.map(Argument.text) })
    }

    /// The text in that language. An argument's text is not treated as a pattern; a placeholder without an argument
    /// stays.
    ///
    /// Going from first to last, each part that can be shortened is given in full if there is room for it with the
    /// later ones shortened.
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

/// A text written as a string literal: each interpolation is an argument.
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

        /// Words that stay as they are.
        package mutating func appendInterpolation(_ words: String) { append(.plain(words)) }

        /// A number, which is shown as it is.
        package mutating func appendInterpolation(_ number: Int) { append(.plain("\(number)")) }

        package mutating func appendInterpolation(_ text: SeamText) { append(Argument.text(text).simplest) }

        private mutating func append(_ argument: Argument) {
            english += "%@"
            arguments.append(argument)
        }
    }
}

/// How a text is stored: a plain text as a string, any other as an array of the English text and its arguments. One
/// that can be shortened is an object with both texts.
extension SeamText {
    package var json: JSON {
        plainWords.map(JSON.string) ?? .array([.string(english)] + arguments.map(\.json))
    }

    /// Its words, if they are the same in every language and all there is.
    fileprivate var plainWords: String? {
        guard english == "%@", arguments.count == 1, case .plain(let words) = arguments[0] else { return nil }
        return words
    }

    /// The stored text; nil if the JSON is not a text.
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
