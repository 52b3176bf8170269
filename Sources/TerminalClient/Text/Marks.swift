import TermCore

/// Signs that stand beside words, by what the terminal has.
struct Marks: Equatable {
    let focus: String
    let on: String
    let off: String
    let good: String
    let empty: String
    let spinner: [String]

    init(_ glyphs: TerminalProfile.Glyphs) {
        focus = ">"
        switch glyphs {
        case .ascii:
            (on, off, good, empty) = ("*", "o", "*", ".")
            spinner = ["|", "/", "-", "\\"]
        case .console:
            (on, off, good, empty) = ("*", "o", "*", "░")
            spinner = ["|", "/", "-", "\\"]
        case .unicode:
            (on, off, good, empty) = ("●", "○", "✓", "░")
            spinner = ["◐", "◓", "◑", "◒"]
        }
    }
}
