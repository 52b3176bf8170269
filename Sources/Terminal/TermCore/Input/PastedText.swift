/// The bytes of a pasted text, between its start mark and its end mark.
///
/// The text may be a secret, so the last code that uses it wipes it.
struct PastedText: Sendable {
    /// The largest length of the text, in bytes. All bytes beyond it are left out.
    static let longest = 65_536

    /// The marks that a terminal sends before and after a pasted text.
    static let marks = (begin: Array("\u{1b}[200~".utf8), end: Array("\u{1b}[201~".utf8))

    private var bytes: [UInt8] = []

    /// Adds a byte. If the byte completes the end mark, this method returns the text, and wipes its own copy.
    mutating func take(_ byte: UInt8, _ charset: Charset) -> String? {
        bytes.append(byte)
        if byte == UInt8(ascii: "~"), bytes.suffix(Self.marks.end.count).elementsEqual(Self.marks.end) {
            defer { wipe() }
            return Self.text(bytes.dropLast(Self.marks.end.count), charset)
        }
        // An overlong text loses its end, not its beginning.
        if bytes.count > Self.longest + Self.marks.end.count { bytes.remove(at: Self.longest) }
        return nil
    }

    /// Overwrites the text and forgets it.
    mutating func wipe() {
        for index in bytes.indices { bytes[index] = 0 }
        bytes = []
    }

    /// The last bytes, if they may be the beginning of the end mark.
    var begunEnd: [UInt8] {
        let last = bytes.suffix(Self.marks.end.count - 1)
        guard let escape = last.lastIndex(of: 0x1B), Self.marks.end.starts(with: last[escape...]) else { return [] }
        return Array(last[escape...])
    }

    private static func text(_ bytes: ArraySlice<UInt8>, _ charset: Charset) -> String {
        var text = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in charset.text(bytes.prefix(longest)).unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            switch scalar {
            case "\n" where wasReturn: break
            case "\r", "\n": text.append("\n")
            case "\t": text.append(" ")
            default: if !isControl { text.append(scalar) }
            }
            wasReturn = scalar == "\r"
        }
        return String(text)
    }
}

/// The rest of a pasted text whose end did not come in time. No byte of this rest is a text or a key, whatever its
/// value is. Only the marks of a pasted text and Ctrl-C have an effect.
struct PasteRest: Sendable {
    /// The mark or the key that a byte completed.
    enum Mark: Equatable {
        case end
        /// The mark with which another paste begins.
        case begin
        case controlC
    }

    private static let longest = 64
    /// The bytes since the last ESC, at most ``longest`` bytes. The value is empty outside a sequence.
    private var sequence: [UInt8]

    init(begun: [UInt8]) {
        sequence = begun
    }

    mutating func take(_ byte: UInt8) -> Mark? {
        if byte == 0x03 { return .controlC }
        if byte == 0x1B {
            sequence = [byte]
            return nil
        }
        guard !sequence.isEmpty, sequence.count < Self.longest else {
            sequence = []
            return nil
        }
        sequence.append(byte)
        guard sequence.count > 2, (0x40...0x7E).contains(byte) else { return nil }
        defer { sequence = [] }
        if sequence == PastedText.marks.end { return .end }
        if sequence == PastedText.marks.begin { return .begin }
        return isControlC ? .controlC : nil
    }

    /// Whether the sequence is Ctrl-C in kitty's keyboard protocol or in xterm's, pressed or repeated.
    private var isControlC: Bool {
        guard sequence[1] == UInt8(ascii: "["), let final = sequence.last else { return false }
        let csi = CSI(Array(sequence[2...].dropLast()), final: final)
        let isC =
            switch final {
            case UInt8(ascii: "u"): csi[0] == 0x63 || csi.base == 0x63
            case UInt8(ascii: "~"): csi[0] == 27 && csi[2] == 0x63
            default: false
            }
        return csi.prefix == nil && isC && csi.modifiers == .control && csi.subnumber != 3
    }
}
