/// Bytes that are copied in whole words. The last word overlaps the word before it, so no byte outside the run is read
/// or stored. While a run is used, the code that created it must keep the bytes in place.
@safe struct ByteRun {
    private let start: UnsafeRawPointer
    private let count: Int

    @unsafe @inline(__always)
    init(_ start: UnsafeRawPointer, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    /// Copies the bytes to `place`, which must have room for them. There are usually only a few bytes.
    @unsafe @inline(__always)
    func copy(to place: UnsafeMutableRawPointer) {
        if count >= 8 {
            guard count <= 16 else { return unsafe place.copyMemory(from: start, byteCount: count) }
            unsafe copy(UInt64.self, at: 0, to: place)
            unsafe copy(UInt64.self, at: count - 8, to: place)
        } else if count >= 4 {
            unsafe copy(UInt32.self, at: 0, to: place)
            unsafe copy(UInt32.self, at: count - 4, to: place)
        } else if count > 0 {
            unsafe copy(UInt8.self, at: 0, to: place)
            unsafe copy(UInt8.self, at: count >> 1, to: place)
            unsafe copy(UInt8.self, at: count - 1, to: place)
        }
    }

    /// Copies the bytes to `place`, which must have room for them. Returns false if one of the bytes needs an escape in
    /// a JSON string.
    @unsafe @inline(__always)
    func copy(plainTo place: UnsafeMutableRawPointer) -> Bool {
        guard count >= 8 else {
            unsafe copy(to: place)
            // The zeroes after the last bytes do not belong to the text.
            let word = unsafe ByteWords(start, count: count).last()
            return JSONScan.prefix(JSONScan.escaped(word), count) == 0
        }
        let last = count - 8
        var marks = unsafe copy(wordAt: last, to: place)
        var offset = 0
        while offset < last {
            unsafe marks |= copy(wordAt: offset, to: place)
            offset &+= 8
        }
        return marks & (Self.ones &* 0x80) == 0 || !needsEscapes()
    }

    @inline(__always)
    private func copy<Word: FixedWidthInteger & BitwiseCopyable>(
        _: Word.Type, at offset: Int, to place: UnsafeMutableRawPointer
    ) {
        let word = unsafe start.loadUnaligned(fromByteOffset: offset, as: Word.self)
        unsafe place.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Copies eight bytes. If all of them are ASCII and none of them needs an escape, the result has no high bits.
    @inline(__always)
    private func copy(wordAt offset: Int, to place: UnsafeMutableRawPointer) -> UInt64 {
        let word = unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        unsafe place.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
        let quotes = ((word ^ (Self.ones &* 0x22)) &- Self.ones) | ((word ^ (Self.ones &* 0x5C)) &- Self.ones)
        // This marks the bytes below 0x20 and above 0x7E.
        return quotes | (word &- Self.ones &* 0x20) | (word &+ Self.ones) | word
    }

    /// Whether one of the bytes needs an escape. This is for text that is not all ASCII. There must be at least eight
    /// bytes.
    @inline(never)
    private func needsEscapes() -> Bool {
        var words = unsafe ByteWords(start, count: count)
        while words.count >= 8 {
            guard JSONScan.escaped(words.next()) == 0 else { return true }
        }
        let count = words.count
        return JSONScan.prefix(JSONScan.escaped(words.last()), count) != 0
    }
}
