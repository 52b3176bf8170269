package import TermCore

/// Rows of text in aligned columns, even if characters are two columns wide.
package struct Table: Sendable {
    /// One field.
    package struct Cell: Sendable, Hashable {
        package var text: TerminalSafe
        package var style: TextStyle

        package init(_ text: TerminalSafe, _ style: TextStyle = .plain) {
            self.text = text
            self.style = style
        }
    }

    /// A column, and what happens to it if the terminal is too narrow.
    package struct Column: Sendable, Hashable, ExpressibleByStringLiteral {
        enum Room: Sendable, Hashable {
            /// The column is cut.
            case any
            /// People copy its content, so it is never cut.
            case whole
            /// The column is left out before others are cut; the first of such columns goes first.
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
    /// No column is cut below this width.
    private static let narrowest = 8

    private let columns: [Column]
    private var rows: [[Cell]] = []

    package init(_ columns: Column...) {
        self.columns = columns
    }

    /// Adds a row, which has as many cells as there are columns.
    package mutating func add(_ cells: Cell...) { rows.append(cells) }

    package var isEmpty: Bool { rows.isEmpty }

    /// The table's lines, titles first. With a `width`, columns are cut or left out until the lines fit; ids are never
    /// cut or left out.
    package func lines(palette: TextPalette, width: Int?) -> [TerminalSafe] {
        let head = columns.map { Cell($0.title, .faint) }
        var widths: [Int?] = columns.indices.map { column in
            ([head] + rows).compactMap { column < $0.count ? $0[column].text.columns : nil }.max() ?? 0
        }
        if let width { shrink(&widths, to: width) }
        return ([head] + rows).map { Self.line($0, widths: widths, palette: palette) }
    }

    /// A width of nil leaves the column out.
    private func shrink(_ widths: inout [Int?], to width: Int) {
        for column in columns.indices where columns[column].room == .spare && Self.excess(widths, over: width) > 0 {
            widths[column] = nil
        }
        let cut = columns.indices.filter { columns[$0].room == .any }
        while Self.excess(widths, over: width) > 0 {
            guard let widest = cut.max(by: { (widths[$0] ?? 0, $1) < (widths[$1] ?? 0, $0) }),
                let columns = widths[widest], columns > Self.narrowest
            else { return }
            widths[widest] = columns - 1
        }
    }

    private static func excess(_ widths: [Int?], over width: Int) -> Int {
        let those = widths.compactMap { $0 }
        return those.reduce(0, +) + gap * max(0, those.count - 1) - width
    }

    private static func line(_ cells: [Cell], widths: [Int?], palette: TextPalette) -> TerminalSafe {
        var line = ""
        var pending = 0
        for case (let cell, let width?) in zip(cells, widths) {
            let text = cell.text.fitted(to: width)
            // There is no padding on the right, so that lines do not end in spaces.
            if !text.isEmpty {
                line += String(repeating: " ", count: pending) + palette.paint(text, cell.style).description
                pending = 0
            }
            pending += width - text.columns + gap
        }
        return TerminalSafe(trusted: line)
    }
}
