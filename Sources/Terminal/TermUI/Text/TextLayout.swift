package import TermCore

/// A text that is broken into lines. Lines are broken at spaces, or within a word only if the word is longer than a
/// line. If lines are cut off, the text has an ellipsis.
package final class TextLayout {
    /// A line with its width in columns.
    package struct Line: Equatable {
        package let text: TerminalSafe
        package let columns: Int
        /// The paragraph of the line, and the byte in the paragraph at which the line begins.
        fileprivate let place: (paragraph: Int, start: Int)

        fileprivate init(_ text: TerminalSafe, _ place: (paragraph: Int, start: Int)) {
            self.text = text
            self.place = place
            columns = text.columns
        }

        package static func == (one: Line, other: Line) -> Bool { one.text == other.text }
    }

    /// The limits of a text on a screen. All text beyond them is cut.
    private static let limit = (paragraphs: 500, columns: 4000)

    private let paragraphs: [TerminalSafe]
    /// The runs of each paragraph, and the bytes at which the runs end. The value is empty for a text with a single
    /// run.
    private var spans: [[(run: Int, end: Int)]] = []
    private let lineLimit: Int?
    private let runs: [String]
    private let truncation: Text.TruncationMode
    private var known: [(proposal: CellProposal, lines: [Line])] = []

    package convenience init(_ content: String, limit lineLimit: Int? = nil) {
        self.init([content], limit: lineLimit)
    }

    /// Creates the layout of a text that consists of runs.
    init(_ runs: [String], limit lineLimit: Int?, _ truncation: Text.TruncationMode = .tail) {
        self.lineLimit = lineLimit
        self.runs = runs
        self.truncation = runs.count == 1 ? truncation : .tail
        guard runs.count != 1 else {
            paragraphs = Self.paragraphs(of: runs[0])
            return
        }
        var (texts, spans) = ([""], [[(run: Int, end: Int)]]([[]]))
        for (run, text) in runs.enumerated() {
            for (place, paragraph) in Self.paragraphs(of: text).enumerated() where texts.count <= Self.limit.paragraphs
            {
                if place > 0 {
                    texts.append("")
                    spans.append([])
                }
                texts[texts.count - 1] += paragraph.description
                spans[spans.count - 1].append((run, texts[texts.count - 1].utf8.count))
            }
        }
        paragraphs = texts.map { TerminalSafe(trusted: $0) }
        self.spans = spans
    }

    /// Whether this is the layout of these runs.
    func isOf(_ runs: [String], limit lineLimit: Int?, _ truncation: Text.TruncationMode) -> Bool {
        self.runs == runs && self.lineLimit == lineLimit
            && self.truncation == (runs.count == 1 ? truncation : .tail)
    }

    private static func paragraphs(of text: String) -> [TerminalSafe] {
        let parts = text.split(separator: "\n", maxSplits: limit.paragraphs, omittingEmptySubsequences: false)
        return parts.prefix(limit.paragraphs).map { TerminalSafe(String($0), limit: limit.columns) }
    }

    /// Returns the parts of a line, one for each run, with the runs' indices. An ellipsis belongs to the part before
    /// it.
    func pieces(of line: Line) -> [(text: TerminalSafe, run: Int)] {
        var (pieces, rest, at) = ([(text: TerminalSafe, run: Int)](), line.text.description[...], line.place.start)
        let spans = spans.indices.contains(line.place.paragraph) ? spans[line.place.paragraph] : []
        for (number, span) in spans.enumerated() where span.end > at && !rest.isEmpty {
            let isLast = number == spans.count - 1
            let wanted = isLast ? rest.utf8.count : span.end - at
            var cut = rest.utf8.index(rest.startIndex, offsetBy: wanted, limitedBy: rest.endIndex) ?? rest.endIndex
            // The ellipsis of a cut line may cross the end of a run.
            while cut < rest.endIndex, rest.utf8[cut] & 0xC0 == 0x80 { cut = rest.utf8.index(after: cut) }
            pieces.append((TerminalSafe(trusted: String(rest[..<cut])), span.run))
            rest = rest[cut...]
            at += wanted
        }
        if !rest.isEmpty { pieces.append((TerminalSafe(trusted: String(rest)), spans.last?.run ?? 0)) }
        return pieces
    }

    /// Returns the lines that fit in the offered space, but at least one line.
    package func lines(in proposal: CellProposal) -> [Line] {
        for known in known where known.proposal == proposal { return known.lines }
        let lines = makeLines(in: proposal)
        // Usually, only a few sizes are requested between two changes.
        if known.count > 16 { known = [] }
        known.append((proposal, lines))
        return lines
    }

    private func makeLines(in proposal: CellProposal) -> [Line] {
        let width = max(1, proposal.width ?? .max)
        let most = max(1, min(lineLimit ?? .max, proposal.height ?? .max))
        var lines: [Line] = []
        for (number, paragraph) in paragraphs.enumerated() {
            let whole = paragraph.description
            var rest = whole[...]
            repeat {
                let start = spans.isEmpty ? 0 : whole.utf8.distance(from: whole.startIndex, to: rest.startIndex)
                if lines.count == most {
                    lines[most - 1] = Self.continued(lines[most - 1], in: width)
                    return lines
                }
                // A text that does not fit is cut at the end of the last line, not at the end of a word.
                let isLast = lines.count + 1 == most
                let (line, next) = isLast ? (Self.cut(rest, to: width, truncation), "") : Self.broken(rest, to: width)
                lines.append(Line(line, (number, start)))
                rest = next
            } while !rest.isEmpty
        }
        return lines
    }

    /// Returns a text without its end, its beginning or its middle if the text does not fit.
    private static func cut(_ text: Substring, to width: Int, _ truncation: Text.TruncationMode) -> TerminalSafe {
        let whole = TerminalSafe(trusted: String(text))
        guard truncation != .tail, whole.columns > width, width > 1 else { return whole.fitted(to: width) }
        let scalars = Array(text.unicodeScalars)
        let (head, tail) = truncation == .head ? (0, width - 1) : (width / 2, width - 1 - width / 2)
        func end(of scalars: some Sequence<Unicode.Scalar>, _ room: Int) -> Int {
            var (count, left) = (0, room)
            for scalar in scalars {
                left -= CellWidth.columns(scalar)
                if left < 0 { break }
                count += 1
            }
            return count
        }
        var kept = String.UnicodeScalarView(scalars.prefix(end(of: scalars, head)))
        kept.append("…")
        // A combining mark must not be separated from its letter.
        kept.append(contentsOf: scalars.suffix(end(of: scalars.reversed(), tail)).drop { CellWidth.columns($0) == 0 })
        return TerminalSafe(trusted: String(kept))
    }

    /// Returns the first line of a text, and the rest of the text.
    private static func broken(_ text: Substring, to width: Int) -> (TerminalSafe, Substring) {
        let scalars = text.unicodeScalars
        var (columns, end) = (0, scalars.startIndex)
        /// The place where the line ends, and the place where the next line begins.
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
        // Each line takes at least one character. Otherwise, the loop would never end.
        if end == scalars.startIndex { end = scalars.index(after: end) }
        return (TerminalSafe(trusted: String(text[..<end])), text[end...])
    }

    private static func continued(_ line: Line, in width: Int) -> Line {
        guard line.text.description.last != "…" else { return line }
        let text: TerminalSafe =
            line.columns < width ? "\(line.text)…" : TerminalSafe(line.text.description + "…", limit: width)
        return Line(text, line.place)
    }
}
