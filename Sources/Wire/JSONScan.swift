/// Passes over JSON at the speed of memory where it is plain, and leaves everything else to ``JSONReader``.
///
/// What it accepts, the reader would accept; where it gives up, the reader reads again, slowly, and decides. It gives up at every
/// fault, and at what is rare: `\u`, numbers with a fraction, an exponent or more than 15 digits, keys that are not plain ASCII,
/// and objects with more than 16 members.
enum JSONScan {
    private static let mostKeys = 16

    /// Where the value that begins at `start` ends; nil: the reader decides. `depth` counts what is open around it.
    static func end(of bytes: Span<UInt8>, from start: Int, depth: Int, limits: JSONLimits) -> Int? {
        var index = start
        return value(bytes, &index, depth, limits) ? index : nil
    }

    /// The first byte from `start` on that is a quotation mark, a backslash, a control character or not ASCII; the end if there
    /// is none.
    static func plainEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count {
            let word = load(bytes, index)
            let found = (zeroes(word ^ (ones &* 0x22)) | zeroes(word ^ (ones &* 0x5C)) | below20(word) | word) & highs
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { return index }
            index += 1
        }
        return index
    }

    /// The first byte that a string must not hold as it is, DEL included; the end if there is none.
    static func unescapedEnd(of bytes: Span<UInt8>) -> Int {
        var index = 0
        while index + 8 <= bytes.count {
            let word = load(bytes, index)
            let quotes = zeroes(word ^ (ones &* 0x22)) | zeroes(word ^ (ones &* 0x5C))
            let found = (quotes | below20(word) | zeroes(word ^ (ones &* 0x7F))) & highs
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte == 0x7F { return index }
            index += 1
        }
        return index
    }

    /// A number that differs for nearly all keys that differ.
    static func fingerprint(of bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt64 {
        let count = end - start
        guard count < 8 else {
            let mixed = load(bytes, start) &* 0x9E37_79B9_7F4A_7C15 ^ load(bytes, end - 8).byteSwapped
            return mixed &* 0xC2B2_AE3D_27D4_EB4F ^ UInt64(count)
        }
        var short = UInt64(count)
        for index in start..<end { short = short << 8 | UInt64(bytes[index]) }
        return short &* 0x9E37_79B9_7F4A_7C15
    }

    /// Whether `text` stands at `index`, from where there are as many bytes.
    static func holds(_ bytes: Span<UInt8>, at index: Int, _ text: StaticString) -> Bool {
        let expected = unsafe UnsafeRawPointer(text.utf8Start)
        let count = text.utf8CodeUnitCount
        var offset = 0
        while offset + 8 <= count {
            let word = unsafe UInt64(littleEndian: expected.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            guard load(bytes, index + offset) == word else { return false }
            offset += 8
        }
        while offset < count {
            let byte = unsafe expected.load(fromByteOffset: offset, as: UInt8.self)
            guard bytes[index + offset] == byte else { return false }
            offset += 1
        }
        return true
    }

    // MARK: eight bytes at a time

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The first byte is the lowest.
    private static func load(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
        precondition(index >= 0 && index <= bytes.count - 8)
        // Within bounds, as was just checked; every bit pattern is a number.
        return unsafe UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The high bit of each byte that is zero. Bytes above the lowest one that is may be marked, too.
    private static func zeroes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

    /// The same for bytes below 0x20.
    private static func below20(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word }

    // MARK: values

    private static func value(_ bytes: Span<UInt8>, _ index: inout Int, _ depth: Int, _ limits: JSONLimits) -> Bool {
        switch skipSpace(bytes, &index) {
        case UInt8(ascii: "\""): return string(bytes, &index, limits)
        case UInt8(ascii: "{"): return depth < limits.depth && object(bytes, &index, depth + 1, limits)
        case UInt8(ascii: "["): return depth < limits.depth && array(bytes, &index, depth + 1, limits)
        case UInt8(ascii: "t"): return word(bytes, &index, 0x6575_7274, 4)
        case UInt8(ascii: "f"): return word(bytes, &index, 0x65_736C_6166, 5)
        case UInt8(ascii: "n"): return word(bytes, &index, 0x6C6C_756E, 4)
        default: return integer(bytes, &index)
        }
    }

    /// The byte that is not white space, 0 at the end.
    private static func skipSpace(_ bytes: Span<UInt8>, _ index: inout Int) -> UInt8 {
        while index < bytes.count {
            let byte = bytes[index]
            if byte > 0x20 { return byte }
            guard JSONReader.isSpace(byte) else { return 0 }
            index += 1
        }
        return 0
    }

    private static func object(_ bytes: Span<UInt8>, _ index: inout Int, _ depth: Int, _ limits: JSONLimits) -> Bool {
        var seen = InlineArray<16, UInt64>(repeating: 0)
        var count = 0
        index += 1
        if skipSpace(bytes, &index) == UInt8(ascii: "}") {
            index += 1
            return true
        }
        while skipSpace(bytes, &index) == UInt8(ascii: "\"") {
            let start = index + 1
            let end = plainEnd(of: bytes, from: start)
            guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), end - start <= limits.stringBytes else {
                return false
            }
            guard count < mostKeys, count < limits.keys else { return false }
            let key = fingerprint(of: bytes, from: start, to: end)
            for index in 0..<count where seen[index] == key { return false }
            seen[count] = key
            count += 1
            index = end + 1
            guard skipSpace(bytes, &index) == UInt8(ascii: ":") else { return false }
            index += 1
            guard value(bytes, &index, depth, limits) else { return false }
            switch skipSpace(bytes, &index) {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "}"):
                index += 1
                return true
            default: return false
            }
        }
        return false
    }

    private static func array(_ bytes: Span<UInt8>, _ index: inout Int, _ depth: Int, _ limits: JSONLimits) -> Bool {
        index += 1
        if skipSpace(bytes, &index) == UInt8(ascii: "]") {
            index += 1
            return true
        }
        while value(bytes, &index, depth, limits) {
            let byte = skipSpace(bytes, &index)
            guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") else { return false }
            index += 1
            if byte == UInt8(ascii: "]") { return true }
        }
        return false
    }

    private static func string(_ bytes: Span<UInt8>, _ index: inout Int, _ limits: JSONLimits) -> Bool {
        let start = index + 1
        index = start
        while true {
            index = plainEnd(of: bytes, from: index)
            guard index < bytes.count else { return false }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return index - 1 - start <= limits.stringBytes
            case UInt8(ascii: "\\"):
                guard index + 1 < bytes.count, isShortEscape(bytes[index + 1]) else { return false }
                index += 2
            default:
                guard let length = UTF8Sequence.length(in: bytes, at: index) else { return false }
                index += length
            }
        }
    }

    private static func isShortEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            true
        default: false
        }
    }

    private static func word(_ bytes: Span<UInt8>, _ index: inout Int, _ letters: UInt64, _ count: Int) -> Bool {
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count {
            guard bytes[index + offset] == UInt8(truncatingIfNeeded: letters >> (8 * UInt64(offset))) else {
                return false
            }
        }
        index += count
        return true
    }

    private static func integer(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
        let start = index
        while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        let count = index - start
        guard count > 0, count <= 15, count == 1 || bytes[start] != UInt8(ascii: "0") else { return false }
        guard index < bytes.count else { return true }
        let next = bytes[index]
        return next != UInt8(ascii: ".") && next | 0x20 != UInt8(ascii: "e")
    }
}

/// Characters of two to four bytes, as RFC 3629 has them.
enum UTF8Sequence {
    /// How long the character at `index` is; nil if it is none.
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
