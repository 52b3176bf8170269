/// Skips plain JSON as fast as memory can be read, and leaves everything else to ``JSONReader``.
///
/// ``JSONReader`` would accept everything that this scan accepts. If the scan gives up, the reader reads the text
/// again, more slowly, and decides. The scan gives up at every fault and in rare cases: `\u`, numbers with a fraction,
/// an exponent or more than 15 digits, keys that are not plain ASCII, and objects with more than 16 members.
///
/// Offsets are counted from the first byte of the span.
enum JSONScan {
    /// The largest number of keys in an object. Objects with more keys are left to ``JSONReader``.
    static let mostKeys = 16
    /// The offset that means that the reader must decide.
    private static let unknown = -1

    /// The remaining limits.
    private struct Room {
        var depth: Int
        let keys: Int
        let stringBytes: Int
    }

    /// The end of the value that begins at `start`. Nil means that the reader must decide. `depth` is the number of
    /// values around this value that have begun and not ended.
    static func end(of bytes: Span<UInt8>, from start: Int, depth: Int, limits: JSONLimits) -> Int? {
        let room = Room(
            depth: limits.depth - depth, keys: min(limits.keys, mostKeys), stringBytes: limits.stringBytes)
        let end = value(bytes, spaceEnd(of: bytes, from: start), room)
        return end == unknown ? nil : end
    }

    /// The place of the only value in `bytes`. Nil means that the reader must decide.
    static func whole(_ bytes: Span<UInt8>, _ limits: JSONLimits) -> Range<Int>? {
        let start = spaceEnd(of: bytes, from: 0)
        guard let end = end(of: bytes, from: start, depth: 0, limits: limits),
            spaceEnd(of: bytes, from: end) == bytes.count
        else { return nil }
        return start..<end
    }

    @inline(__always)
    private static func value(_ bytes: Span<UInt8>, _ index: Int, _ room: Room) -> Int {
        switch byte(bytes, index) {
        case UInt8(ascii: "\""):
            let end = plainEnd(of: bytes, from: index + 1)
            guard byte(bytes, end) == UInt8(ascii: "\"") else { return string(bytes, index + 1, end, room) }
            return end - index - 1 <= room.stringBytes ? end + 1 : unknown
        case UInt8(ascii: "{"): return object(bytes, index, room)
        case UInt8(ascii: "["): return array(bytes, index, room)
        case UInt8(ascii: "t"): return holds(bytes, at: index, "true") ? index + 4 : unknown
        case UInt8(ascii: "f"): return holds(bytes, at: index, "false") ? index + 5 : unknown
        case UInt8(ascii: "n"): return holds(bytes, at: index, "null") ? index + 4 : unknown
        default: return integer(bytes, index)
        }
    }

    private static func object(_ bytes: Span<UInt8>, _ start: Int, _ room: Room) -> Int {
        guard room.depth > 0 else { return unknown }
        let inner = Room(depth: room.depth - 1, keys: room.keys, stringBytes: room.stringBytes)
        var keys = JSONScanKeys()
        var index = spaceEnd(of: bytes, from: start + 1)
        if byte(bytes, index) == UInt8(ascii: "}") { return index + 1 }
        while true {
            guard byte(bytes, index) == UInt8(ascii: "\"") else { return unknown }
            let end = plainEnd(of: bytes, from: index + 1)
            guard end - index - 1 <= room.stringBytes, keys.count < room.keys,
                keys.insert(fingerprint(of: bytes, from: index + 1, to: end))
            else { return unknown }
            if pair(bytes, end) == markColon {
                index = end + 2
            } else {
                guard byte(bytes, end) == UInt8(ascii: "\"") else { return unknown }
                index = spaceEnd(of: bytes, from: end + 1)
                guard byte(bytes, index) == UInt8(ascii: ":") else { return unknown }
                index += 1
            }
            index = value(bytes, spaceEnd(of: bytes, from: index), inner)
            guard index != unknown else { return unknown }
            index = spaceEnd(of: bytes, from: index)
            guard byte(bytes, index) == UInt8(ascii: ",") else { break }
            index = spaceEnd(of: bytes, from: index + 1)
        }
        return byte(bytes, index) == UInt8(ascii: "}") ? index + 1 : unknown
    }

    private static func array(_ bytes: Span<UInt8>, _ start: Int, _ room: Room) -> Int {
        guard room.depth > 0 else { return unknown }
        let inner = Room(depth: room.depth - 1, keys: room.keys, stringBytes: room.stringBytes)
        var index = spaceEnd(of: bytes, from: start + 1)
        if byte(bytes, index) == UInt8(ascii: "]") { return index + 1 }
        while true {
            index = value(bytes, index, inner)
            guard index != unknown else { return unknown }
            index = spaceEnd(of: bytes, from: index)
            guard byte(bytes, index) == UInt8(ascii: ",") else { break }
            index = spaceEnd(of: bytes, from: index + 1)
        }
        return byte(bytes, index) == UInt8(ascii: "]") ? index + 1 : unknown
    }

    /// Scans the rest of a string that begins at `start`. The string is plain up to `end`, and `end` is not its closing
    /// quotation mark.
    private static func string(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ room: Room) -> Int {
        var index = end
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                return index - start <= room.stringBytes ? index + 1 : unknown
            case UInt8(ascii: "\\"):
                guard isShortEscape(byte(bytes, index + 1)) else { return unknown }
                index += 2
            default:
                guard let length = UTF8Sequence.length(in: bytes, at: index) else { return unknown }
                index += length
            }
            index = plainEnd(of: bytes, from: index)
        }
        return unknown
    }

    private static func isShortEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            true
        default: false
        }
    }

    /// The end of the integer at `start`. The integer has at most 15 digits. Returns nil if the reader must decide.
    @inline(__always)
    static func integerEnd(of bytes: Span<UInt8>, from start: Int) -> Int? {
        let end = integer(bytes, start)
        return end == unknown ? nil : end
    }

    @inline(__always)
    private static func integer(_ bytes: Span<UInt8>, _ first: Int) -> Int {
        let start = byte(bytes, first) == UInt8(ascii: "-") ? first + 1 : first
        let head = word(bytes, start)
        var count = digits(head)
        if count == 8 { count += digits(word(bytes, start + 8)) }
        guard count > 0, count <= 15, count == 1 || head & 0xFF != 0x30 else { return unknown }
        let index = start + count
        let next = byte(bytes, index)
        return next != UInt8(ascii: ".") && next | 0x20 != UInt8(ascii: "e") ? index : unknown
    }
}

/// The fingerprints of an object's keys.
private struct JSONScanKeys {
    private(set) var count = 0
    private var numbers = InlineArray<16, UInt64>(repeating: 0)
    /// A bit for each number. If the bit of a number is not set, this number is new.
    private var marks: UInt64 = 0

    /// Adds a key's number. Returns false if the key is a duplicate, or if it may be a duplicate. This may be called
    /// for at most 16 keys.
    @inline(__always)
    mutating func insert(_ number: UInt64) -> Bool {
        let mark: UInt64 = 1 &<< ((number &* 0x9E37_79B9_7F4A_7C15) >> 58)
        if marks & mark != 0 {
            for index in 0..<count where numbers[index] == number { return false }
        }
        marks |= mark
        numbers[count] = number
        count += 1
        return true
    }
}

/// Characters of two to four bytes, as RFC 3629 defines them.
enum UTF8Sequence {
    /// The length of the character at `index`. Returns nil if there is no valid character.
    static func length(in bytes: Span<UInt8>, at index: Int) -> Int? {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[index] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
        for next in index + 2..<index + length where bytes[next] & 0xC0 != 0x80 { return nil }
        return length
    }
}
