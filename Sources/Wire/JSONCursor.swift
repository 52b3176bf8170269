/// Walks over JSON that was checked: every step is sure, so that nothing is refused, only told apart.
///
/// A type decodes itself from a cursor that stands on the first byte of its value and leaves it behind the last one.
@usableFromInline
package struct JSONCursor: Sendable {
    let bytes: ArraySlice<UInt8>
    /// The next byte, counted from the first of `bytes`.
    @usableFromInline var index = 0

    /// Stands on the value of `text`.
    package init(_ text: JSONText) {
        bytes = text.bytes
    }

    /// The next byte; 0 behind the last one.
    @usableFromInline var next: UInt8 { JSONScan.byte(bytes.span, index) }

    /// Reads a string; nil, and nothing is read, if something else stands here.
    @usableFromInline
    package mutating func string() -> String? { simpleString() }

    @inline(__always)
    mutating func simpleString() -> String? {
        guard next == UInt8(ascii: "\"") else { return nil }
        guard let (text, end) = Self.plainText(in: bytes.span, from: index + 1) else { return escapedString() }
        index = end
        return text
    }

    /// A string without escapes, whose opening mark stands before `start`, and where it ends.
    @inline(__always)
    private static func plainText(in bytes: Span<UInt8>, from start: Int) -> (String, end: Int)? {
        let (end, isASCII) = JSONScan.textEnd(of: bytes, from: start)
        guard JSONScan.byte(bytes, end) == UInt8(ascii: "\"") else { return nil }
        // The reader has seen that this is UTF-8, or a String has given it.
        let text = unsafe UTF8Span(unchecked: bytes.extracting(start..<end), isKnownASCII: isASCII)
        return (String(copying: text), end + 1)
    }

    /// Reads an integer; nil, and nothing is read, if something else stands here.
    @inline(__always)
    package mutating func integer() -> Int64? {
        guard let (value, end) = Self.integer(in: bytes.span, from: index) else { return nil }
        index = end
        return value
    }

    /// The integer that stands at `start`, and where it ends.
    @inline(__always)
    static func integer(in bytes: Span<UInt8>, from start: Int) -> (Int64, end: Int)? {
        let isNegative = JSONScan.byte(bytes, start) == UInt8(ascii: "-")
        let first = isNegative ? start + 1 : start
        let word = JSONScan.word(bytes, first)
        let count = JSONScan.digits(word)
        var value = JSONScan.number(word, count)
        var index = first + count
        var next = JSONScan.byte(bytes, index)
        while count == 8, next &- UInt8(ascii: "0") < 10 {
            value = value &* 10 &+ Int64(next &- UInt8(ascii: "0"))
            index += 1
            next = JSONScan.byte(bytes, index)
        }
        guard index > first, next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { return nil }
        return (isNegative ? 0 &- value : value, index)
    }

    /// Reads true or false; nil, and nothing is read, if something else stands here.
    @inline(__always)
    package mutating func bool() -> Bool? {
        switch next {
        case UInt8(ascii: "t"):
            index += 4
            return true
        case UInt8(ascii: "f"):
            index += 5
            return false
        default: return nil
        }
    }

    /// Reads any value as it stands.
    package mutating func text() -> JSONText {
        let start = min(index, bytes.count)
        skip()
        return JSONText(checked: bytes[bytes.startIndex + start..<bytes.startIndex + index])
    }

    /// Reads any value.
    package mutating func json() -> JSON { text().json }

    /// Passes over any value.
    @inline(never)
    mutating func skip() { index = JSONScan.checkedEnd(of: bytes.span, from: index) }

    /// Passes over `bracket`, and white space behind it; false if something else stands here.
    @usableFromInline
    mutating func enter(_ bracket: UInt8) -> Bool {
        guard next == bracket else { return false }
        index = JSONScan.spaceEnd(of: bytes.span, from: index + 1)
        return true
    }

    /// Passes over the comma behind an element or a member, and over white space around it; stays before a closing bracket.
    @usableFromInline @inline(__always)
    mutating func separate() {
        index = JSONScan.separatorEnd(of: bytes.span, from: index)
    }

    /// The number of elements of the array that stands here.
    mutating func count() -> Int {
        var count = 0
        guard enter(UInt8(ascii: "[")) else { return 0 }
        while index < bytes.count, next != UInt8(ascii: "]") {
            skip()
            separate()
            count += 1
        }
        return count
    }

    /// A string with escapes is read as when it was checked.
    @inline(never)
    private mutating func escapedString() -> String? {
        let text = self.text()
        var reader = JSONReader(text.bytes, limits: .none)
        return (try? reader.string()) ?? ""
    }
}
