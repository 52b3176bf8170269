extension InputParser {
    /// The kinds of unfinished input. They differ in how long the parser waits for the rest.
    enum Pending: Sendable {
        /// The first bytes of a key.
        case key
        /// The first byte of a key, if this byte is ESC. ESC may also be a key by itself.
        case escape
        /// The time after the input counted as Escape or as a key with Alt. The rest of another key may still follow.
        case afterKey
        /// The rest of a sequence that has timed out.
        case rest
        /// The text of a paste.
        case paste
    }

    /// Whether a sequence or a pasted text is unfinished.
    package var isWaiting: Bool { pending != nil }

    /// The unfinished input, if there is one.
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

    /// Whether a pasted text is unfinished. A pasted text may take a while.
    package var isPasting: Bool { pending == .paste }

    /// Handles a pause. The caller calls this method when no more input has come. A lone ESC then counts as the Escape
    /// key, a pasted text is lost, and any other incomplete input is dropped. The rest of dropped input is also dropped
    /// if it arrives before the next time-out.
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

    /// Handles an interruption. The caller calls this method when another program has read some of the input. An
    /// incomplete sequence is dropped, and a pasted text is lost.
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

    /// Returns the state after a sequence whose rest has not arrived. Only a paste can still be recognized, by its
    /// mark.
    private func stateAfterRest() -> State {
        switch state {
        case .escape: .torn(seen: 1, isTyped: true)
        // The comparison uses the bytes after ESC and `[`.
        case .sequence where PastedText.marks.begin.dropFirst(2).starts(with: collected):
            .torn(seen: 2 + collected.count, isTyped: collected.isEmpty)
        case .ground, .scalar, .escapes, .single, .sequence, .ignored, .oldMouse, .string, .paste, .lost, .torn:
            .ground
        }
    }
}
