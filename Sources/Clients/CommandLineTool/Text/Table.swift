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
    /// The minimum widths of a wrapped column. Spare columns are left out before a column becomes narrower than
    /// `comfortable`. No column becomes narrower than `narrowest`.
    private static let (comfortable, narrowest) = (16, 8)

    private let columns: [Column]
    private var rows: [[Cell]] = []

    package init(_ columns: Column...) {
        self.columns = columns
    }

    /// Adds a row, which must have as many cells as the table has columns.
    package mutating func add(_ cells: Cell...) { rows.append(cells) }

    package var isEmpty: Bool { rows.isEmpty }

    /// The table's lines, with the titles first. If there is a `width`, columns are wrapped or left out until the lines
    /// fit.
    package func lines(palette: TextPalette, width: Int?) -> [TerminalSafe] {
        let all = [columns.map { Cell($0.title, .faint) }] + rows
        let natural: [Int?] = columns.indices.map { column in
            all.compactMap { column < $0.count ? $0[column].text.columns : nil }.max() ?? 0
        }
        let widths = width.map { fit(natural, in: $0) } ?? natural
        return all.flatMap { Self.lines($0, widths: widths, palette: palette) }
    }

    /// The widths of the columns that fit into `width`. A width of nil leaves the column out.
    private func fit(_ natural: [Int?], in width: Int) -> [Int?] {
        var left = natural
        let order =
            columns.indices.filter { columns[$0].room == .spare }
            + columns.indices.filter { columns[$0].room == .whole }
        for next in order {
            let widths = shrunk(left, to: width, notBelow: Self.comfortable)
            if Self.excess(widths, over: width) <= 0 { return widths }
            left[next] = nil
        }
        return shrunk(shrunk(left, to: width, notBelow: Self.comfortable), to: width, notBelow: Self.narrowest)
    }

    /// The widths after the widest columns have been made narrower. They are made only as narrow as is allowed.
    private func shrunk(_ widths: [Int?], to width: Int, notBelow least: Int) -> [Int?] {
        var widths = widths
        let wrapped = columns.indices.filter { columns[$0].room != .whole }
        while Self.excess(widths, over: width) > 0 {
            guard let widest = wrapped.max(by: { (widths[$0] ?? 0, $1) < (widths[$1] ?? 0, $0) }),
                let columns = widths[widest], columns > least
            else { break }
            widths[widest] = columns - 1
        }
        return widths
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
