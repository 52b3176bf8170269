/// The modes that a full-screen program sets in a terminal, and later resets.
package enum TerminalModes {
    /// Switches on the alternate screen, reports of pasted text and focus, and mouse events, but not a report of every
    /// movement.
    package static let enter = sequence("?1049h", "?7l", "?2004h", "?1004h", "?1002h", "?1006h")

    /// Resets everything to what a shell expects, whether it was changed or not. The screen is erased first: without an
    /// alternate screen its content would stay, including a code. The cursor is then in the first row.
    package static let leave =
        sequence("<9u", "?1006l", "?1002l", "?1004l", "?2004l", "?2026l", "?7h") + erase + sequence("?1049l", "?25h")

    /// Erases the screen, and moves the cursor to the top left. It avoids `2J`, which makes some terminals save the
    /// erased text in their history; instead it erases the last row, then everything above it.
    static let erase = sequence("m", "999;1H", "2K", "1J", "H")

    /// Leaves no traces of a public screen for the next visitor, not even of scrolled-off text, and hides the cursor.
    static let wipe = leave + sequence("3J", "H", "?25l")

    /// Makes keys distinguishable, and reports their positions on the ASCII layout; only for a terminal that reports
    /// support for it.
    package static let kittyKeyboard = sequence(">5u")

    private static func sequence(_ commands: String...) -> [UInt8] {
        Array(commands.map { "\u{1b}[" + $0 }.joined().utf8)
    }
}
