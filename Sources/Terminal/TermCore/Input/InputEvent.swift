/// An event from a terminal.
package enum InputEvent: Hashable, Sendable {
    case key(KeyEvent)
    case mouse(MouseEvent)
    /// A pasted or scanned text of at most 64 KiB. Lines end in a newline, a tab becomes a space, and other control
    /// characters are left out.
    case paste(String)
    /// A text whose characters came faster than a person types. It is either a scan, or a paste that the terminal does
    /// not mark. These characters do not count as keys. Enter becomes a newline, and Tab a space. The text has at most
    /// 64 KiB. See ``TypedBurst``.
    case burst(String)
    /// The value is true if a pasted text did not end in time. The text is dropped, and so is all input up to its end.
    /// Only Ctrl-C is not dropped. The value is false once this end has come.
    case pasteLost(Bool)
    /// The terminal's window has gained or lost the keyboard focus.
    case focus(Bool)
    /// The terminal has answered a question.
    case reply(TerminalReply)
}

/// An answer from a terminal.
package enum TerminalReply: Hashable, Sendable {
    /// The answer to the question for the terminal's attributes (DA1). Every terminal gives this answer. This question
    /// is asked last, so no other answer can come after this one.
    case attributes
    /// A part of the answer to the question for the terminal's attributes: the terminal draws sixels.
    case sixel
    /// The answer that says whether the terminal supports a private mode (DECRPM).
    case mode(Int, isKnown: Bool)
    /// The answer that the terminal supports kitty's keyboard protocol.
    case keyboard
    /// The colour of the terminal's background.
    case background(TerminalColor)
    /// The name and version of the terminal, made safe.
    case version(TerminalSafe)
}
