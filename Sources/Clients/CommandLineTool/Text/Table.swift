import LinuxSupport
package import TermCore

/// Rows of text in aligned columns, even if characters are two columns wide.
package struct Table: Sendable {
    /// A field of the table.
    package struct Cell: Sendable, Hashable {
        package var text: TerminalSafe
        package var style: TextStyle

        package init(_ text: TerminalSafe, _ style: TextStyle = .plain) {
            self.text = text
            self.style = style
        }
    }

    /// A column, with a rule for terminals that are too narrow.
    package struct Column: Sendable, Hashable, ExpressibleByStringLiteral {
        enum Room: Sendable, Hashable {
            /// The column's texts are wrapped.
            case any
            /// The column's content is never broken, because people copy the content. The column is left out before
            /// other columns become unreadable.
            case whole
            /// The column is left out first. If there are several such columns, the first column is left out first.
            case spare
        }

        let title: TerminalSafe
        var room = Room.any

        package init(_ title: TerminalSafe) { self.title = title }

        package init(stringLiteral title: StaticString) { self.init(TerminalSafe(stringLiteral: title)) }

        /// A column of ids, which are never cut.
        package static func id(_ title: TerminalSafe) -> Column {
            var column = Column(title)
            column.room = .whole
            return column
        }

        /// A column that a reader can do without.
        package static func spare(_ title: TerminalSafe) -> Column {
            var column = Column(title)
            column.room = .spare
            return column
        }
    }

    private static let gap = 2
    /// A wrapped column becomes narrower than this only after the spare columns have been left out.
    private static let comfortable = 16
    /// A wrapped column becomes narrower than this only after the columns of ids have been left out as well.
    private static let narrow = 10
    /// The longest word that a column keeps whole. Longer words can only be a person's own, and are broken.
    private static let mostKeptWhole = 40

    private let columns: [Column]
    private var rows: [[Cell]] = []

    package init(_ columns: Column...) {
        self.columns = columns
    }

    /// Adds a row, which must have as many cells as the table has columns.
    package mutating func add(_ cells: Cell...) { rows.append(cells) }

    package var isEmpty: Bool { rows.isEmpty }

    /// The table's lines, with the titles first. If there is a `width`, columns are wrapped at words or left out until
    /// the lines fit. If words would still have to be broken, each row becomes a block: its first cell on a line, and
    /// below it a line for each other cell. No column is left out of a block.
    package func lines(palette: TextPalette, width: Int?) -> [TerminalSafe] {
        let all = [columns.map { Cell($0.title, .faint) }] + rows
        let natural: [Int?] = columns.indices.map { column in
            all.compactMap { column < $0.count ? $0[column].text.columns : nil }.max() ?? 0
        }
        guard let width else { return all.flatMap { Self.lines($0, widths: natural, palette: palette) } }
        guard let widths = fit(natural, in: width) else {
            // The titles of a pair are its first row, as in `seam audit show`.
            return (columns.count == 2 ? all : rows).flatMap { block($0, palette: palette, width: width) }
        }
        return all.flatMap { Self.lines($0, widths: widths, palette: palette) }
    }

    /// The widths of the columns that fit into `width`, or nil if words would have to be broken. A column's width of
    /// nil leaves the column out.
    private func fit(_ natural: [Int?], in width: Int) -> [Int?]? {
        var left = natural
        let words = columns.indices.map { column in
            ([columns[column].title] + rows.map { $0[column].text }).map(Self.longestWord).max() ?? 0
        }
        for (room, least) in [(Column.Room.spare, Self.comfortable), (.whole, Self.narrow)] {
            for next in columns.indices where columns[next].room == room {
                let widths = shrunk(left, to: width, notBelow: words.map { max($0, least) })
                if Self.excess(widths, over: width) <= 0 { return widths }
                left[next] = nil
            }
        }
        let widths = shrunk(left, to: width, notBelow: words)
        return Self.excess(widths, over: width) <= 0 ? widths : nil
    }

    private static func longestWord(of text: TerminalSafe) -> Int {
        let words = text.description.split(separator: " ").map { TerminalSafe(trusted: String($0)).columns }
        return min(words.max() ?? 0, mostKeptWhole)
    }

    /// The widths after the widest columns have been made narrower. No column becomes narrower than its place in
    /// `least` allows.
    private func shrunk(_ widths: [Int?], to width: Int, notBelow least: [Int]) -> [Int?] {
        var widths = widths
        while Self.excess(widths, over: width) > 0 {
            let wrapped = columns.indices.filter { columns[$0].room != .whole && (widths[$0] ?? 0) > least[$0] }
            guard let widest = wrapped.max(by: { (widths[$0] ?? 0, $1) < (widths[$1] ?? 0, $0) }) else { break }
            widths[widest] = widths[widest].map { $0 - 1 }
        }
        return widths
    }

    /// The lines of one row in a terminal that is too narrow for the table. A word that is wider than the terminal is
    /// not broken here, so that it can be copied.
    private func block(_ cells: [Cell], palette: TextPalette, width: Int) -> [TerminalSafe] {
        let isPair = columns.count == 2
        let titles = isPair ? 0 : columns.dropFirst().map(\.title.columns).max() ?? 0
        let indent = 2 + (isPair ? 0 : titles + Self.gap)
        let rest = zip(columns, cells).dropFirst().filter { !$1.text.isEmpty && $1.text != "-" }
        return [palette.paint(cells[0].text, cells[0].style)]
            + rest.flatMap { column, cell in
                let lines = WordWrap.lines(cell.text, width: max(width - indent, 1), indent: 0)
                return lines.enumerated().map { place, text in
                    let title = place == 0 && !isPair ? column.title : ""
                    let gap = String(repeating: " ", count: indent - 2 - title.columns)
                    let painted = "  \(palette.paint(title, .faint))\(gap)\(palette.paint(text, cell.style))"
                    return TerminalSafe(trusted: painted)
                }
            }
    }

    private static func excess(_ widths: [Int?], over width: Int) -> Int {
        let those = widths.compactMap { $0 }
        return those.reduce(0, +) + gap * max(0, those.count - 1) - width
    }

    /// The lines of one row. There are as many lines as the row's highest cell needs.
    private static func lines(_ cells: [Cell], widths: [Int?], palette: TextPalette) -> [TerminalSafe] {
        let pieces: [(texts: [TerminalSafe], style: TextStyle, width: Int)] = zip(cells, widths).compactMap {
            cell, width in
            width.map { (WordWrap.lines(cell.text, width: $0, indent: 0, isHard: true), cell.style, $0) }
        }
        return (0..<(pieces.map(\.texts.count).max() ?? 1)).map { place in
            var line = ""
            var pending = 0
            for piece in pieces {
                let text = place < piece.texts.count ? piece.texts[place] : ""
                // There is no padding on the right, so that lines do not end in spaces.
                if !text.isEmpty {
                    line += String(repeating: " ", count: pending) + palette.paint(text, piece.style).description
                    pending = 0
                }
                pending += piece.width - text.columns + gap
            }
            return TerminalSafe(trusted: line)
        }
    }
}
