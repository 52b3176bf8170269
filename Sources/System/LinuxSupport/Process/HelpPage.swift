import Glibc

/// A program's help, laid out for the width of the terminal that shows it.
package enum HelpPage {
    /// The width at which an argument parser breaks no line of its help, so that ``laid(_:columns:)`` can.
    package static let unbroken = 10_000

    /// Below this width, an option's text begins on a line of its own.
    private static let narrow = 60
    private static let usageMargin = 7
    /// The column of an option's text in the argument parser's help.
    private static let textColumn = 26

    /// How many columns the terminal on standard output has; 80 if it is none, or does not say.
    package static var columns: Int {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20
        else { return 80 }
        return Int(size.ws_col)
    }

    /// The help in lines of at most so many columns, broken at words. Options and commands are lines of a name, a gap
    /// and a text. Anything else that an argument parser prints stays as it is: a version, or a script for completion.
    package static func laid(_ text: String, columns: Int = columns) -> String {
        guard ["OVERVIEW: ", "USAGE: ", "usage: "].contains(where: text.hasPrefix) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { lines(String($0), columns) }.joined(separator: "\n")
    }

    private static func lines(_ line: String, _ columns: Int) -> [String] {
        let margin = WordWrap.margin(of: line)
        // Further forms of a usage stand below the first.
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

    /// The column of an option's text; nil if the line has none. A long name is followed by a single blank.
    private static func secondColumn(of line: String) -> Int? {
        if let column = WordWrap.secondColumn(of: line) { return column }
        let text = line.dropFirst(textColumn - 1)
        let isOption = line.hasPrefix("  -") && text.first == " " && text.dropFirst().first.map { $0 != " " } ?? false
        return isOption ? textColumn : nil
    }

    private static func indented(_ text: Substring) -> String { String(repeating: " ", count: 6) + text }

    /// Stands for a blank at which a usage line is not broken.
    private static let joint = "\u{1f}"

    /// A usage line whose options stay together with their values, as far as one line can hold them.
    private static func bound(_ line: String, _ columns: Int) -> String {
        line.replacing(/\[[^\[\]]*\]/) { found in
            let option = String(found.output)
            return option.count > columns - usageMargin ? option : option.replacing(" ", with: joint)
        }
    }
}

extension String {
    /// The text without the spaces at its end.
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
