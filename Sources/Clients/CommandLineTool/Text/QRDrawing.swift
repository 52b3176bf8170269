import QRCodes
import TermCore

/// A QR code as a picture.
extension QRModules {
    /// The code as pixels, four bytes each. A module has `module` pixels in a row.
    func pixels(module: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side * module * module * 4)
        for row in 0..<side * module {
            for column in 0..<side * module {
                let shade: UInt8 = isDark(row / module, column / module) ? 0 : 255
                pixels += [shade, shade, shade, 255]
            }
        }
        return pixels
    }

    /// The code as an SVG drawing.
    var drawing: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
        <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>
        <path fill="#000" d="\(path)"/>
        </svg>

        """
    }
}

/// A QR code drawn with characters, with two modules in each character. The drawing is dark on light, in its own
/// colours, so that a scanner can read it on a terminal with any colours.
enum QRDrawing {
    /// The lines of the QR code, with their colours. Returns nil if the library cannot draw the code, or if the lines
    /// are wider than `columns`.
    static func lines(_ text: String, _ ink: Ink, columns: Int) -> [TerminalSafe]? {
        guard let code = QRModules(text), code.side <= columns else { return nil }
        return stride(from: 0, to: code.side, by: 2).map { row in
            let line = String(
                (0..<code.side).map { column in
                    switch (code.isDark(row, column), code.isDark(row + 1, column)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
            return TerminalSafe(trusted: "\u{1b}[\(ink.rawValue)m\(line)\u{1b}[0m")
        }
    }

    /// The escape sequences that make a terminal use black on white.
    enum Ink: String {
        /// Uses the first 16 colours, whose white may be a light grey.
        case basic = "30;47"
        /// Uses the colours that no theme changes.
        case fixed = "38;5;16;48;5;231"

        /// The ink for a console's terminal. It is nil if the terminal has no colours or cannot show block characters.
        init?(on console: Console) {
            guard console.palette.hasColour, console.hasBlocks else { return nil }
            let (term, colours) = (console.environment["TERM"], console.environment["COLORTERM"])
            self = term.contains("256color") || !colours.isEmpty ? .fixed : .basic
        }
    }
}
