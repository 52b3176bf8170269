package import TermCore

/// Draws a screen as a picture (SVG) for the documentation.
package enum Drawing {
    private static let (column, row) = (9, 18)

    /// The picture of a frame. Neighbouring cells with the same style are drawn together. Each word is drawn at its own
    /// column.
    package static func svg(_ frame: CellBuffer) -> String {
        let (width, height) = (frame.width * column + 2 * column, frame.height * row + row)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" font-size=\"15\"",
            "     font-family=\"ui-monospace, Menlo, Consolas, monospace\" xml:space=\"preserve\">",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"#16181d\"/>",
        ]
        for y in 0..<frame.height {
            var x = 0
            let cells = Array(frame.row(y))
            while x < cells.count {
                let style = cells[x].style
                var end = x
                while end < cells.count, cells[end].style == style { end += 1 }
                lines += run(cells[x..<end], style, x: x, y: y)
                x = end
            }
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// Draws cells of one style. Draws the background of the cells. Then draws each word at its column.
    private static func run(_ cells: ArraySlice<Cell>, _ style: CellStyle, x: Int, y: Int) -> [String] {
        let isReversed = style.attributes.contains(.reverse)
        var (front, back) = (color(style.foreground) ?? "#d7dae0", color(style.background))
        if isReversed { (front, back) = (back ?? "#16181d", front) }
        var lines: [String] = []
        if let back {
            lines.append(
                "<rect x=\"\(left(x))\" y=\"\(y * row + row / 2)\" width=\"\(cells.count * column)\" height=\"\(row)\" fill=\"\(back)\"/>"
            )
        }
        var text = ""
        var start = x
        for (place, cell) in zip(x..., cells) where cell.span != .trailing {
            let scalars = String(String.UnicodeScalarView(cell.glyph.scalars))
            if scalars == " " {
                lines += word(text, style, front, x: start, y: y)
                text = ""
                continue
            }
            if text.isEmpty { start = place }
            text += scalars
        }
        return lines + word(text, style, front, x: start, y: y)
    }

    private static func word(_ text: String, _ style: CellStyle, _ color: String, x: Int, y: Int) -> [String] {
        guard !text.isEmpty else { return [] }
        let safe = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let bold = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
        let dim = style.attributes.contains(.dim) ? " opacity=\"0.6\"" : ""
        let baseline = y * row + row + 5
        return [
            "<text x=\"\(left(x))\" y=\"\(baseline)\" textLength=\"\(text.count * column)\" fill=\"\(color)\"\(bold)\(dim)>\(safe)</text>"
        ]
    }

    private static func left(_ x: Int) -> Int { x * column + column }

    private static func color(_ color: TerminalColor) -> String? {
        guard case .rgb(let red, let green, let blue) = color.kind else { return nil }
        let digits = [red, green, blue].map { part in
            let text = String(part, radix: 16)
            return text.count == 1 ? "0\(text)" : text
        }
        return "#" + digits.joined()
    }
}
