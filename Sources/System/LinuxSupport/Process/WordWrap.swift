/// Text broken at words, so that nothing of it is cut.
package enum WordWrap {
    /// The lines of `text`, each at most `width` columns wide, as `columns` measures them. A longer word gets a line of
    /// its own and stays whole, because people copy addresses and commands; with `isHard` it is broken. Lines after the
    /// first are indented by `indent` spaces.
    package static func lines(
        _ text: String, width: Int, indent: Int, isHard: Bool = false, columns: (String) -> Int = { $0.count }
    ) -> [String] {
        guard columns(text) > width else { return [text] }
        let start = String(repeating: " ", count: min(indent, width / 2))
        var lines: [String] = []
        var line = ""
        for var token in tokens(text) {
            if !line.isEmpty, columns(line) + columns(token.gap + token.word) > width {
                lines.append(line)
                (line, token.gap) = (start, "")
            }
            line += token.gap
            while isHard, columns(line + token.word) > width {
                let head = prefix(of: token.word, width - columns(line), columns)
                guard !head.isEmpty else { break }
                lines.append(line + head)
                (line, token.word) = (start, String(token.word.dropFirst(head.count)))
            }
            line += token.word
        }
        return lines + [line]
    }

    /// Where the text after the first wide gap of a line such as `radio  not ready` begins; nil if no gap is wide.
    package static func secondColumn(of text: String, columns: (String) -> Int = { $0.count }) -> Int? {
        var before = ""
        for token in tokens(text) {
            if token.gap.count > 1, !before.isEmpty { return columns(before + token.gap) }
            before += token.gap + token.word
        }
        return nil
    }

    /// The spaces at the beginning.
    package static func margin(of text: String) -> Int { text.prefix { $0 == " " }.count }

    /// The first characters, as many as fit in so many columns.
    private static func prefix(of text: String, _ limit: Int, _ columns: (String) -> Int) -> String {
        var head = ""
        for character in text {
            guard columns(head + String(character)) <= limit else { break }
            head.append(character)
        }
        return head
    }

    /// The words, each with the spaces before it.
    private static func tokens(_ text: String) -> [(gap: String, word: String)] {
        var tokens = [(gap: "", word: "")]
        for character in text {
            if character == " " {
                if !tokens[tokens.count - 1].word.isEmpty { tokens.append(("", "")) }
                tokens[tokens.count - 1].gap.append(character)
            } else {
                tokens[tokens.count - 1].word.append(character)
            }
        }
        return tokens
    }
}
