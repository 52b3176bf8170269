import TermCore

/// Signs beside words, chosen by what the terminal can show.
struct Marks: Equatable {
    let focus: String
    let on: String
    let off: String
    let good: String
    let empty: String
    /// Stands between two words that describe the same thing.
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
