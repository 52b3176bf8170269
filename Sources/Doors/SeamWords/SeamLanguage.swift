/// A language for people. The English text is the key to its translations, and has `%@` in place of each argument. A
/// translation may number the arguments, as in `%2$@`.
///
///     SeamLanguage.german("until %@", "18:00")    // bis 18:00
package enum SeamLanguage: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case spanish = "es"
    case german = "de"
    /// English with strange, longer words. It shows which texts are not translated, and which texts have too little
    /// space.
    case pseudo = "xx"

    /// The language for a code or a tag, such as `de`, `es-MX` or `de_AT.UTF-8`. If the language is not supported, this
    /// is nil. `C` and `POSIX` are not languages.
    package init?(code: String) {
        self.init(rawValue: code.prefix { $0.isLetter }.lowercased())
    }

    /// The language of the person who owns a process. It comes from the first of three variables that is set, as in the
    /// C library. Returns nil for an unsupported language.
    package init?(environment variable: (String) -> String?) {
        let tag = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        guard let tag, let language = SeamLanguage(code: tag) else { return nil }
        self = language
    }

    /// The languages meant for people.
    package static let spoken: [SeamLanguage] = [.english, .spanish, .german]

    /// The language with a code, if the language is meant for people.
    package init?(spoken code: some StringProtocol) {
        guard let language = Self.spoken.first(where: { $0.code == code }) else { return nil }
        self = language
    }

    /// The language's name in that language, for people who cannot read the others.
    package var ownName: String {
        switch self {
        case .english, .pseudo: "English"
        case .spanish: "Español"
        case .german: "Deutsch"
        }
    }

    /// The code of the language.
    package var code: String { rawValue }

    /// The text in this language, or the English text if there is no translation. Arguments are inserted unchanged.
    package func callAsFunction(_ english: String, _ arguments: String...) -> String {
        SeamText(english, arguments).said(in: self)
    }

    /// The text for the action of a button or a key. It is for English words that can also be a state, such as "open".
    package func action(_ english: String) -> String {
        translations[Self.actionKey(english)] ?? callAsFunction(english)
    }

    /// The text for a number, in the singular or the plural. The number is the first argument.
    package func count(_ number: Int, one: String, other: String, _ arguments: String...) -> String {
        SeamText(number == 1 ? one : other, ["\(number)"] + arguments).said(in: self)
    }

    /// The pattern for an English text.
    func pattern(_ english: String) -> String {
        self == .pseudo ? Pseudo.text(english) : translations[english] ?? english
    }

    /// The translations, keyed by their English texts. The value is empty for languages that need no table.
    package var translations: [String: String] {
        switch self {
        case .english, .pseudo: [:]
        case .spanish: Self.spanishTable
        case .german: Self.germanTable
        }
    }

    /// A button action's key in a table: see ``action(_:)``.
    package static func actionKey(_ english: String) -> String { "\(english) [action]" }
}

/// Splits a text into its parts.
package enum Pattern {
    /// A part of a text.
    package enum Part: Sendable, Hashable {
        case words(String)
        /// An argument's placeholder. It has the placeholder's text and, if the placeholder has a number, the
        /// argument's number counted from 0.
        case place(String, Int?)
    }

    /// The words and placeholders of a text, in order.
    package static func parts(of pattern: String) -> [Part] {
        var (parts, words) = ([Part](), "")
        var rest = pattern[...]
        while let first = rest.first {
            guard first == "%", let (length, number) = place(rest.dropFirst()) else {
                words.append(first)
                rest.removeFirst()
                continue
            }
            if !words.isEmpty { parts.append(.words(words)) }
            parts.append(.place(String(rest.prefix(length)), number))
            words = ""
            rest.removeFirst(length)
        }
        return words.isEmpty ? parts : parts + [.words(words)]
    }

    /// Reads `@` or `2$@` at the beginning. Returns the placeholder's length including the percent sign, and the
    /// argument's number from 0.
    private static func place(_ text: Substring) -> (Int, Int?)? {
        if text.first == "@" { return (2, nil) }
        guard let digit = text.first, let number = digit.wholeNumberValue, number > 0, text.dropFirst().hasPrefix("$@")
        else { return nil }
        return (4, number - 1)
    }
}
