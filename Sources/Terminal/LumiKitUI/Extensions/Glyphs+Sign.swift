import TermCore

extension TerminalProfile.Glyphs {
    /// The character for a sign at a terminal that has these characters.
    nonisolated func sign(ascii: String, console: String, unicode: String) -> String {
        switch self {
        case .ascii: ascii
        case .console: console
        case .unicode: unicode
        }
    }
}
