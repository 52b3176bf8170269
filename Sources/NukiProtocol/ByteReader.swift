/// Takes little-endian fields off the front of bytes that nobody has vouched for.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// How many bytes are left.
    var remaining: Int { rest.count }

    /// The next `count` bytes; throws `truncated` when there are fewer.
    mutating func bytes(_ count: Int) throws(NukiError) -> [UInt8] {
        guard count >= 0, rest.count >= count else {
            throw NukiError(.truncated, "\(count) bytes wanted, \(rest.count) left")
        }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func uint8() throws(NukiError) -> UInt8 {
        try bytes(1)[0]
    }

    mutating func int8() throws(NukiError) -> Int8 {
        Int8(bitPattern: try uint8())
    }

    mutating func flag() throws(NukiError) -> Bool {
        try uint8() != 0
    }

    mutating func uint16() throws(NukiError) -> UInt16 {
        let raw = try bytes(2)
        return UInt16(raw[0]) | UInt16(raw[1]) << 8
    }

    mutating func int16() throws(NukiError) -> Int16 {
        Int16(bitPattern: try uint16())
    }

    mutating func uint32() throws(NukiError) -> UInt32 {
        let low = UInt32(try uint16())
        return low | UInt32(try uint16()) << 16
    }

    /// UTF-8 up to the first zero byte of a field of `size` bytes; damaged text is repaired, never refused.
    mutating func text(_ size: Int) throws(NukiError) -> String {
        String(decoding: try bytes(size).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Everything that is left.
    mutating func tail() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// Throws `oversize` unless every byte was taken.
    func end() throws(NukiError) {
        guard rest.isEmpty else { throw NukiError(.oversize, "\(rest.count) bytes after the last field") }
    }
}

extension Array where Element == UInt8 {
    /// Appends an integer, low byte first.
    mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Appends UTF-8 in a field of exactly `size` bytes, cut before a character that does not fit whole.
    mutating func append(text: String, size: Int) {
        var field: [UInt8] = []
        for character in text {
            let encoded = Array(character.utf8)
            guard field.count + encoded.count <= size else { break }
            field += encoded
        }
        self += field + [UInt8](repeating: 0, count: size - field.count)
    }

    /// Whether every byte is zero, in time that does not depend on which is not.
    var isAllZero: Bool { reduce(0 as UInt8, |) == 0 }
}

extension RandomNumberGenerator {
    /// `count` random bytes. The generator must be a cryptographic one outside tests.
    mutating func bytes(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + 7)
        while result.count < count { result.append(littleEndian: next() as UInt64) }
        return Array(result.prefix(count))
    }
}
