import TermCore

/// Text broken at words, so that nothing of it is cut.
enum WordWrap {
    /// The lines of `text`, each at most `width` columns wide. A longer word gets a line of its own and stays whole,
    /// because people copy addresses and commands; with `isHard` it is broken. Lines after the first are indented by
    /// `indent` spaces. Without `indent`, they begin where the second column of a line such as `radio  not ready`
    /// begins. Sequences for colours take no columns.
    static func lines(
        _ text: TerminalSafe, width: Int, indent: Int? = nil, isHard: Bool = false
    ) -> [TerminalSafe] {
        guard columns(text.description) > width else { return [text] }
        let indent = min(indent ?? hang(text.description), width / 2)
        var lines: [String] = []
        var line = ""
        for var token in tokens(text.description) {
            if !line.isEmpty, columns(line) + columns(token.gap + token.word) > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                token.gap = ""
            }
            line += token.gap
            while isHard, columns(line + token.word) > width {
                let head = TerminalSafe(trusted: token.word).prefix(columns: width - columns(line))
                guard !head.isEmpty else { break }
                lines.append(line + head)
                (line, token.word) = (String(repeating: " ", count: indent), String(token.word.dropFirst(head.count)))
            }
            line += token.word
        }
        return (lines + [line]).map { TerminalSafe(trusted: $0) }
    }

    /// A word, and the spaces before it.
    private static func tokens(_ text: String) -> [(gap: String, word: String)] {
        var tokens: [(gap: String, word: String)] = []
        var isInGap = false
        for character in text {
            if character == " " {
                if !isInGap { tokens.append(("", "")) }
                isInGap = true
                tokens[tokens.count - 1].gap.append(character)
            } else {
                if tokens.isEmpty { tokens.append(("", "")) }
                isInGap = false
                tokens[tokens.count - 1].word.append(character)
            }
        }
        return tokens
    }

    /// Where the text after the first wide gap begins, if that is near the line's start; otherwise 0.
    private static func hang(_ text: String) -> Int {
        var (before, place) = ("", 0)
        for token in tokens(text) {
            place = columns(before + token.gap)
            if place > 16 { return 0 }
            if token.gap.count > 1 { return place }
            before += token.gap + token.word
        }
        return 0
    }

    /// The columns that a text takes, without the sequences of its colours.
    private static func columns(_ text: String) -> Int {
        guard text.utf8.contains(0x1b) else { return TerminalSafe(trusted: text).columns }
        return TerminalSafe(trusted: text.replacing(/\u{1b}\[[0-9;]*m/, with: "")).columns
    }
}

extension TerminalSafe {
    /// The first characters, as many as fit in so many columns.
    fileprivate func prefix(columns limit: Int) -> String {
        var head = ""
        for character in description {
            guard TerminalSafe(trusted: head + String(character)).columns <= limit else { break }
            head.append(character)
        }
        return head
    }
}
