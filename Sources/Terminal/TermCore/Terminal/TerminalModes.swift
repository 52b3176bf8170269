/// The modes that a full-screen program sets in a terminal, and later resets.
package enum TerminalModes {
    /// The bytes that switch on the alternate screen, reports about pasted text and focus, and mouse events other than
    /// mere movements.
    package static let enter = sequence("?1049h", "?7l", "?2004h", "?1004h", "?1002h", "?1006h")

    /// The bytes that reset all modes to the values that a shell expects, whether or not the modes were changed. The
    /// screen is erased first, because without an alternate screen, its content would stay, including a code.
    /// Afterwards, the cursor is in the first row.
    package static let leave =
        sequence("<9u", "?1006l", "?1002l", "?1004l", "?2004l", "?2026l", "?7h") + erase + sequence("?1049l", "?25h")

    /// The bytes that erase the screen, and move the cursor to the top left. They avoid `2J`, which makes some
    /// terminals save the erased text in their history. Instead, they erase the last row, then all rows above it.
    static let erase = sequence("m", "999;1H", "2K", "1J", "H")

    /// The bytes that remove all traces of a public screen before the next visitor, even scrolled-off text, and hide
    /// the cursor.
    static let wipe = leave + sequence("3J", "H", "?25l")

    /// The bytes that make keys distinguishable and report the keys' positions on the ASCII layout. They are only for a
    /// terminal that reports support for kitty's protocol.
    package static let kittyKeyboard = sequence(">5u")

    private static func sequence(_ commands: String...) -> [UInt8] {
        Array(commands.map { "\u{1b}[" + $0 }.joined().utf8)
    }
}
