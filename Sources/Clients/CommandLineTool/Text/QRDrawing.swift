import CQRencode
import TermCore

/// A QR code drawn with characters, with two modules in each character. The drawing is dark on light, in its own
/// colours, so that a scanner can read it on a terminal with any colours.
enum QRDrawing {
    /// The light margin, in modules, as ISO/IEC 18004 requires.
    private static let margin = 4

    /// The lines of the QR code, with their colours. Returns nil if the library cannot draw the code, or if the lines
    /// are wider than `columns`.
    static func lines(_ text: String, _ ink: Ink, columns: Int) -> [TerminalSafe]? {
        guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { unsafe QRcode_free(code) }
        let (width, data) = unsafe (Int(code.pointee.width), code.pointee.data)
        let side = width + 2 * margin
        guard let data = unsafe data, width > 0, side <= columns else { return nil }
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - margin, column - margin)
            guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
            // The lowest bit says whether a module is dark (qrencode.h).
            return unsafe data[row * width + column] & 1 == 1
        }
        return stride(from: 0, to: side, by: 2).map { row in
            let line = String(
                (0..<side).map { column in
                    switch (isDark(row, column), isDark(row + 1, column)) {
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
