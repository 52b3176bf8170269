package import TermCore

/// A text in lines: broken at spaces, within a word only if the word is longer than a line, and with an ellipsis if
/// lines are missing.
package final class TextLayout {
    /// A line, and its width in columns.
    package struct Line: Equatable {
        package let text: TerminalSafe
        package let columns: Int

        init(_ text: TerminalSafe) {
            self.text = text
            columns = text.columns
        }
    }

    /// The limit of a text on a screen: what is beyond it is cut.
    private static let limit = (paragraphs: 500, columns: 4000)

    private let paragraphs: [TerminalSafe]
    private let lineLimit: Int?
    private var known: [CellProposal: [Line]] = [:]

    package init(_ content: String, limit lineLimit: Int? = nil) {
        let parts = content.split(separator: "\n", maxSplits: Self.limit.paragraphs, omittingEmptySubsequences: false)
        paragraphs = parts.prefix(Self.limit.paragraphs).map { TerminalSafe(String($0), limit: Self.limit.columns) }
        self.lineLimit = lineLimit
    }

    /// The lines that fit into the offered room; at least one.
    package func lines(in proposal: CellProposal) -> [Line] {
        if let lines = known[proposal] { return lines }
        let lines = makeLines(in: proposal)
        // Few sizes are asked for between two changes.
        if known.count > 16 { known = [:] }
        known[proposal] = lines
        return lines
    }

    private func makeLines(in proposal: CellProposal) -> [Line] {
        let width = max(1, proposal.width ?? .max)
        let most = max(1, min(lineLimit ?? .max, proposal.height ?? .max))
        var lines: [Line] = []
        for paragraph in paragraphs {
            var rest = paragraph.description[...]
            repeat {
                if lines.count == most {
                    lines[most - 1] = Self.continued(lines[most - 1], in: width)
                    return lines
                }
                // A text that does not fit is cut at the end of the last line, not at the end of a word.
                let isLast = lines.count + 1 == most
                let (line, next) = isLast ? Self.cut(rest, to: width) : Self.broken(rest, to: width)
                lines.append(Line(line))
                rest = next
            } while !rest.isEmpty
        }
        return lines
    }

    private static func cut(_ text: Substring, to width: Int) -> (TerminalSafe, Substring) {
        (TerminalSafe(trusted: String(text)).fitted(to: width), "")
    }

    /// The first line of a text, and the rest.
    private static func broken(_ text: Substring, to width: Int) -> (TerminalSafe, Substring) {
        let scalars = text.unicodeScalars
        var (columns, end) = (0, scalars.startIndex)
        /// Where the line ends, and where the next one begins.
        var space: (end: Substring.Index, next: Substring.Index)?
        while end < scalars.endIndex {
            let scalar = scalars[end]
            columns += CellWidth.columns(scalar)
            let next = scalars.index(after: end)
            // The line ends before the first of several spaces.
            if scalar == " ", space?.next != end { space = (end, next) } else if scalar == " " { space?.next = next }
            if columns > width { break }
            end = next
        }
        guard end < scalars.endIndex else { return (TerminalSafe(trusted: String(text)), "") }
        if let space, space.end > scalars.startIndex {
            return (TerminalSafe(trusted: String(text[..<space.end])), text[space.next...].drop { $0 == " " })
        }
        // At least one character in each line, or this would never end.
        if end == scalars.startIndex { end = scalars.index(after: end) }
        return (TerminalSafe(trusted: String(text[..<end])), text[end...])
    }

    private static func continued(_ line: Line, in width: Int) -> Line {
        guard line.text.description.last != "…" else { return line }
        return Line(line.columns < width ? "\(line.text)…" : TerminalSafe(line.text.description + "…", limit: width))
    }
}
