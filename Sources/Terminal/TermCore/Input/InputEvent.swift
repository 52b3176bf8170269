/// An event from a terminal.
package enum InputEvent: Hashable, Sendable {
    case key(KeyEvent)
    case mouse(MouseEvent)
    /// Text that was pasted or scanned: at most 64 KiB of it. Lines end in a newline, a tab becomes a space, and
    /// other control characters are left out.
    case paste(String)
    /// Characters that came faster than a person types: a scan, or a paste that the terminal does not mark. They do not
    /// count as keys. Enter is a newline, Tab a space; at most 64 KiB of it. See ``TypedBurst``.
    case burst(String)
    /// True if a pasted text did not end in time. It is dropped, and so is everything up to its end, except for Ctrl-C.
    /// False when that is over.
    case pasteLost(Bool)
    /// The terminal's window has gained or lost the keyboard focus.
    case focus(Bool)
    /// The terminal has answered a question.
    case reply(TerminalReply)
}

/// An answer from a terminal.
package enum TerminalReply: Hashable, Sendable {
    /// It is a terminal (DA1). Every terminal answers this last question, so no other answer is outstanding after it.
    case attributes
    /// Whether it supports a private mode (DECRPM).
    case mode(Int, isKnown: Bool)
    /// It supports kitty's keyboard protocol.
    case keyboard
    /// The colour of its background.
    case background(TerminalColor)
    /// Its name and version, made safe.
    case version(TerminalSafe)
}
