/// Rows of text in columns that line up, also where characters are two columns wide.
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

    private static let gap = 2
    /// A column is not cut below this width.
    private static let narrowest = 8

    private let titles: [TerminalSafe]
    private var rows: [[Cell]] = []

    package init(_ titles: TerminalSafe...) {
        self.titles = titles
    }

    /// Adds a row; it has as many cells as there are titles.
    package mutating func add(_ cells: Cell...) { rows.append(cells) }

    package var isEmpty: Bool { rows.isEmpty }

    /// The lines of the table, titles first. With a `width`, the widest columns are cut until the lines fit it.
    package func lines(palette: TextPalette, width: Int?) -> [TerminalSafe] {
        let head = titles.map { Cell($0, .faint) }
        var widths = titles.indices.map { column in
            ([head] + rows).compactMap { column < $0.count ? $0[column].text.columns : nil }.max() ?? 0
        }
        if let width { Self.shrink(&widths, to: width) }
        return ([head] + rows).map { Self.line($0, widths: widths, palette: palette) }
    }

    private static func shrink(_ widths: inout [Int], to width: Int) {
        var excess = widths.reduce(0, +) + gap * max(0, widths.count - 1) - width
        while excess > 0, let widest = widths.max(), widest > narrowest, let column = widths.firstIndex(of: widest) {
            widths[column] -= 1
            excess -= 1
        }
    }

    private static func line(_ cells: [Cell], widths: [Int], palette: TextPalette) -> TerminalSafe {
        var line = ""
        var pending = 0
        for (cell, width) in zip(cells, widths) {
            let text = cell.text.fitted(to: width)
            // Nothing is padded on the right: a line does not end in spaces.
            if !text.isEmpty {
                line += String(repeating: " ", count: pending) + palette.paint(text, cell.style).description
                pending = 0
            }
            pending += width - text.columns + gap
        }
        return TerminalSafe(trusted: line)
    }
}
