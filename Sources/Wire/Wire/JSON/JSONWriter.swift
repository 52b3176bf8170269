/// Writes JSON in UTF-8, without white space, and with escapes for control characters and U+007F.
///
/// The writer adds the commas. Keys in the source are `StaticString`s. They are ASCII and need no escapes. Other keys
/// are written with ``key(spelled:)``.
@usableFromInline
package struct JSONWriter: ~Copyable {
    private var ink: JSONInk
    private var needsComma = false

    @inline(__always)
    private init(_ ink: JSONInk) {
        self.ink = ink
    }

    /// Appends the output of `body` to `bytes`.
    package static func append(to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        JSONInk.append(to: &bytes) { (ink) in write(with: &ink, body) }
    }

    /// Lets `body` continue writing into `ink`. No comma precedes the first value.
    @inline(__always)
    static func write(with ink: inout JSONInk, _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(ink)
        body(&writer)
        ink = writer.ink
    }

    /// Returns the output of `body`.
    package static func bytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, body)
        return bytes
    }

    /// Returns the one value that `body` writes.
    package static func text(_ body: (inout JSONWriter) -> Void) -> JSONText {
        JSONText(checked: ArraySlice(bytes(body)))
    }

    /// Writes JSON text from the source. The next value gets no comma.
    package mutating func fragment(_ text: StaticString) {
        unsafe ink.put(text.utf8CodeUnitCount) { (pen) in unsafe pen.put(text) }
        needsComma = false
    }

    /// Writes `{`. The object's members follow, and then ``endObject()``.
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Writes `}`.
    package mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Writes `[`. The array's elements follow, and then ``endArray()``.
    @usableFromInline package mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Writes `]`.
    @usableFromInline package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes the key of the next value.
    @usableFromInline
    package mutating func key(_ key: StaticString) {
        let comma = needsComma
        unsafe ink.put(key.utf8CodeUnitCount + 4) { (pen) in unsafe pen.put(key: key, comma: comma) }
        needsComma = false
    }

    /// Writes the key of the next value, which may need escapes.
    package mutating func key(spelled key: String) {
        string(key)
        fragment(":")
    }

    /// Writes a member of the open object. Writes nothing for nil.
    @inlinable
    package mutating func member(_ key: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return }
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a member of the open object.
    package mutating func member(_ key: StaticString, _ value: String) {
        let text = value.utf8.span
        let comma = needsComma
        let isWritten = unsafe ink.put(key.utf8CodeUnitCount + text.count + 6) { (pen) in
            unsafe pen.put(key: key, comma: comma)
            return unsafe pen.put(quoted: text)
        }
        if !isWritten { ink.put(escaping: text) }
        needsComma = true
    }

    /// Writes a member of the open object.
    package mutating func member(_ key: StaticString, _ value: Int64) {
        let comma = needsComma
        unsafe ink.put(key.utf8CodeUnitCount + 24) { (pen) in
            unsafe pen.put(key: key, comma: comma)
            unsafe pen.put(value)
        }
        needsComma = true
    }

    /// Writes an array as a member of the open object.
    @inlinable
    package mutating func member(_ key: StaticString, _ values: [some JSONWritable]) {
        self.key(key)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }

    /// Writes bytes in base64url as a member of the open object.
    package mutating func member(_ key: StaticString, bytes: [UInt8]?) {
        if let bytes { member(key, Base64URL.encode(bytes)) }
    }

    /// Writes counts as a member of the open object. Each count belongs to a word, and the words set the order.
    package mutating func member<Word: RawRepresentable & CaseIterable & Hashable>(
        _ key: StaticString, counts: [Word: Int64]
    ) where Word.RawValue == String {
        let members = Word.allCases.compactMap { word in
            counts[word].map { JSONMember(key: word.rawValue, value: .integer($0)) }
        }
        member(key, JSON.object(JSONObject(members)))
    }

    /// Writes a string.
    package mutating func string(_ value: String) {
        let text = value.utf8.span
        let comma = needsComma
        let isWritten = unsafe ink.put(text.count + 3) { (pen) in
            unsafe pen.put(comma: comma)
            return unsafe pen.put(quoted: text)
        }
        if !isWritten { ink.put(escaping: text) }
        needsComma = true
    }

    /// Writes an integer.
    package mutating func integer(_ value: Int64) {
        let comma = needsComma
        unsafe ink.put(21) { (pen) in
            unsafe pen.put(comma: comma)
            unsafe pen.put(value)
        }
        needsComma = true
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    /// Writes an already checked value, byte for byte.
    package mutating func text(_ value: JSONText) {
        let text = value.bytes.span
        let comma = needsComma
        unsafe ink.put(text.count + 1) { (pen) in
            unsafe pen.put(comma: comma)
            unsafe pen.put(raw: text)
        }
        needsComma = true
    }

    /// Writes any value.
    package mutating func value(_ value: JSON) {
        switch value {
        case .null: word("null")
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let value): text(JSONText(checked: ArraySlice("\(value)".utf8)))
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                key(spelled: member.key)
                self.value(member.value)
            }
            endObject()
        }
    }

    private mutating func word(_ word: StaticString) {
        let comma = needsComma
        unsafe ink.put(word.utf8CodeUnitCount + 1) { (pen) in
            unsafe pen.put(comma: comma)
            unsafe pen.put(word)
        }
        needsComma = true
    }

    @inline(__always)
    private mutating func begin(_ bracket: UInt8) {
        let comma = needsComma
        unsafe ink.put(2) { (pen) in
            unsafe pen.put(comma: comma)
            unsafe pen.put(bracket)
        }
        needsComma = false
    }

    @inline(__always)
    private mutating func end(_ bracket: UInt8) {
        unsafe ink.put(1) { (pen) in unsafe pen.put(bracket) }
        needsComma = true
    }
}

extension JSON {
    /// The value's bytes, as the wire has them.
    package var bytes: [UInt8] { JSONWriter.bytes { $0.value(self) } }

    /// The value's text, as the wire has it.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
