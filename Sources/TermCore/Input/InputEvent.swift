/// What comes from a terminal.
package enum InputEvent: Hashable, Sendable {
    case key(KeyEvent)
    case mouse(MouseEvent)
    /// Text that was pasted, or scanned: at most 64 KiB of it. Lines end in a newline, a tab is a space, and other control
    /// characters are left out.
    case paste(String)
    /// The terminal's window has become the one that is typed in, or no longer is.
    case focus(Bool)
    /// The terminal has answered what it was asked.
    case reply(TerminalReply)
}

/// An answer of a terminal.
package enum TerminalReply: Hashable, Sendable {
    /// It is one (DA1): what every terminal answers, so that nothing else is outstanding.
    case attributes
    /// Whether it knows a private mode (DECRPM).
    case mode(Int, isKnown: Bool)
    /// It has kitty's keyboard protocol.
    case keyboard
    /// Its background.
    case background(TerminalColor)
    /// Its name and version, made safe.
    case version(TerminalSafe)
}
