/// Breaks text at words, so that no text is cut off.
package enum WordWrap {
    /// Returns the lines of `text`, each at most `width` columns wide, as measured by `columns`. A longer word gets a
    /// line of its own and is not broken, because people copy addresses and commands; with `isHard`, such a word is
    /// broken. Lines after the first line are indented by `indent` spaces.
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

    /// Returns the column at which a line's text begins after the first wide gap, as in `radio not ready`. If no gap is
    /// wide, returns nil.
    package static func secondColumn(of text: String, columns: (String) -> Int = { $0.count }) -> Int? {
        var before = ""
        for token in tokens(text) {
            if token.gap.count > 1, !before.isEmpty { return columns(before + token.gap) }
            before += token.gap + token.word
        }
        return nil
    }

    /// Returns the number of spaces at the beginning of a text.
    package static func margin(of text: String) -> Int { text.prefix { $0 == " " }.count }

    /// Returns the longest beginning of a text that fits in `limit` columns.
    private static func prefix(of text: String, _ limit: Int, _ columns: (String) -> Int) -> String {
        var head = ""
        for character in text {
            guard columns(head + String(character)) <= limit else { break }
            head.append(character)
        }
        return head
    }

    /// Returns the words of a text, each with the spaces before it.
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
