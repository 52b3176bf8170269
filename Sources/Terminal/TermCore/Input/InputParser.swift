/// Splits the bytes from a terminal into events, whatever comes: unknown input is left out, nothing grows without a
/// bound, and no byte is used for two events.
///
/// Escape is a key, and also the first byte of most other keys. When there is nothing more to read, the caller looks
/// at ``isWaiting``, and calls ``timeOut()`` after a while; ``TimedInput`` has the times.
///
/// What belongs to a pasted text never becomes a key, however long the bytes of the text or of its marks are apart.
package struct InputParser: Sendable {
    private enum State: Sendable {
        case ground
        /// Inside a UTF-8 character: the bits so far, and the number of bytes still to come.
        case scalar(bits: UInt32, missing: Int, first: UInt8)
        case escape
        /// After ESC ESC: Escape and the beginning of the next key, or a key with Alt.
        case escapes
        /// After ESC O: keys of the application keypad.
        case single
        case sequence
        /// Inside a sequence that is too long, until its end.
        case ignored
        /// After CSI M: a button and a place follow, in three bytes that are not characters, as terminals without SGR
        /// reports send them.
        case oldMouse(missing: Int)
        /// After ESC and `]`, `P`, `_` or `^`; `isEnding`: the last byte was ESC.
        case string(kind: UInt8, isEnding: Bool)
        case paste
        /// After a paste that did not end in time, until its end.
        case lost(PasteRest)
        /// After the first bytes of the mark of a paste, which were taken for something else when nothing followed.
        /// The last `held` of the bytes `seen` wait for the rest of the mark: they are keys if it does not come.
        case torn(seen: Int, held: Int)
    }

    private var state = State.ground
    private var isAlt = false
    /// The bytes so far of a sequence or a string.
    private var collected: [UInt8] = []
    private var pasted = PastedText()
    private var events: [InputEvent] = []

    /// The limits of a sequence and of an answer, in bytes.
    private static let longestSequence = 64
    private static let longestString = 1024

    package init() {}

    /// Whether a sequence or a pasted text has begun and not ended.
    package var isWaiting: Bool {
        switch state {
        case .ground, .lost: false
        case .torn(_, let held): held > 0
        case .scalar, .escape, .escapes, .single, .sequence, .ignored, .oldMouse, .string, .paste: true
        }
    }

    /// Whether a pasted text has begun and not ended; it may take its time.
    package var isPasting: Bool { if case .paste = state { true } else { false } }

    /// Returns the events that these bytes complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        for byte in bytes { take(byte) }
        defer { events = [] }
        return events
    }

    /// Nothing more came: a lone ESC is the Escape key, a pasted text is lost, and any other beginning is dropped.
    package mutating func timeOut() -> [InputEvent] {
        let next = stateAfterTimeOut()
        switch state {
        case .escape: key(.escape)
        case .escapes:
            isAlt = false
            key(.escape)
            key(.escape)
        case .single: key(.character("O"), .alt)
        case .sequence where collected.isEmpty: key(.character("["), .alt)
        case .string(let kind, isEnding: false) where collected.isEmpty: key(.character(Unicode.Scalar(kind)), .alt)
        case .paste: losePaste()
        case .torn(let seen, let held): release(seen: seen, held: held)
        case .ground, .scalar, .sequence, .string, .ignored, .oldMouse, .lost: break
        }
        state = next
        isAlt = false
        defer { events = [] }
        return events
    }

    /// Somebody else has read what came in between: a sequence that has begun is dropped, and a pasted text is lost.
    package mutating func interrupt() -> [InputEvent] {
        if isPasting || isLost { return timeOut() }
        (state, isAlt) = (.ground, false)
        return []
    }

    private var isLost: Bool { if case .lost = state { true } else { false } }

    private func stateAfterTimeOut() -> State {
        switch state {
        case .escape, .escapes: .torn(seen: 1, held: 0)
        // The bytes after ESC and `[`.
        case .sequence where PastedText.marks.begin.dropFirst(2).starts(with: collected):
            .torn(seen: 2 + collected.count, held: 0)
        case .paste: .lost(PasteRest(begun: pasted.begunEnd))
        case .lost: state
        case .torn(let seen, _): .torn(seen: seen, held: 0)
        case .ground, .scalar, .single, .sequence, .string, .ignored, .oldMouse: .ground
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: ground(byte)
        case .scalar(let bits, let missing, let first): scalar(bits, missing, first, byte)
        case .escape: escape(byte)
        case .escapes: escapes(byte)
        case .ignored: ignore(byte)
        case .oldMouse(let missing): state = missing > 1 ? .oldMouse(missing: missing - 1) : .ground
        case .single: single(byte)
        case .sequence: sequence(byte)
        case .string(let kind, let isEnding): string(kind, isEnding, byte)
        case .paste: paste(byte)
        case .lost(let rest): lost(rest, byte)
        case .torn(let seen, let held): torn(seen, held, byte)
        }
    }

    private mutating func key(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers = []) {
        let alt: KeyEvent.Modifiers = isAlt ? .alt : []
        isAlt = false
        state = .ground
        events.append(.key(KeyEvent(key, modifiers.union(alt))))
    }

    // MARK: - Characters

    private mutating func ground(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: key(.enter)
        case 0x09: key(.tab)
        case 0x7F, 0x08: key(.backspace)
        case 0x00: key(.character(" "), .control)
        case 0x01...0x1A: key(.character(Unicode.Scalar(byte + 0x60)), .control)
        case 0x1C...0x1F: key(.character(Unicode.Scalar(byte + 0x40)), .control)
        case 0x20..<0x7F: key(.character(Unicode.Scalar(byte)))
        case 0xC2...0xDF: state = .scalar(bits: UInt32(byte & 0x1F), missing: 1, first: byte)
        case 0xE0...0xEF: state = .scalar(bits: UInt32(byte & 0x0F), missing: 2, first: byte)
        case 0xF0...0xF4: state = .scalar(bits: UInt32(byte & 0x07), missing: 3, first: byte)
        default: isAlt = false
        }
    }

    private mutating func scalar(_ bits: UInt32, _ missing: Int, _ first: UInt8, _ byte: UInt8) {
        guard byte & 0xC0 == 0x80 else {
            state = .ground
            isAlt = false
            return ground(byte)
        }
        let bits = bits << 6 | UInt32(byte & 0x3F)
        guard missing == 1 else { return state = .scalar(bits: bits, missing: missing - 1, first: first) }
        // Only the shortest form of a character is valid.
        let least: UInt32 = first < 0xE0 ? 0x80 : first < 0xF0 ? 0x800 : 0x1_0000
        guard bits >= least, let scalar = Unicode.Scalar(bits), !(0x80..<0xA0).contains(bits) else {
            state = .ground
            isAlt = false
            return
        }
        key(.character(scalar))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): begin(.sequence)
        case UInt8(ascii: "O"): state = .single
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
            begin(.string(kind: byte, isEnding: false))
        case 0x1B: state = .escapes
        default:
            state = .ground
            isAlt = true
            ground(byte)
        }
    }

    /// rxvt sends a key with Alt as ESC and the key's sequence; anything else is Escape and the next key.
    private mutating func escapes(_ byte: UInt8) {
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
            isAlt = true
        } else {
            key(.escape)
        }
        escape(byte)
    }

    private mutating func begin(_ next: State) {
        collected = []
        state = next
    }

    // MARK: - Sequences

    private mutating func single(_ byte: UInt8) {
        if let found = Self.byLetter[byte] { return key(found) }
        if let found = Self.shiftedArrows[byte] { return key(found, .control) }
        if let digit = Self.keypad(byte) { return key(.character(digit)) }
        // Old terminals put the modifiers in between.
        if (0x30..<0x3A).contains(byte) { return }
        abandon()
        if byte == 0x1B { state = .escape }
    }

    private mutating func sequence(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "M") where collected.isEmpty: state = .oldMouse(missing: 3)
        case 0x40...0x7E where !(byte == UInt8(ascii: "[") && collected.isEmpty):
            state = .ground
            finish(CSI(collected, final: byte))
            if case .ground = state { isAlt = false }
        // rxvt's Shift; in other terminals this would be the end of a sequence.
        case UInt8(ascii: "$") where collected.first.map { (0x30..<0x3A).contains($0) } == true:
            state = .ground
            finish(CSI(collected, final: byte))
            isAlt = false
        case 0x20...0x7E where collected.count < Self.longestSequence: collected.append(byte)
        case 0x20...0x7E: state = .ignored
        case 0x1B:
            abandon()
            state = .escape
        default:
            abandon()
            if byte < 0x20 { ground(byte) }
        }
    }

    private mutating func ignore(_ byte: UInt8) {
        switch byte {
        case 0x20..<0x40: break
        case 0x1B:
            abandon()
            state = .escape
        default: abandon()
        }
    }

    private mutating func abandon() {
        state = .ground
        isAlt = false
    }

    private mutating func finish(_ csi: CSI) {
        // The release of a key is not an event here.
        if csi.subnumber == 3 { return }
        // Linux's console sends F1 to F5 as CSI [ A to E.
        if csi.prefix == UInt8(ascii: "["), (0x41...0x45).contains(csi.final) {
            return key(.function(Int(csi.final) - 0x40))
        }
        if csi.prefix == UInt8(ascii: "<"), let mouse = Self.mouse(csi) { return events.append(.mouse(mouse)) }
        if csi.prefix == UInt8(ascii: "?") {
            if let reply = TerminalReply(csi) { events.append(.reply(reply)) }
            return
        }
        guard csi.prefix == nil, csi.intermediate == nil else { return }
        switch csi.final {
        case UInt8(ascii: "~") where csi[0] == 200:
            beginPaste()
        case UInt8(ascii: "~"): numbered(csi, csi.modifiers)
        case UInt8(ascii: "^"): numbered(csi, .control)
        case UInt8(ascii: "$"): numbered(csi, .shift)
        case UInt8(ascii: "@"): numbered(csi, [.control, .shift])
        case UInt8(ascii: "u"): kitty(csi)
        case UInt8(ascii: "I"), UInt8(ascii: "O"):
            if csi.numbers.isEmpty { events.append(.focus(csi.final == UInt8(ascii: "I"))) }
        case UInt8(ascii: "Z"): key(.tab, csi.modifiers.union(.shift))
        case UInt8(ascii: "M"): break
        default:
            if let found = Self.byLetter[csi.final] { return key(found, csi.modifiers) }
            if let found = Self.shiftedArrows[csi.final] { key(found, .shift) }
        }
    }

    private mutating func numbered(_ csi: CSI, _ modifiers: KeyEvent.Modifiers) {
        if let found = Self.byNumber[csi[0]] { key(found, modifiers) }
    }

    /// `CSI code : shifted : base ; modifiers : event u`.
    private mutating func kitty(_ csi: CSI) {
        let modifiers = csi.modifiers
        // For a command, the key's place on the ASCII layout counts, whatever the key types.
        let isCommand = !modifiers.isDisjoint(with: [.control, .alt, .superKey])
        let code = isCommand && csi[0] > 0x7F && csi.base != 0 ? csi.base : csi[0]
        if let found = Self.byKittyCode[code] { return key(found, modifiers) }
        switch code {
        case 0x20...0x7E, 0xA0..<0xE000, 0xF900...0x10FFFF:
            if let scalar = Unicode.Scalar(UInt32(code)) { key(.character(scalar), modifiers) }
        case 57_376...57_387: key(.function(code - 57_376 + 13), modifiers)
        // Another private key: none that we know.
        default: break
        }
    }

    private static func mouse(_ csi: CSI) -> MouseEvent? {
        guard csi.numbers.count == 3, csi.final == UInt8(ascii: "M") || csi.final == UInt8(ascii: "m") else {
            return nil
        }
        return MouseEvent(code: csi[0], x: csi[1], y: csi[2], isRelease: csi.final == UInt8(ascii: "m"))
    }

    // MARK: - Texts

    private mutating func string(_ kind: UInt8, _ isEnding: Bool, _ byte: UInt8) {
        if byte == 0x07 || (isEnding && byte == UInt8(ascii: "\\")) {
            abandon()
            guard collected.count <= Self.longestString else { return }
            if let reply = TerminalReply(string: collected, kind: kind) { events.append(.reply(reply)) }
            return
        }
        if isEnding {
            state = .escape
            return take(byte)
        }
        if byte == 0x1B { return state = .string(kind: kind, isEnding: true) }
        guard byte >= 0x20, byte != 0x7F else {
            // No terminal sends this.
            abandon()
            return ground(byte)
        }
        // The rest of a string that is too long is dropped; it is not taken for keys.
        if collected.count <= Self.longestString { collected.append(byte) }
    }

    // MARK: - Pasted texts

    private mutating func beginPaste() {
        isAlt = false
        pasted.wipe()
        state = .paste
    }

    private mutating func paste(_ byte: UInt8) {
        guard let text = pasted.take(byte) else { return }
        state = .ground
        events.append(.paste(text))
    }

    private mutating func losePaste() {
        pasted.wipe()
        events.append(.pasteLost(true))
    }

    private mutating func lost(_ rest: PasteRest, _ byte: UInt8) {
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
        // The rest is still a paste: a program that goes on after this key must not get it.
        case .controlC: events.append(.key(KeyEvent(.character("c"), .control)))
        }
    }

    /// The mark of a paste may go on after a pause.
    private mutating func torn(_ seen: Int, _ held: Int, _ byte: UInt8) {
        let mark = PastedText.marks.begin
        guard byte == mark[seen] else {
            state = .ground
            release(seen: seen, held: held)
            return take(byte)
        }
        guard seen + 1 == mark.count else { return state = .torn(seen: seen + 1, held: held + 1) }
        beginPaste()
    }

    /// These bytes of a mark were keys. None of them is ESC.
    private mutating func release(seen: Int, held: Int) {
        for byte in PastedText.marks.begin[seen - held..<seen] { ground(byte) }
    }
}
