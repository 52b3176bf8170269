/// The error codes of a protocol whose bytes are read with ``ByteReader``.
package protocol ByteCode: RawRepresentable<String>, Equatable, Sendable {
    /// Fewer bytes than the field needs.
    static var truncated: Self { get }
    /// Bytes remain after the last field.
    static var oversize: Self { get }
}

/// Takes little-endian fields off the front of untrusted bytes; throws the protocol's own error.
package struct ByteReader<Code: ByteCode> {
    private var rest: ArraySlice<UInt8>

    /// Starts reading at the first of `bytes`.
    package init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The number of bytes left.
    package var remaining: Int { rest.count }

    /// The next `count` bytes; throws `truncated` when there are fewer.
    package mutating func bytes(_ count: Int) throws(CodedError<Code>) -> [UInt8] {
        guard count >= 0, rest.count >= count else {
            throw CodedError(.truncated, "\(count) bytes wanted, \(rest.count) left")
        }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// One byte.
    package mutating func uint8() throws(CodedError<Code>) -> UInt8 {
        try bytes(1)[0]
    }

    /// One byte, signed.
    package mutating func int8() throws(CodedError<Code>) -> Int8 {
        Int8(bitPattern: try uint8())
    }

    /// One byte; any value except zero is true.
    package mutating func flag() throws(CodedError<Code>) -> Bool {
        try uint8() != 0
    }

    /// Two bytes.
    package mutating func uint16() throws(CodedError<Code>) -> UInt16 {
        let raw = try bytes(2)
        return UInt16(raw[0]) | UInt16(raw[1]) << 8
    }

    /// Two bytes, signed.
    package mutating func int16() throws(CodedError<Code>) -> Int16 {
        Int16(bitPattern: try uint16())
    }

    /// Four bytes.
    package mutating func uint32() throws(CodedError<Code>) -> UInt32 {
        let low = UInt32(try uint16())
        return low | UInt32(try uint16()) << 16
    }

    /// UTF-8 up to the first zero byte of a field of `size` bytes; damaged text is repaired, never refused.
    package mutating func text(_ size: Int) throws(CodedError<Code>) -> String {
        String(decoding: try bytes(size).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Everything that is left.
    package mutating func tail() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// Throws `oversize` unless every byte was taken.
    package func end() throws(CodedError<Code>) {
        guard rest.isEmpty else { throw CodedError(.oversize, "\(rest.count) bytes after the last field") }
    }
}

extension Array where Element == UInt8 {
    /// Appends an integer, low byte first.
    package mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Appends UTF-8 in a field of exactly `size` bytes, truncated before the first character that does not fit
    /// completely.
    package mutating func append(text: String, size: Int) {
        var field: [UInt8] = []
        for character in text {
            let encoded = Array(character.utf8)
            guard field.count + encoded.count <= size else { break }
            field += encoded
        }
        self += field + [UInt8](repeating: 0, count: size - field.count)
    }

    /// Whether every byte is zero. The time it takes does not depend on the values.
    package var isAllZero: Bool { reduce(0 as UInt8, |) == 0 }
}

extension RandomNumberGenerator {
    /// `count` random bytes. Outside tests, the generator must be a cryptographic one.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + 7)
        while result.count < count { result.append(littleEndian: next() as UInt64) }
        return Array(result.prefix(count))
    }
}

/// Whether two byte strings are equal. The time it takes depends only on their lengths.
package func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}
