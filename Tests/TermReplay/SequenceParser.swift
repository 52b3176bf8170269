/// Splits the bytes for a terminal into text in UTF-8, C0 controls, CSI sequences and the strings of pictures. The
/// parser's memory is limited for every input.
struct SequenceParser: Sendable {
    struct Sequence: Hashable, Sendable, CustomStringConvertible {
        var isPrivate = false
        /// At most 16 numbers, each of them at most 9,999. Missing numbers are 0.
        var numbers: [Int] = []
        var final: UInt8 = 0

        var description: String {
            "CSI \(isPrivate ? "?" : "")\(numbers.map(String.init).joined(separator: ";"))"
                + String(Unicode.Scalar(final))
        }
    }

    enum Item: Hashable, Sendable {
        case text(Unicode.Scalar)
        case control(UInt8)
        case sequence(Sequence)
        /// A device control string (`P`) or an application program command (`_`), up to its terminator.
        case string(kind: UInt8, [UInt8])
        /// Input that the parser does not know.
        case invalid(String)
    }

    private enum State {
        case text
        case scalar(bits: UInt32, missing: Int)
        case escape
        case sequence(Sequence)
        case string(kind: UInt8, isEnding: Bool)
    }

    private var state = State.text
    private var collected: [UInt8] = []
    /// The largest length of a string, in bytes.
    private static let longestString = 4 << 20

    mutating func next(_ byte: UInt8) -> Item? {
        switch state {
        case .text: return begin(byte)
        case .scalar(let bits, let missing): return go(on: bits, missing, byte)
        case .escape:
            if byte == UInt8(ascii: "P") || byte == UInt8(ascii: "_") {
                (collected, state) = ([], .string(kind: byte, isEnding: false))
                return nil
            }
            guard byte == UInt8(ascii: "[") else {
                state = .text
                return .invalid("ESC \(byte)")
            }
            state = .sequence(Sequence())
            return nil
        case .sequence(let sequence): return go(on: sequence, byte)
        case .string(let kind, let isEnding): return string(kind, isEnding, byte)
        }
    }

    private mutating func string(_ kind: UInt8, _ isEnding: Bool, _ byte: UInt8) -> Item? {
        if isEnding || byte < 0x20 && byte != 0x1B || collected.count >= Self.longestString {
            state = .text
            return isEnding && byte == UInt8(ascii: "\\") ? .string(kind: kind, collected) : .invalid("a string")
        }
        state = .string(kind: kind, isEnding: byte == 0x1B)
        if byte != 0x1B { collected.append(byte) }
        return nil
    }

    private mutating func begin(_ byte: UInt8) -> Item? {
        switch byte {
        case 0x1B: state = .escape
        case 0..<0x20, 0x7F: return .control(byte)
        case 0x20..<0x7F: return .text(Unicode.Scalar(byte))
        case 0xC2...0xDF: state = .scalar(bits: UInt32(byte & 0x1F), missing: 1)
        case 0xE0...0xEF: state = .scalar(bits: UInt32(byte & 0x0F), missing: 2)
        case 0xF0...0xF4: state = .scalar(bits: UInt32(byte & 0x07), missing: 3)
        default: return .invalid("byte \(byte)")
        }
        return nil
    }

    private mutating func go(on bits: UInt32, _ missing: Int, _ byte: UInt8) -> Item? {
        guard byte & 0xC0 == 0x80 else {
            state = .text
            return .invalid("UTF-8 that breaks off before \(byte)")
        }
        let bits = bits << 6 | UInt32(byte & 0x3F)
        guard missing == 1 else {
            state = .scalar(bits: bits, missing: missing - 1)
            return nil
        }
        state = .text
        return Unicode.Scalar(bits).map(Item.text) ?? .invalid("scalar \(bits)")
    }

    private mutating func go(on sequence: Sequence, _ byte: UInt8) -> Item? {
        var sequence = sequence
        switch byte {
        case UInt8(ascii: "?") where sequence.numbers.isEmpty: sequence.isPrivate = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let last = sequence.numbers.popLast() ?? 0
            sequence.numbers.append(min(last * 10 + Int(byte - UInt8(ascii: "0")), 9_999))
        case UInt8(ascii: ";") where sequence.numbers.count < 16:
            sequence.numbers += sequence.numbers.isEmpty ? [0, 0] : [0]
        case 0x40...0x7E:
            state = .text
            sequence.final = byte
            return .sequence(sequence)
        default:
            state = .text
            return .invalid("\(sequence) and \(byte)")
        }
        state = .sequence(sequence)
        return nil
    }
}
