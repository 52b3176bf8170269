import Glibc

/// A program's help, laid out for the width of the terminal that shows it.
package enum HelpPage {
    /// A width at which an argument parser breaks no line of its help. ``laid(_:columns:)`` then breaks the lines
    /// instead.
    package static let unbroken = 10_000

    /// The width of the terminal below which an option's text begins on a line of its own.
    private static let narrow = 60
    private static let usageMargin = 7
    /// The column of an option's text in the argument parser's help.
    private static let textColumn = 26

    /// The number of columns of the terminal on standard output. It is 80 if standard output is not a terminal, or if
    /// the number is unknown.
    package static var columns: Int {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20
        else { return 80 }
        return Int(size.ws_col)
    }

    /// Returns the help in lines of at most `columns` columns, broken at words. The lines of options and commands
    /// contain a name, a gap and a text. Any other output of an argument parser, such as a version or a script for
    /// completion, is returned unchanged.
    package static func laid(_ text: String, columns: Int = columns) -> String {
        guard ["OVERVIEW: ", "USAGE: ", "usage: "].contains(where: text.hasPrefix) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { lines(String($0), columns) }.joined(separator: "\n")
    }

    private static func lines(_ line: String, _ columns: Int) -> [String] {
        let margin = WordWrap.margin(of: line)
        // Further forms of a usage follow below the first form.
        if line.lowercased().hasPrefix("usage: ") || margin == usageMargin {
            return WordWrap.lines(bound(line, columns), width: columns, indent: usageMargin)
                .map { $0.replacing(joint, with: " ") }
        }
        if margin > 0, margin < textColumn, let second = secondColumn(of: line) {
            guard columns < narrow else { return WordWrap.lines(line, width: columns, indent: second) }
            return [String(line.prefix(second)).trimmedAtEnd]
                + WordWrap.lines(indented(line.dropFirst(second)), width: columns, indent: 6)
        }
        if margin >= textColumn, columns < narrow {
            return WordWrap.lines(indented(line.dropFirst(margin)), width: columns, indent: 6)
        }
        return WordWrap.lines(line, width: columns, indent: margin)
    }

    /// The column of an option's text. If the line has no such text, this is nil. A long name is followed by a single
    /// blank.
    private static func secondColumn(of line: String) -> Int? {
        if let column = WordWrap.secondColumn(of: line) { return column }
        let text = line.dropFirst(textColumn - 1)
        let isOption = line.hasPrefix("  -") && text.first == " " && text.dropFirst().first.map { $0 != " " } ?? false
        return isOption ? textColumn : nil
    }

    private static func indented(_ text: Substring) -> String { String(repeating: " ", count: 6) + text }

    /// The character that replaces a blank at which a usage line must not be broken.
    private static let joint = "\u{1f}"

    /// Returns a usage line in which each option stays together with its value, if the two fit on one line.
    private static func bound(_ line: String, _ columns: Int) -> String {
        line.replacing(/\[[^\[\]]*\]/) { found in
            let option = String(found.output)
            return option.count > columns - usageMargin ? option : option.replacing(" ", with: joint)
        }
    }
}

extension String {
    /// The text without trailing spaces.
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
