extension InputParser {
    /// The largest length of an answer, in bytes.
    private static let longestString = 1024

    mutating func string(_ kind: UInt8, _ isEnding: Bool, _ byte: UInt8) {
        if byte == 0x07 || (isEnding && byte == UInt8(ascii: "\\")) {
            abandon()
            guard collected.count <= Self.longestString else { return }
            if let reply = TerminalReply(string: collected, kind: kind) { events.append(.reply(reply)) }
            return
        }
        if isEnding {
            state = .escape
            isLate = false
            return take(byte)
        }
        if byte == 0x1B { return state = .string(kind: kind, isEnding: true) }
        guard byte >= 0x20, byte != 0x7F else {
            // No terminal sends such a byte.
            abandon()
            return ground(byte)
        }
        // The rest of an overlong string is dropped, so that it is not treated as keys.
        if collected.count <= Self.longestString { collected.append(byte) }
    }

    // MARK: - Pasted texts

    mutating func beginPaste() {
        isAlt = false
        pasted.wipe()
        state = .paste
    }

    mutating func paste(_ byte: UInt8) {
        guard let text = pasted.take(byte, charset) else { return }
        state = .ground
        events.append(.paste(text))
    }

    mutating func losePaste() {
        pasted.wipe()
        events.append(.pasteLost(true))
    }

    mutating func lost(_ rest: PasteRest, _ byte: UInt8) {
        var rest = rest
        let mark = rest.take(byte)
        state = .lost(rest)
        switch mark {
        case nil: break
        case .end:
            state = .ground
            events.append(.pasteLost(false))
        case .begin:
            events.append(.pasteLost(false))
            beginPaste()
        // If the program continues after this key, it must not get the rest of the input, because the rest still
        // belongs to the paste.
        case .controlC: events.append(.key(KeyEvent(.character("c"), .control)))
        }
    }

    /// Handles a byte of a paste's mark. The mark may continue after a pause.
    mutating func torn(_ seen: Int, _ held: Int, _ isTyped: Bool, _ byte: UInt8) {
        let mark = PastedText.marks.begin
        if byte == mark[seen] {
            guard seen + 1 < mark.count else { return beginPaste() }
            return state = .torn(seen: seen + 1, held: held + 1, isTyped: isTyped)
        }
        if held > 0, held == seen - 1 {
            // Nobody types that fast after ESC and a bracket, so these bytes belong to a sequence whose parts came
            // separately.
            begin(.sequence)
            collected = Array(mark[2..<seen])
            (isLate, lateBytes) = (true, held)
            return take(byte)
        }
        state = .ground
        if isTyped { release(seen: seen, held: held) }
        take(byte)
    }

    /// Passes bytes on as keys. The bytes had looked like the beginning of a mark. None of the bytes is ESC.
    mutating func release(seen: Int, held: Int) {
        for byte in PastedText.marks.begin[seen - held..<seen] { ground(byte) }
    }
}
