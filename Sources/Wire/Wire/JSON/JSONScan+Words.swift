/// Reads bytes and words of a text. Offsets start at 0 and only grow, so none of them is negative. A word contains
/// eight bytes, and the first byte is the lowest. After the end of the text, the bytes of a word are zeroes. No text
/// may contain a zero.
extension JSONScan {
    @inline(__always)
    static func byte(_ bytes: Span<UInt8>, _ index: Int) -> UInt8 {
        // The index is within bounds, as checked here.
        index < bytes.count ? unsafe bytes[unchecked: index] : 0
    }

    /// Two bytes, of which the first is the lowest.
    @inline(__always)
    static func pair(_ bytes: Span<UInt8>, _ index: Int) -> UInt16 {
        guard index <= bytes.count - 2 else { return UInt16(byte(bytes, index)) }
        // The index is within bounds, as just checked, and every bit pattern is a number.
        return unsafe UInt16(
            littleEndian: bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt16.self))
    }

    /// The bytes `":`, which follow nearly every key.
    static let markColon: UInt16 = 0x3A22

    @inline(__always)
    static func word(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
        guard index <= bytes.count - 8 else { return lastWord(bytes, index) }
        // The index is within bounds, as just checked, and every bit pattern is a number.
        return unsafe UInt64(
            littleEndian: bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    @inline(never)
    private static func lastWord(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
        let left = bytes.count - index
        guard left > 0 else { return 0 }
        if bytes.count >= 8 { return word(bytes, bytes.count - 8) >> (64 - 8 * UInt64(left)) }
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe ByteWords(start + index, count: left).last()
        }
    }

    /// The first `count` bytes of a word, at most seven.
    @inline(__always)
    static func prefix(_ word: UInt64, _ count: Int) -> UInt64 {
        word & (1 &<< UInt64(truncatingIfNeeded: 8 &* count) &- 1)
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Marks each zero byte by setting its high bit. A byte above the lowest such byte may be marked by mistake.
    @inline(__always)
    private static func zeroes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

    /// Marks each byte below 0x20 in the same way.
    @inline(__always)
    private static func below20(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word }

    /// Marks each quotation mark and each backslash in the same way.
    @inline(__always)
    private static func quotes(_ word: UInt64) -> UInt64 {
        zeroes(word ^ (ones &* 0x22)) | zeroes(word ^ (ones &* 0x5C))
    }

    /// Marks the first byte that is a quotation mark, a backslash, a control character or not ASCII by setting its high
    /// bit. Later bytes may be marked by mistake.
    @inline(__always)
    static func special(_ word: UInt64) -> UInt64 {
        // Bytes that are not ASCII are marked in any case, so the other tests may also mark them.
        let quotes = ((word ^ (ones &* 0x22)) &- ones) | ((word ^ (ones &* 0x5C)) &- ones)
        return (quotes | (word &- ones &* 0x20) | word) & highs
    }

    /// Marks the bytes that a string must escape, including DEL, in the same way.
    @inline(__always)
    static func escaped(_ word: UInt64) -> UInt64 {
        (quotes(word) | below20(word) | zeroes(word ^ (ones &* 0x7F))) & highs
    }

    /// The index of the first byte from `start` on that is a quotation mark, a backslash, a control character, or not
    /// ASCII. If no such byte exists, this is the end.
    @inline(__always)
    static func plainEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index <= bytes.count - 16 {
            // The index is within bounds, as just checked, and every bit pattern is sixteen numbers.
            let (low, high) = special(
                unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self))
            guard low | high == 0 else {
                return low != 0 ? index + low.trailingZeroBitCount >> 3 : index + 8 + high.trailingZeroBitCount >> 3
            }
            index += 16
        }
        while true {
            let found = special(word(bytes, index))
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
    }

    /// Marks these bytes among sixteen bytes by setting all their bits. The result has one word for the first eight
    /// bytes, and one word for the other eight.
    @inline(__always)
    private static func special(_ block: SIMD16<UInt8>) -> (UInt64, UInt64) {
        // Both operands have exactly this vector type, because operators for other types would work byte by byte.
        let quotes = (block .== SIMD16<UInt8>(repeating: 0x22)) .| (block .== SIMD16<UInt8>(repeating: 0x5C))
        let others = (block .< SIMD16<UInt8>(repeating: 0x20)) .| (block .> SIMD16<UInt8>(repeating: 0x7F))
        // Each byte of a mask is all ones or all zeroes.
        let halves = unsafe unsafeBitCast(quotes .| others, to: SIMD2<UInt64>.self)
        return (UInt64(littleEndian: halves.x), UInt64(littleEndian: halves.y))
    }

    /// The index of the first quotation mark or backslash from `start` on. Also returns whether all bytes before it are
    /// ASCII. If neither exists, the index is the end.
    @inline(__always)
    static func textEnd(of bytes: Span<UInt8>, from start: Int) -> (end: Int, isASCII: Bool) {
        var index = start
        var seen: UInt64 = 0
        while true {
            let word = word(bytes, index)
            let found = quotes(word) & highs
            guard found == 0 else {
                // Only the bytes before the lowest mark are relevant.
                seen |= word & ((found & (0 &- found)) &- 1)
                return (index + found.trailingZeroBitCount >> 3, seen & highs == 0)
            }
            guard index < bytes.count else { return (bytes.count, seen & highs == 0) }
            seen |= word
            index += 8
        }
    }

    /// The number of digits at the start of a word.
    @inline(__always)
    static func digits(_ word: UInt64) -> Int {
        let distance = word ^ (ones &* 0x30)
        let others = ((distance & ~highs) &+ (ones &* 0x76) | distance) & highs
        return others.trailingZeroBitCount >> 3
    }

    /// The number in the first `count` bytes of a word. These bytes must all be digits.
    @inline(__always)
    static func number(_ word: UInt64, _ count: Int) -> Int64 {
        guard count > 0 else { return 0 }
        // There are eight digits, with leading zeroes. They are combined into pairs, then into groups of four, and then
        // into one number.
        let digits = (word ^ (ones &* 0x30)) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        let pairs = (digits &* 10) &+ (digits >> 8)
        let low = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let high = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return Int64(truncatingIfNeeded: (low &+ high) >> 32)
    }

    /// A number that differs for nearly all different keys. If a plain key is shorter than eight bytes, it always
    /// differs.
    @inline(__always)
    static func fingerprint(of bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt64 {
        let count = end - start
        guard count >= 8 else { return prefix(word(bytes, start), count) }
        let mixed = word(bytes, start) &* 0x9E37_79B9_7F4A_7C15 ^ word(bytes, end - 8).byteSwapped
        return mixed &* 0xC2B2_AE3D_27D4_EB4F ^ UInt64(truncatingIfNeeded: count)
    }

    /// Whether `text` is at `index`.
    @inline(__always)
    static func holds(_ bytes: Span<UInt8>, at index: Int, _ text: Span<UInt8>) -> Bool {
        var offset = 0
        while text.count - offset >= 8 {
            guard word(bytes, index + offset) == word(text, offset) else { return false }
            offset += 8
        }
        let left = text.count - offset
        return left == 0 || prefix(word(bytes, index + offset), left) == word(text, offset)
    }

    /// Whether `text` is at `index`.
    @inline(__always)
    static func holds(_ bytes: Span<UInt8>, at index: Int, _ text: StaticString) -> Bool {
        var index = index
        var rest = ByteWords(text)
        while rest.count >= 8 {
            guard word(bytes, index) == rest.next() else { return false }
            index += 8
        }
        return prefix(word(bytes, index), rest.count) == rest.last()
    }
}

/// Reads bytes, eight at a time. While this value is used, the code that created it must keep the bytes in place.
@safe struct ByteWords {
    private var start: UnsafeRawPointer
    /// The number of remaining bytes.
    private(set) var count: Int

    @inline(__always)
    init(_ text: StaticString) {
        unsafe start = UnsafeRawPointer(text.utf8Start)
        count = text.utf8CodeUnitCount
    }

    @unsafe @inline(__always)
    init(_ start: UnsafeRawPointer, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    /// The next eight bytes. At least eight bytes must remain.
    @inline(__always)
    mutating func next() -> UInt64 {
        precondition(count >= 8)
        let word = unsafe start.loadUnaligned(as: UInt64.self)
        unsafe start += 8
        count -= 8
        return UInt64(littleEndian: word)
    }

    /// The remaining bytes, at most seven, followed by zeroes. Loads overlap each other, so no byte outside the rest is
    /// read.
    @inline(__always)
    func last() -> UInt64 {
        precondition(count < 8)
        if count >= 4 {
            let low = unsafe UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
            let high = unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            return UInt64(low) | UInt64(high) &<< Self.bits(count - 4)
        }
        guard count > 0 else { return 0 }
        let first = unsafe UInt64(start.load(as: UInt8.self))
        let middle = unsafe UInt64(start.load(fromByteOffset: count >> 1, as: UInt8.self))
        let last = unsafe UInt64(start.load(fromByteOffset: count - 1, as: UInt8.self))
        return first | middle &<< Self.bits(count >> 1) | last &<< Self.bits(count - 1)
    }

    private static func bits(_ count: Int) -> UInt64 { UInt64(truncatingIfNeeded: 8 &* count) }
}
