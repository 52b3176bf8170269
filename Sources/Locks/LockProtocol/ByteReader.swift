/// The error codes of a protocol whose bytes are read with ``ByteReader``.
package protocol ByteCode: RawRepresentable<String>, Equatable, Sendable {
    /// The error for fewer bytes than a field needs.
    static var truncated: Self { get }
    /// The error for bytes that remain after the last field.
    static var oversize: Self { get }
}

/// Reads little-endian fields, one after another, from untrusted bytes. Throws the protocol's own error.
package struct ByteReader<Code: ByteCode> {
    private var rest: ArraySlice<UInt8>

    /// Creates a reader that starts at the first of `bytes`.
    package init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The number of bytes that have not been read yet.
    package var remaining: Int { rest.count }

    /// Reads the next `count` bytes. Throws `truncated` if fewer bytes are left.
    package mutating func bytes(_ count: Int) throws(CodedError<Code>) -> [UInt8] {
        guard count >= 0, rest.count >= count else {
            throw CodedError(.truncated, "\(count) bytes are needed, but only \(rest.count) are left")
        }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Reads one byte as an unsigned number.
    package mutating func uint8() throws(CodedError<Code>) -> UInt8 {
        try bytes(1)[0]
    }

    /// Reads one byte as a signed number.
    package mutating func int8() throws(CodedError<Code>) -> Int8 {
        Int8(bitPattern: try uint8())
    }

    /// Reads one byte as a flag: any value except zero is true.
    package mutating func flag() throws(CodedError<Code>) -> Bool {
        try uint8() != 0
    }

    /// Reads two bytes as an unsigned number.
    package mutating func uint16() throws(CodedError<Code>) -> UInt16 {
        let raw = try bytes(2)
        return UInt16(raw[0]) | UInt16(raw[1]) << 8
    }

    /// Reads two bytes as a signed number.
    package mutating func int16() throws(CodedError<Code>) -> Int16 {
        Int16(bitPattern: try uint16())
    }

    /// Reads four bytes as an unsigned number.
    package mutating func uint32() throws(CodedError<Code>) -> UInt32 {
        let low = UInt32(try uint16())
        return low | UInt32(try uint16()) << 16
    }

    /// Reads UTF-8 text up to the first zero byte of a field of `size` bytes. Damaged text is repaired, never refused.
    package mutating func text(_ size: Int) throws(CodedError<Code>) -> String {
        String(decoding: try bytes(size).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Reads all remaining bytes.
    package mutating func tail() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// Throws `oversize` unless every byte has been read.
    package func end() throws(CodedError<Code>) {
        guard rest.isEmpty else { throw CodedError(.oversize, "there are \(rest.count) bytes after the last field") }
    }
}

extension Array where Element == UInt8 {
    /// Appends the bytes of an integer, the lowest byte first.
    package mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Appends UTF-8 text in a field of exactly `size` bytes. The text is truncated before the first character that
    /// does not fit completely.
    package mutating func append(text: String, size: Int) {
        var field: [UInt8] = []
        for character in text {
            let encoded = Array(character.utf8)
            guard field.count + encoded.count <= size else { break }
            field += encoded
        }
        self += field + [UInt8](repeating: 0, count: size - field.count)
    }

    /// Whether every byte is zero. The duration of this check does not depend on the values.
    package var isAllZero: Bool { reduce(0 as UInt8, |) == 0 }
}

extension RandomNumberGenerator {
    /// Returns `count` random bytes. Outside tests, the generator must be cryptographically secure.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + 7)
        while result.count < count { result.append(littleEndian: next() as UInt64) }
        return Array(result.prefix(count))
    }
}

/// Whether two byte strings are equal. The duration of this check depends only on the lengths of the strings.
package func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}
