import TermCore

extension TerminalProfile.Glyphs {
    /// Returns the sign for a terminal with this character set.
    nonisolated func sign(ascii: String, console: String, unicode: String) -> String {
        switch self {
        case .ascii: ascii
        case .console: console
        case .unicode: unicode
        }
    }
}
