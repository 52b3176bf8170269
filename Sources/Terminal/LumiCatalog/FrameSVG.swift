package import SeamSwiftUI
import TermCore
import TermUI

/// A screen as a picture in SVG, for documentation.
package enum FrameSVG {
    private static let (columnWidth, rowHeight) = (8, 16)

    /// A view on a dark terminal of that size.
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

    private static func row(_ cells: [Cell], _ y: Int) -> [String] {
        var lines: [String] = []
        for (x, cell) in cells.enumerated() where cell.span != .trailing {
            let style = cell.style
            let isReversed = style.attributes.contains(.reverse)
            var (front, back) = (hex(style.foreground, "#EBEBEB"), hex(style.background, "#101010"))
            if isReversed { swap(&front, &back) }
            let columns = cell.span == .leading ? 2 : 1
            if back != "#101010" {
                lines.append(
                    "<rect x=\"\(x * columnWidth)\" y=\"\(y * rowHeight)\" width=\"\(columns * columnWidth)\" "
                        + "height=\"\(rowHeight)\" fill=\"\(back)\"/>")
            }
            let text = String(String.UnicodeScalarView(cell.glyph.scalars))
            guard text != " " else { continue }
            let weight = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
            let dim = style.attributes.contains(.dim) ? " opacity=\"0.6\"" : ""
            lines.append(
                "<text x=\"\(x * columnWidth)\" y=\"\(y * rowHeight + 12)\" fill=\"\(front)\"\(weight)\(dim)>"
                    + "\(escaped(text))</text>")
        }
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
