/// Writes bytes to memory. ``JSONInk`` makes sure that there is room.
///
/// The pen stores whole words, even if only some of their bytes are valid. ``slack`` provides the space for this.
/// Functions that are not inlined take addresses and not the pen, so that the pen can stay in a register.
@unsafe struct JSONPen {
    /// The number of bytes that may be stored after the valid bytes.
    static let slack = 8
    /// The size of the length in front of a frame.
    static let lengthCount = 4

    /// The address of the next byte.
    var next: UnsafeMutableRawPointer

    @inline(__always)
    init(_ start: UnsafeMutableRawPointer) {
        unsafe next = start
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        unsafe next.storeBytes(of: byte, as: UInt8.self)
        unsafe next += 1
    }

    /// Leaves space for the length of a frame (see ``JSONInk/endFrame()``).
    @inline(__always)
    mutating func skipLength() { unsafe next += Self.lengthCount }

    /// Writes a comma if one is due.
    @inline(__always)
    mutating func put(comma isDue: Bool) {
        unsafe next.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
        unsafe next += isDue ? 1 : 0
    }

    /// Writes a key, with quotation marks and a colon. The key must need no escapes.
    @inline(__always)
    mutating func put(key: StaticString, comma isDue: Bool) {
        unsafe put(comma: isDue)
        unsafe put(UInt8(ascii: "\""))
        let count = key.utf8CodeUnitCount
        unsafe ByteRun(UnsafeRawPointer(key.utf8Start), count: count).copy(to: next)
        unsafe next += count
        // `":`
        unsafe put(word: 0x3A22, count: 2)
    }

    /// Writes text exactly as it is in the source.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        unsafe next.copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        unsafe next += text.utf8CodeUnitCount
    }

    /// Writes a string with quotation marks. If one of the string's bytes needs an escape, returns false and writes
    /// nothing.
    @inline(__always)
    mutating func put(quoted text: Span<UInt8>) -> Bool {
        unsafe next.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        let end = unsafe next + 1
        let isPlain = unsafe text.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return true }
            return unsafe ByteRun(start, count: buffer.count).copy(plainTo: end)
        }
        guard isPlain else { return false }
        unsafe end.storeBytes(of: UInt8(ascii: "\""), toByteOffset: text.count, as: UInt8.self)
        unsafe next = end + (text.count + 1)
        return true
    }

    /// Writes the bytes of a string from `start` on, eight at a time. Stops when at least one of the eight needs an
    /// escape. Returns the place where the rest begins.
    mutating func put(plainWordsOf text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while text.count - index >= 8 {
            let word = JSONScan.word(text, index)
            guard JSONScan.escaped(word) == 0 else { break }
            unsafe put(word: word, count: 8)
            index += 8
        }
        return index
    }

    /// Writes any bytes.
    @inline(__always)
    mutating func put(raw bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe next.copyMemory(from: start, byteCount: buffer.count)
            unsafe next += buffer.count
        }
    }

    /// Writes one byte of a string. If the byte needs an escape, writes the escape.
    mutating func put(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): unsafe put("\\\"")
        case UInt8(ascii: "\\"): unsafe put("\\\\")
        case 0x0A: unsafe put("\\n")
        case 0x0D: unsafe put("\\r")
        case 0x09: unsafe put("\\t")
        case 0..<0x20, 0x7F:
            unsafe put("\\u00")
            unsafe put(Hex.character(byte >> 4))
            unsafe put(Hex.character(byte & 15))
        default: unsafe put(byte)
        }
    }

    /// Writes an integer in decimal digits, which takes at most 20 bytes.
    @inline(__always)
    mutating func put(_ value: Int64) {
        let magnitude = UInt64(bitPattern: value)
        if magnitude < 10 {
            unsafe put(UInt8(ascii: "0") | UInt8(truncatingIfNeeded: magnitude))
        } else if unsafe magnitude < Self.eightDigits {
            unsafe next = Self.put(digits: magnitude, at: next)
        } else {
            unsafe next = Self.put(long: value, at: next)
        }
    }

    /// The smallest number with nine digits.
    private static let eightDigits: UInt64 = 100_000_000

    @inline(never)
    private static func put(long value: Int64, at start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        var next = unsafe start
        if value < 0 {
            unsafe next.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
            unsafe next += 1
        }
        let magnitude = value.magnitude
        guard unsafe magnitude >= eightDigits else { return unsafe put(digits: magnitude, at: next) }
        let (high, low) = unsafe magnitude.quotientAndRemainder(dividingBy: eightDigits)
        if unsafe high < eightDigits {
            unsafe next = put(digits: high, at: next)
        } else {
            let (highest, middle) = unsafe high.quotientAndRemainder(dividingBy: eightDigits)
            unsafe next = put(digits: highest, at: next)
            unsafe next = put(allEight: middle, at: next)
        }
        return unsafe put(allEight: low, at: next)
    }

    /// Writes a number of at most eight digits.
    @inline(__always)
    private static func put(digits value: UInt64, at start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let digits = unsafe eight(value)
        let zeroes = min(digits.trailingZeroBitCount >> 3, 7)
        let word = (digits | 0x3030_3030_3030_3030) &>> UInt64(truncatingIfNeeded: 8 &* zeroes)
        unsafe start.storeBytes(of: word.littleEndian, as: UInt64.self)
        return unsafe start + (8 - zeroes)
    }

    /// Writes all eight digits, with leading zeroes.
    @inline(__always)
    private static func put(allEight value: UInt64, at start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let word = unsafe eight(value) | 0x3030_3030_3030_3030
        unsafe start.storeBytes(of: word.littleEndian, as: UInt64.self)
        return unsafe start + 8
    }

    /// The eight digits of a number. A word contains one digit in each byte, and the first digit is in the lowest byte.
    @inline(__always)
    private static func eight(_ value: UInt64) -> UInt64 {
        // The steps produce two numbers of four digits, then four numbers of two digits, and then eight single digits.
        // In each step, all numbers are computed at the same time.
        let high = value / 10_000
        let fours = high | (value &- 10_000 &* high) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let pairs = hundreds | (fours &- 100 &* hundreds) << 16
        let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (pairs &- 10 &* tens) << 8
    }

    @inline(__always)
    private mutating func put(word: UInt64, count: Int) {
        unsafe next.storeBytes(of: word.littleEndian, as: UInt64.self)
        unsafe next += count
    }
}
