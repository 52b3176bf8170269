/// An event from a terminal.
package enum InputEvent: Hashable, Sendable {
    case key(KeyEvent)
    case mouse(MouseEvent)
    /// Text that was pasted or scanned: at most 64 KiB of it. Lines end in a newline, a tab becomes a space, and
    /// other control characters are left out.
    case paste(String)
    /// Keys that came faster than a person presses them: a scan, or a paste that the terminal does not mark. They are
    /// no keys. Enter is a newline, Tab a space; at most 64 KiB of it. See ``TypedBurst``.
    case burst(String)
    /// True: a pasted text did not end in time. It is dropped, and so is whatever comes until its end, except for
    /// Ctrl-C. False: that is over.
    case pasteLost(Bool)
    /// The terminal's window has become the one that gets the keys, or no longer is.
    case focus(Bool)
    /// The terminal has answered a question.
    case reply(TerminalReply)
}

/// An answer of a terminal.
package enum TerminalReply: Hashable, Sendable {
    /// It is a terminal (DA1). Every terminal answers this last question, so no other answer is outstanding after it.
    case attributes
    /// Whether it knows a private mode (DECRPM).
    case mode(Int, isKnown: Bool)
    /// It has kitty's keyboard protocol.
    case keyboard
    /// The colour of its background.
    case background(TerminalColor)
    /// Its name and version, made safe.
    case version(TerminalSafe)
}
