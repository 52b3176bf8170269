/// The modes that a full-screen program sets in a terminal, and takes back.
package enum TerminalModes {
    /// Switches on the alternate screen, reports of pasted text and focus, and the mouse, but without a report of
    /// each of its moves.
    package static let enter = sequence("?1049h", "?7l", "?2004h", "?1004h", "?1002h", "?1006h")

    /// Resets everything to what a shell has, whether it was changed or not. The screen is erased first: where there
    /// is no other screen, what was shown would stay, and a code with it. The cursor is then in the first row.
    package static let leave =
        sequence("<9u", "?1006l", "?1002l", "?1004l", "?2004l", "?2026l", "?7h") + erase + sequence("?1049l", "?25h")

    /// Erases the screen, with the cursor in its first place afterwards. Not `2J`, with which some terminals put what
    /// they erase into their history: the last row alone, then all above it.
    static let erase = sequence("m", "999;1H", "2K", "1J", "H")

    /// The traces that a public screen leaves to the next visitor: none, also of what had scrolled away, and no cursor.
    static let wipe = leave + sequence("3J", "H", "?25l")

    /// Distinguishes keys, and reports their places on the ASCII layout; only for a terminal that has said that it can.
    package static let kittyKeyboard = sequence(">5u")

    private static func sequence(_ commands: String...) -> [UInt8] {
        Array(commands.map { "\u{1b}[" + $0 }.joined().utf8)
    }
}
