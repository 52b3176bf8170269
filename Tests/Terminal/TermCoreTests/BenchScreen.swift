import TermCore

/// The screen with which the benchmark compares terminal libraries. The screen has 200 by 50 cells, with sixteen cards,
/// a list of 46 rows, a clock and a spinner.
struct BenchScreen {
    /// Counts the spinner's steps.
    var step = 0
    var clock = "12:34:56"
    /// The list's first row.
    var first = 0
    var selected = 3
    var accent = TerminalColor.rgb(0x4F, 0x8C, 0xFF)

    private static let spinner: [TerminalSafe] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"]
    private static let faint = CellStyle(foreground: .rgb(0x8A, 0x8F, 0x98))

    func paint() -> CellBuffer {
        var screen = CellBuffer(width: 200, height: 50)
        let title = CellStyle(foreground: accent, attributes: .bold)
        screen.write("Seam", title, x: 1, y: 0)
        screen.write("Harbour House, Ada Lovelace", Self.faint, x: 7, y: 0)
        screen.write(TerminalSafe(clock), x: 188, y: 0)
        screen.write(Self.spinner[step % Self.spinner.count], CellStyle(foreground: accent), x: 198, y: 0)
        list(on: &screen)
        for card in 0..<16 { self.card(card, on: &screen) }
        screen.write("Enter open   Tab detail   / search   r refresh   ? help   q quit", Self.faint, x: 1, y: 49)
        return screen
    }

    private func list(on screen: inout CellBuffer) {
        for row in 0..<46 {
            let (number, y) = (first + row, row + 2)
            let isSelected = number == selected
            let style = isSelected ? CellStyle(foreground: .rgb(0x10, 0x12, 0x16), background: accent) : .plain
            if isSelected { screen.fill(x: 1..<61, y: y..<y + 1, " ", style) }
            screen.write(isSelected ? ">" : " ", style, x: 1, y: y)
            screen.write("Key \(number)", style, x: 3, y: y)
            screen.write("Harbour House", isSelected ? style : Self.faint, x: 24, y: y)
            screen.write("ready", isSelected ? style : CellStyle(foreground: .rgb(0x3F, 0xB9, 0x50)), x: 48, y: y)
        }
    }

    private func card(_ number: Int, on screen: inout CellBuffer) {
        let (x, y) = (64 + number % 4 * 34, 2 + number / 4 * 12)
        let border = CellStyle(foreground: accent)
        let line = TerminalSafe(trusted: String(repeating: "─", count: 30))
        screen.write("╭\(line)╮", border, x: x, y: y)
        screen.write("╰\(line)╯", border, x: x, y: y + 10)
        for row in y + 1..<y + 10 {
            screen.write("│", border, x: x, y: row)
            screen.write("│", border, x: x + 31, y: row)
        }
        screen.write("Door \(number)", CellStyle(attributes: .bold), x: x + 2, y: y + 2)
        screen.write("Harbour House", Self.faint, x: x + 2, y: y + 3)
        screen.write("until Fri 18:00", x: x + 2, y: y + 6)
        screen.write("ready", CellStyle(foreground: .rgb(0x3F, 0xB9, 0x50)), x: x + 2, y: y + 8)
    }
}
