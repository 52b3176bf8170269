extension InputParser {
    /// Kinds of unfinished input, which differ in how long the parser waits for the rest.
    enum Pending: Sendable {
        /// The bytes of a key.
        case key
        /// The same, but only ESC has arrived, which may be a key by itself.
        case escape
        /// Escape or a key with Alt has just counted as a key: the rest of another key may follow.
        case afterKey
        /// The rest of a sequence that has timed out.
        case rest
        /// The text of a paste.
        case paste
    }

    /// Whether a sequence or a pasted text is unfinished.
    package var isWaiting: Bool { pending != nil }

    /// The unfinished input; nil if there is none.
    var pending: Pending? {
        switch state {
        case .ground, .lost: nil
        case .torn(_, let held, _): held > 0 ? .key : nil
        case .escape: isLate ? .afterKey : .escape
        case .string where isLate && collected.isEmpty: .afterKey
        case .scalar, .escapes, .single, .sequence, .ignored, .oldMouse, .string: isLate ? .rest : .key
        case .paste: .paste
        }
    }

    /// Whether a pasted text is unfinished; it may take a while.
    package var isPasting: Bool { pending == .paste }

    /// To be called when nothing more came: a lone ESC is the Escape key, a pasted text is lost, and any other partial
    /// input is dropped. Its rest is dropped as well, if it arrives before the next time-out.
    package mutating func timeOut() -> [InputEvent] {
        let next = isLate ? stateAfterRest() : stateAfterTimeOut()
        isAlt = false
        switch state {
        case .escape where !isLate: key(.escape)
        case .escapes:
            key(.escape)
            key(.escape)
        case .single where !isLate: key(.character("O"), .alt)
        case .sequence where !isLate && collected.isEmpty: key(.character("["), .alt)
        case .string(let kind, isEnding: false) where !isLate && collected.isEmpty:
            key(.character(Unicode.Scalar(kind)), .alt)
        case .paste: losePaste()
        case .torn(let seen, let held, isTyped: true): release(seen: seen, held: held)
        case .ground, .scalar, .escape, .single, .sequence, .string, .ignored, .oldMouse, .lost, .torn: break
        }
        state = next
        (isLate, lateBytes) = (!isLate && isSequence, 0)
        defer { events = [] }
        return events
    }

    /// To be called when another program has read some of the input: an unfinished sequence is dropped, and a pasted
    /// text is lost.
    package mutating func interrupt() -> [InputEvent] {
        if isPasting || isLost { return timeOut() }
        abandon()
        isLate = false
        return []
    }

    private var isLost: Bool { if case .lost = state { true } else { false } }
    var isString: Bool { if case .string = state { true } else { false } }

    var isSequence: Bool {
        switch state {
        case .escape, .escapes, .single, .sequence, .ignored, .oldMouse, .string: true
        case .ground, .scalar, .paste, .lost, .torn: false
        }
    }

    private func stateAfterTimeOut() -> State {
        switch state {
        case .escapes: .escape
        case .paste: .lost(PasteRest(begun: pasted.begunEnd))
        case .torn(let seen, _, let isTyped): .torn(seen: seen, isTyped: isTyped)
        case .scalar: .ground
        case .ground, .escape, .single, .sequence, .string, .ignored, .oldMouse, .lost: state
        }
    }

    /// The rest has not arrived: only a paste can still be recognized by its mark.
    private func stateAfterRest() -> State {
        switch state {
        case .escape: .torn(seen: 1, isTyped: true)
        // The bytes after ESC and `[`.
        case .sequence where PastedText.marks.begin.dropFirst(2).starts(with: collected):
            .torn(seen: 2 + collected.count, isTyped: collected.isEmpty)
        case .ground, .scalar, .escapes, .single, .sequence, .ignored, .oldMouse, .string, .paste, .lost, .torn:
            .ground
        }
    }
}
