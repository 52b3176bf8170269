extension InputParser {
    /// The keys, by the last byte of their sequence.
    static let byLetter: [UInt8: KeyEvent.Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "M"): .enter, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    /// The keys, by the number before `~`.
    static let byNumber: [Int: KeyEvent.Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
        25: .function(13), 26: .function(14), 28: .function(15), 29: .function(16), 31: .function(17),
        32: .function(18), 33: .function(19), 34: .function(20),
    ]

    /// The arrow keys with Shift, as sent by rxvt. If the sequence begins with ESC O, Control was held instead of
    /// Shift.
    static let shiftedArrows: [UInt8: KeyEvent.Key] = [
        UInt8(ascii: "a"): .up, UInt8(ascii: "b"): .down, UInt8(ascii: "c"): .right, UInt8(ascii: "d"): .left,
    ]

    /// The keys, by kitty's number.
    static let byKittyCode: [Int: KeyEvent.Key] = {
        var keys: [Int: KeyEvent.Key] = [
            8: .backspace, 9: .tab, 13: .enter, 27: .escape, 127: .backspace, 57_414: .enter, 57_417: .left,
            57_418: .right, 57_419: .up, 57_420: .down, 57_421: .pageUp, 57_422: .pageDown, 57_423: .home, 57_424: .end,
            57_425: .insert, 57_426: .delete,
        ]
        // These are the keypad's digits and the keys around them.
        for (offset, scalar) in "0123456789./*-+".unicodeScalars.enumerated() {
            keys[57_399 + offset] = .character(scalar)
        }
        keys[57_415] = .character("=")
        return keys
    }()

    /// Returns the character that a key of the application keypad types.
    static func keypad(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case UInt8(ascii: "j")...UInt8(ascii: "y"): Unicode.Scalar(byte - 0x40)
        default: nil
        }
    }
}

/// A control sequence from a terminal: `CSI prefix numbers intermediate final`.
struct CSI: Sendable {
    /// The prefix of the sequence: `?`, `<`, `>`, `=` or `[`.
    var prefix: UInt8?
    /// The numbers of the sequence: at most sixteen numbers of at most 1,114,111 each. Missing numbers are 0.
    var numbers: [Int] = []
    /// The number after the colon that follows the second number.
    var subnumber = 0
    /// The number after the second colon that follows the first number.
    var base = 0
    var intermediate: UInt8?
    let final: UInt8

    init(_ bytes: [UInt8], final: UInt8) {
        self.final = final
        var rest = bytes[...]
        if let first = rest.first, "<=>?[".utf8.contains(first) {
            prefix = first
            rest = rest.dropFirst()
        }
        if let last = rest.last, (0x20..<0x30).contains(last) {
            intermediate = last
            rest = rest.dropLast()
        }
        for (index, field) in rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).prefix(16)
            .enumerated() where !rest.isEmpty
        {
            let parts = field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            numbers.append(parts.first.map(Self.number) ?? 0)
            if index == 0, parts.count > 2 { base = Self.number(parts[2]) }
            if index == 1, parts.count > 1 { subnumber = Self.number(parts[1]) }
        }
    }

    subscript(index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

    /// The modifiers: the second number in xterm's encoding, minus one.
    var modifiers: KeyEvent.Modifiers {
        KeyEvent.Modifiers(rawValue: UInt8(clamping: max(0, self[1] - 1) & 0b1111))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { sum, digit in
            (0x30..<0x3A).contains(digit) ? min(sum * 10 + Int(digit - 0x30), 1_114_111) : sum
        }
    }
}

extension TerminalReply {
    /// Reads the answers of a sequence that begins with `?`.
    static func replies(_ csi: CSI) -> [TerminalReply] {
        guard let reply = TerminalReply(csi) else { return [] }
        // The number 4 stands for sixel graphics (DEC STD 070).
        return reply == .attributes && csi.numbers.dropFirst().contains(4) ? [.sixel, reply] : [reply]
    }

    /// Reads an answer from a sequence that begins with `?`. Returns nil if nobody requested this answer.
    init?(_ csi: CSI) {
        switch (csi.intermediate, csi.final) {
        case (nil, UInt8(ascii: "c")): self = .attributes
        case (nil, UInt8(ascii: "u")): self = .keyboard
        case (UInt8(ascii: "$"), UInt8(ascii: "y")):
            // The value 0 means that the mode is not recognized, and 4 means that the mode is permanently reset.
            self = .mode(csi[0], isKnown: (1...3).contains(csi[1]))
        default: return nil
        }
    }

    /// Reads an answer from an operating system command or a device control string.
    init?(string bytes: [UInt8], kind: UInt8) {
        let text = String(decoding: bytes, as: UTF8.self)
        if kind == UInt8(ascii: "P"), text.hasPrefix(">|") {
            self = .version(TerminalSafe(String(text.dropFirst(2)), limit: 40))
        } else if kind == UInt8(ascii: "]"), text.hasPrefix("11;rgb:") {
            let parts = text.dropFirst(7).split(separator: "/", omittingEmptySubsequences: false).map(Self.part)
            guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
            self = .background(.rgb(red, green, blue))
        } else {
            return nil
        }
    }

    /// Reads a colour's component from one to four hexadecimal digits, the highest digit first.
    private static func part(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
        let most = (UInt32(1) << (4 * UInt32(digits.utf8.count))) - 1
        return UInt8(value * 255 / most)
    }
}
