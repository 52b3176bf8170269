/// Appends JSON to a byte array: UTF-8, no white space, control characters and U+007F escaped.
///
/// ``member(_:_:)`` and ``beginObject()`` place the commas; whoever mixes them with raw appends does not need them.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8]
    private var needsComma = false

    package init(reservingCapacity capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Goes on behind `bytes`; ``finish()`` gives them back.
    init(continuing bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    /// All bytes.
    consuming func finish() -> [UInt8] { bytes }

    /// Text that was written as JSON in the source.
    mutating func fragment(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        needsComma = false
    }

    /// Overwrites four bytes with a number, the highest byte first.
    mutating func setLength(_ length: Int, at index: Int) {
        let length = UInt32(clamping: length)
        for offset in 0..<4 { bytes[index + offset] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * offset)) }
    }

    /// `{`; its members follow, then ``endObject()``.
    package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// `}`.
    package mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// `[`; its elements follow, then ``endArray()``.
    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// `]`.
    package mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes the key of the next value.
    package mutating func key(_ key: String) {
        separate()
        append(quoted: key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member of the object that is open; nothing for nil.
    package mutating func member(_ key: String, _ value: JSON?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    /// A member of the object that is open.
    package mutating func member(_ key: String, _ value: String) {
        self.key(key)
        string(value)
    }

    /// A member of the object that is open.
    package mutating func member(_ key: String, _ value: Int64) {
        self.key(key)
        integer(value)
    }

    /// A member of the object that is open; nothing for nil.
    package mutating func member(_ key: String, _ value: (some JSONCodable)?) {
        guard let value else { return }
        self.key(key)
        value.write(to: &self)
    }

    /// A member of the object that is open, byte for byte.
    package mutating func member(_ key: String, _ value: JSONText) {
        self.key(key)
        text(value)
    }

    /// A string.
    package mutating func string(_ value: String) {
        separate()
        append(quoted: value)
        needsComma = true
    }

    /// An integer.
    package mutating func integer(_ value: Int64) {
        separate()
        append(digitsOf: value)
        needsComma = true
    }

    /// Writes a value that was checked before, byte for byte.
    package mutating func text(_ value: JSONText) {
        separate()
        bytes.append(contentsOf: value.bytes)
        needsComma = true
    }

    /// Any value.
    package mutating func value(_ value: JSON) {
        switch value {
        case .null: word("null")
        case .bool(let value): word(value ? "true" : "false")
        case .integer(let value): integer(value)
        case .number(let value): word("\(value)")
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members { self.member(member.key, member.value) }
            endObject()
        }
    }

    private mutating func word(_ word: String) {
        separate()
        bytes.append(contentsOf: word.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func append(digitsOf value: Int64) {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = value.magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        } while rest > 0
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        for index in start..<digits.count { bytes.append(digits[index]) }
    }

    private mutating func append(quoted text: String) {
        var text = text
        text.withUTF8 { buffer in
            bytes.append(UInt8(ascii: "\""))
            let span = unsafe buffer.span
            if JSONScan.unescapedEnd(of: span) == span.count {
                unsafe bytes.append(contentsOf: buffer)
            } else {
                for index in span.indices { append(escaping: span[index]) }
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private mutating func append(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20, 0x7F:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(Hex.character(byte >> 4))
            bytes.append(Hex.character(byte & 15))
        default: bytes.append(byte)
        }
    }
}

extension JSON {
    /// The value as the wire writes it.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The value as the wire writes it.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
