/// The modes that a full-screen program sets in a terminal, and later resets.
package enum TerminalModes {
    /// The bytes that switch on the alternate screen. They also switch on reports about pasted text, focus and mouse
    /// events, but not about mere movements of the mouse.
    package static let enter = sequence("?1049h", "?7l", "?2004h", "?1004h", "?1002h", "?1006h")

    /// The bytes that reset all modes to the values that a shell expects. They do so even for modes that were not
    /// changed. The screen is erased first. If there is no alternate screen, its content, including a code, would
    /// otherwise stay. Afterwards, the cursor is in the first row.
    package static let leave =
        sequence("<9u", "?1006l", "?1002l", "?1004l", "?2004l", "?2026l", "?7h") + erase + sequence("?1049l", "?25h")

    /// The bytes that erase the screen, and move the cursor to the top left. They avoid `2J`, which makes some
    /// terminals save the erased text in their history. Instead, they erase the last row, then all rows above it.
    static let erase = sequence("m", "999;1H", "2K", "1J", "H")

    /// The bytes that remove all traces of a visitor from a public screen before the next visitor, and hide the cursor.
    /// Text that has scrolled off is also removed.
    static let wipe = leave + sequence("3J", "H", "?25l")

    /// The bytes that make keys distinguishable and report the keys' positions on the ASCII layout. They are only for a
    /// terminal that has reported that it supports kitty's protocol.
    package static let kittyKeyboard = sequence(">5u")

    private static func sequence(_ commands: String...) -> [UInt8] {
        Array(commands.map { "\u{1b}[" + $0 }.joined().utf8)
    }
}
