/// Puts bytes where there is room for them; ``JSONInk`` sees to that.
///
/// Words are stored whole, also where fewer bytes count, which is what ``slack`` is for.
@unsafe struct JSONPen {
    /// What may be stored behind the bytes that count.
    static let slack = 8

    /// Where the next byte is put.
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

    /// A comma, where one is due.
    @inline(__always)
    mutating func put(comma isDue: Bool) {
        unsafe next.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
        unsafe next += isDue ? 1 : 0
    }

    /// A key that needs no escapes, with what stands around it.
    @inline(__always)
    mutating func put(key: StaticString, comma isDue: Bool) {
        unsafe put(comma: isDue)
        unsafe put(UInt8(ascii: "\""))
        unsafe put(key)
        // `":`
        unsafe put(word: 0x3A22, count: 2)
    }

    /// Text as it stands in the source.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        var words = ByteWords(text)
        while words.count >= 8 { unsafe put(word: words.next(), count: 8) }
        unsafe put(word: words.last(), count: words.count)
    }

    /// A string: its opening mark, the bytes up to the first that needs an escape, and, if none does, its closing mark. Gives how many
    /// bytes were put.
    @inline(__always)
    mutating func put(quoted text: Span<UInt8>) -> Int {
        unsafe put(UInt8(ascii: "\""))
        let plain = unsafe put(plain: text)
        if plain == text.count { unsafe put(UInt8(ascii: "\"")) }
        return plain
    }

    /// The bytes of `text` up to the first that needs an escape; gives how many.
    @inline(__always)
    private mutating func put(plain text: Span<UInt8>) -> Int {
        unsafe text.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var words = unsafe ByteWords(start, count: buffer.count)
            while words.count >= 8 {
                let word = words.next()
                let found = JSONScan.escaped(word)
                unsafe put(word: word, count: 8)
                guard found == 0 else { return unsafe takeBack(from: found, behind: words.count + 8, of: buffer.count) }
            }
            let word = words.last()
            // Behind the last bytes stand zeroes, which are no characters of the text.
            let found = JSONScan.escaped(word) & (1 &<< UInt64(8 * words.count) &- 1)
            unsafe put(word: word, count: words.count)
            guard found == 0 else { return unsafe takeBack(from: found, behind: words.count, of: buffer.count) }
            return buffer.count
        }
    }

    /// Leaves out what was put from the lowest mark of `found` on, in the word with which the last `left` of `count` bytes began; gives
    /// how many bytes were put.
    @inline(never)
    private mutating func takeBack(from found: UInt64, behind left: Int, of count: Int) -> Int {
        let plain = found.trailingZeroBitCount >> 3
        unsafe next -= min(left, 8) - plain
        return count - left + plain
    }

    /// Any bytes.
    mutating func put(raw bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe next.copyMemory(from: start, byteCount: buffer.count)
            unsafe next += buffer.count
        }
    }

    /// One byte of a string.
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

    /// An integer in decimal.
    mutating func put(_ value: Int64) {
        if value < 0 { unsafe put(UInt8(ascii: "-")) }
        var rest = value.magnitude
        guard rest >= 100_000_000 else { return unsafe put(digits: rest) }
        var parts = InlineArray<3, UInt64>(repeating: 0)
        var count = 0
        while rest >= 100_000_000 {
            parts[count] = rest % 100_000_000
            rest /= 100_000_000
            count += 1
        }
        unsafe put(digits: rest)
        for index in stride(from: count - 1, through: 0, by: -1) {
            let (word, digits) = unsafe Self.digits(parts[index])
            for _ in digits..<8 { unsafe put(UInt8(ascii: "0")) }
            unsafe put(word: word, count: digits)
        }
    }

    @inline(__always)
    private mutating func put(digits value: UInt64) {
        let (word, count) = unsafe Self.digits(value)
        unsafe put(word: word, count: count)
    }

    /// The digits of a number of at most eight, and how many they are.
    @inline(__always)
    private static func digits(_ value: UInt64) -> (UInt64, Int) {
        // Two numbers of four digits, then four of two, then eight of one, each from the ones before in a single step.
        let fours = value / 10_000 | (value % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let pairs = hundreds | (fours &- 100 &* hundreds) << 16
        let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
        let ones = tens | (pairs &- 10 &* tens) << 8
        let zeroes = min(ones.trailingZeroBitCount >> 3, 7)
        return ((ones | 0x3030_3030_3030_3030) >> UInt64(8 * zeroes), 8 - zeroes)
    }

    @inline(__always)
    private mutating func put(word: UInt64, count: Int) {
        unsafe next.storeBytes(of: word.littleEndian, as: UInt64.self)
        unsafe next += count
    }
}
