import TermCore

/// Signs that stand beside words, by what the terminal has.
struct Marks: Equatable {
    let focus: String
    let on: String
    let off: String
    let good: String
    let empty: String
    /// Between two words that say what the same thing is.
    let between: String
    let spinner: [String]

    init(_ glyphs: TerminalProfile.Glyphs) {
        focus = ">"
        switch glyphs {
        case .ascii:
            (on, off, good, empty, between) = ("*", "o", "*", ".", ", ")
            spinner = ["|", "/", "-", "\\"]
        case .console:
            (on, off, good, empty, between) = ("*", "o", "*", "░", ", ")
            spinner = ["|", "/", "-", "\\"]
        case .unicode:
            (on, off, good, empty, between) = ("●", "○", "✓", "░", " · ")
            spinner = ["◐", "◓", "◑", "◒"]
        }
    }
}
