/// Splits any bytes from a terminal into events. Unknown input is left out, no memory grows without bound, and no byte
/// is used for two events.
///
/// Escape is a key, and also the first byte of most other keys. When there is nothing more to read, the caller checks
/// ``pending``. It calls ``timeOut()`` after a while. The type ``TimedInput`` defines the times.
///
/// Bytes of a sequence or of a pasted text never become a key, even if they come after a time-out. The rest of a
/// sequence is read to its end. This rest can only become an event that does no harm: an answer, a paste, or Ctrl-C.
package struct InputParser: Sendable {
    enum State: Sendable {
        case ground
        /// The parser is inside a UTF-8 character. The values are the bits that have come so far, and the number of
        /// bytes that are still missing.
        case scalar(bits: UInt32, missing: Int, first: UInt8)
        case escape
        /// The state after ESC ESC: either Escape and the beginning of the next key, or a key with Alt.
        case escapes
        /// The state after ESC O, which begins a key of the application keypad.
        case single
        case sequence
        /// The parser is inside a sequence that is too long. This state lasts until the sequence ends.
        case ignored
        /// The state after CSI M, which is followed by a mouse button and a position. Terminals without SGR reports
        /// send these as three bytes that are not characters.
        case oldMouse(missing: Int)
        /// The state after ESC and `]`, `P`, `_` or `^`. The flag `isEnding` means that the last byte was ESC.
        case string(kind: UInt8, isEnding: Bool)
        case paste
        /// The state after a paste that did not end in time, until the paste ends.
        case lost(PasteRest)
        /// The state after the first bytes of a paste's mark. These bytes were treated as other input when no byte
        /// followed. The last `held` of the `seen` bytes wait for the rest of the mark. If the rest of the mark does
        /// not come, these bytes are keys if a person may have typed them. If ESC, `[` and a digit came together, the
        /// bytes after them were not typed.
        case torn(seen: Int, held: Int = 0, isTyped: Bool)
    }

    var state = State.ground
    var isAlt = false
    /// Whether the sequence has timed out. It is then too late for it to be a key.
    var isLate = false
    /// The number of bytes that have arrived since the time-out.
    var lateBytes = 0
    /// The bytes received so far of a sequence or a string.
    var collected: [UInt8] = []
    var pasted = PastedText()
    var events: [InputEvent] = []

    /// The largest length of a sequence, in bytes.
    private static let longestSequence = 64
    /// The limits on how many bytes of input are dropped after a time-out.
    private static let longestRest = (sequence: 64, string: PastedText.longest)

    let charset: Charset

    /// Creates a parser that reads characters in a charset.
    package init(charset: Charset = .utf8) {
        self.charset = charset
    }

    /// Reads bytes, and returns the events that they complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        for byte in bytes { take(byte) }
        defer { events = [] }
        return events
    }

    mutating func take(_ byte: UInt8) {
        if isLate, byte == 0x1B, !isString {
            abandon()
            isLate = false
        }
        step(byte)
        guard isLate else { return }
        lateBytes += 1
        if lateBytes >= (isString ? Self.longestRest.string : Self.longestRest.sequence) { abandon() }
        if !isSequence { isLate = false }
    }

    private mutating func step(_ byte: UInt8) {
        switch state {
        case .ground: ground(byte)
        case .scalar(let bits, let missing, let first): scalar(bits, missing, first, byte)
        case .escape: escape(byte)
        case .escapes: escapes(byte)
        case .ignored: ignore(byte)
        case .oldMouse(let missing): oldMouse(missing, byte)
        case .single: single(byte)
        case .sequence: sequence(byte)
        case .string(let kind, let isEnding): string(kind, isEnding, byte)
        case .paste: paste(byte)
        case .lost(let rest): lost(rest, byte)
        case .torn(let seen, let held, let isTyped): torn(seen, held, isTyped, byte)
        }
    }

    mutating func key(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers = []) {
        let alt: KeyEvent.Modifiers = isAlt ? .alt : []
        isAlt = false
        state = .ground
        let event = KeyEvent(key, modifiers.union(alt))
        // Ctrl-C always works, so that a person can leave the program.
        if !isLate || event == Self.controlC { events.append(.key(event)) }
    }

    private static let controlC = KeyEvent(.character("c"), .control)

    // MARK: - Characters

    mutating func ground(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: key(.enter)
        case 0x09: key(.tab)
        case 0x7F, 0x08: key(.backspace)
        case 0x00: key(.character(" "), .control)
        case 0x01...0x1A: key(.character(Unicode.Scalar(byte + 0x60)), .control)
        case 0x1C...0x1F: key(.character(Unicode.Scalar(byte + 0x40)), .control)
        case 0x20..<0x7F: key(.character(Unicode.Scalar(byte)))
        case 0x80... where charset != .utf8:
            if let scalar = charset.scalar(byte) { key(.character(scalar)) } else { isAlt = false }
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
            isAlt = !isLate
            // Before this byte, an ESC counted as the Escape key. The byte may be a key with Alt that was split, or the
            // next key of a fast typist. If the byte is a key that opens, presses or chooses something, it counts as
            // part of a split key and is dropped.
            let isRisky = byte == 0x0D || byte == 0x0A || byte == 0x20 || (0x30..<0x3A).contains(byte)
            if isLate, isRisky { return }
            isLate = false
            ground(byte)
        }
    }

    /// Handles a byte after ESC ESC. rxvt sends a key with Alt as ESC followed by the key's sequence. All other input
    /// is Escape followed by the next key.
    private mutating func escapes(_ byte: UInt8) {
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
            isAlt = true
        } else {
            key(.escape)
        }
        escape(byte)
    }

    mutating func begin(_ next: State) {
        collected = []
        state = next
    }

    // MARK: - Sequences

    private mutating func single(_ byte: UInt8) {
        if let found = Self.byLetter[byte] { return key(found) }
        if let found = Self.shiftedArrows[byte] { return key(found, .control) }
        if let digit = Self.keypad(byte) { return key(.character(digit)) }
        // Old terminals put the modifiers between ESC O and the final byte.
        if (0x30..<0x3A).contains(byte) { return }
        end(with: byte)
    }

    private mutating func oldMouse(_ missing: Int, _ byte: UInt8) {
        guard byte >= 0x20 else { return end(with: byte) }
        state = missing > 1 ? .oldMouse(missing: missing - 1) : .ground
    }

    /// Ends the current sequence, and handles a byte that does not belong to it.
    private mutating func end(with byte: UInt8) {
        abandon()
        if byte == 0x1B { state = .escape }
        if byte == 0x03 { ground(byte) }
    }

    private mutating func sequence(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "M") where collected.isEmpty: state = .oldMouse(missing: 3)
        case 0x40...0x7E where !(byte == UInt8(ascii: "[") && collected.isEmpty):
            state = .ground
            finish(CSI(collected, final: byte))
            if case .ground = state { isAlt = false }
        // This byte is rxvt's mark for Shift. In other terminals, the byte would be the end of a sequence.
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
        default: end(with: byte)
        }
    }

    mutating func abandon() {
        state = .ground
        isAlt = false
    }

    private mutating func finish(_ csi: CSI) {
        // The release of a key does not become an event.
        if csi.subnumber == 3 { return }
        // Linux's console sends F1 to F5 as CSI [ A to E.
        if csi.prefix == UInt8(ascii: "["), (0x41...0x45).contains(csi.final) {
            return key(.function(Int(csi.final) - 0x40))
        }
        if csi.prefix == UInt8(ascii: "<"), let mouse = Self.mouse(csi) {
            if !isLate { events.append(.mouse(mouse)) }
            return
        }
        if csi.prefix == UInt8(ascii: "?") {
            events += TerminalReply.replies(csi).map(InputEvent.reply)
            return
        }
        guard csi.prefix == nil, csi.intermediate == nil else { return }
        switch csi.final {
        case UInt8(ascii: "~") where csi[0] == 200:
            beginPaste()
        case UInt8(ascii: "~") where csi[0] == 27 && csi.numbers.count == 3: other(csi)
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

    /// Handles `CSI 27 ; modifiers ; code ~`, which xterm sends with `modifyOtherKeys`. With `formatOtherKeys`, xterm
    /// sends kitty's format.
    private mutating func other(_ csi: CSI) {
        var typed = CSI([], final: UInt8(ascii: "u"))
        typed.numbers = [csi[2], csi[1]]
        kitty(typed)
    }

    /// Handles `CSI code : shifted : base ; modifiers : event u`.
    private mutating func kitty(_ csi: CSI) {
        var modifiers = csi.modifiers
        // If a key is a command, its position on the ASCII layout matters. The character that it types does not matter.
        let isCommand = !modifiers.isDisjoint(with: [.control, .alt, .superKey])
        var code = isCommand && csi[0] > 0x7F && csi.base != 0 ? csi.base : csi[0]
        // xterm's code includes the effect of Shift, kitty's does not.
        if isCommand, (0x41...0x5A).contains(code) { code += 0x20 }
        if !isCommand, (0x20...0x7E).contains(code), !(0x61...0x7A).contains(code) { modifiers = [] }
        if let found = Self.byKittyCode[code] { return key(found, modifiers) }
        switch code {
        case 0x20...0x7E, 0xA0..<0xE000, 0xF900...0x10FFFF:
            if let scalar = Unicode.Scalar(UInt32(code)) { key(.character(scalar), modifiers) }
        case 57_376...57_387: key(.function(code - 57_376 + 13), modifiers)
        // All other codes are unknown private keys.
        default: break
        }
    }

    private static func mouse(_ csi: CSI) -> MouseEvent? {
        guard csi.numbers.count == 3, csi.final == UInt8(ascii: "M") || csi.final == UInt8(ascii: "m") else {
            return nil
        }
        return MouseEvent(code: csi[0], x: csi[1], y: csi[2], isRelease: csi.final == UInt8(ascii: "m"))
    }
}
