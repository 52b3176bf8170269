package import SeamSwiftUI
import TermCore
import TermUI

/// Draws a screen as an SVG picture for the documentation.
package enum FrameSVG {
    private static let (columnWidth, rowHeight) = (8, 16)

    /// Returns the picture of a view on a dark terminal of the given size.
    package static func picture(of view: some View, columns: Int, rows: Int) -> String {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let pilot = Pilot(view.filling(), columns: columns, rows: rows, environment: environment)
        return picture(of: pilot.frame)
    }

    private static func picture(of frame: CellBuffer) -> String {
        let (width, height) = (frame.width * columnWidth, frame.height * rowHeight)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
                + "viewBox=\"0 0 \(width) \(height)\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"#101010\"/>",
            "<g font-family=\"monospace\" font-size=\"13\" xml:space=\"preserve\">",
        ]
        for y in 0..<frame.height { lines += row(Array(frame.row(y)), y) }
        return (lines + ["</g>", "</svg>", ""]).joined(separator: "\n")
    }

    /// A run of adjacent cells with the same style.
    private struct Run {
        let style: CellStyle
        let start: Int
        var columns = 0
        var text = ""
    }

    private static func row(_ cells: [Cell], _ y: Int) -> [String] {
        var runs: [Run] = []
        for (x, cell) in cells.enumerated() {
            if runs.last?.style != cell.style { runs.append(Run(style: cell.style, start: x)) }
            runs[runs.count - 1].columns += 1
            if cell.span != .trailing {
                runs[runs.count - 1].text += String(String.UnicodeScalarView(cell.glyph.scalars))
            }
        }
        return runs.flatMap { draw($0, y) }
    }

    private static func draw(_ run: Run, _ y: Int) -> [String] {
        let style = run.style
        var (front, back) = (hex(style.foreground, "#EBEBEB"), hex(style.background, "#101010"))
        if style.attributes.contains(.reverse) { swap(&front, &back) }
        var lines: [String] = []
        let (x, width) = (run.start * columnWidth, run.columns * columnWidth)
        if back != "#101010" {
            lines.append(
                "<rect x=\"\(x)\" y=\"\(y * rowHeight)\" width=\"\(width)\" height=\"\(rowHeight)\" "
                    + "fill=\"\(back)\"/>")
        }
        let text = String(run.text.reversed().drop { $0 == " " }.reversed())
        guard text.contains(where: { $0 != " " }) else { return lines }
        let weight = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
        let dim = style.attributes.contains(.dim) ? " opacity=\"0.6\"" : ""
        let length = CellWidth.columns(text) * columnWidth
        lines.append(
            "<text x=\"\(x)\" y=\"\(y * rowHeight + 12)\" textLength=\"\(length)\" fill=\"\(front)\"\(weight)\(dim)>"
                + "\(escaped(text))</text>")
        return lines
    }

    private static func hex(_ color: TerminalColor, _ standard: String) -> String {
        let parts: Palette.Parts
        switch color.kind {
        case .standard: return standard
        case .palette(let number): parts = Palette.parts[Int(number)]
        case .rgb(let red, let green, let blue): parts = (red, green, blue)
        }
        return "#"
            + [parts.red, parts.green, parts.blue].map { part in
                let digits = String(part, radix: 16, uppercase: true)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
