import TermCore

extension TerminalProfile.Glyphs {
    /// The sign to use on a terminal with this character set.
    nonisolated func sign(ascii: String, console: String, unicode: String) -> String {
        switch self {
        case .ascii: ascii
        case .console: console
        case .unicode: unicode
        }
    }
}
