/// Steps through checked JSON. The bytes are known to be JSON, so nothing is refused, and the cursor only distinguishes
/// values.
///
/// The cursor can also step through unchecked bytes, and check them on the way. In this case, its results are valid
/// only if ``trust`` is still ``Trust/unchecked`` when it has passed the value. The cursor gives up if it would have to
/// go back. An example is an object whose members are in another order. After that, the bytes must first be checked,
/// and must then be read again.
///
/// When a type decodes itself, the cursor is at the first byte of the type's value. The type moves the cursor past the
/// last byte.
@usableFromInline
package struct JSONCursor: Sendable {
    /// The knowledge about the bytes.
    enum Trust: Sendable {
        /// All bytes are JSON.
        case checked
        /// The bytes that the cursor has passed so far are JSON.
        case unchecked
        /// Either the bytes are not JSON, or one pass is not enough to decide this.
        case refused
    }

    let bytes: ArraySlice<UInt8>
    /// The index of the next byte. It is counted from the first byte of `bytes`.
    @usableFromInline var index = 0
    var trust = Trust.checked

    /// Creates a cursor at the value of `text`.
    package init(_ text: JSONText) {
        bytes = text.bytes
    }

    /// Creates a cursor for values in unchecked bytes (see ``restart(at:)``).
    init(unchecked bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        trust = .refused
    }

    /// Moves the cursor to an unchecked value at `index`.
    @inline(__always)
    mutating func restart(at index: Int) {
        self.index = index
        trust = .unchecked
    }

    /// Gives up checking in one pass.
    mutating func refuse() {
        if trust == .unchecked { trust = .refused }
    }

    /// The next byte, or 0 after the last one.
    @usableFromInline var next: UInt8 { JSONScan.byte(bytes.span, index) }

    /// Reads a string. If another value is here, reads nothing and returns nil.
    @usableFromInline
    package mutating func string() -> String? { simpleString() }

    @inline(__always)
    mutating func simpleString() -> String? {
        guard next == UInt8(ascii: "\"") else { return nil }
        guard let (text, end) = Self.plainText(in: bytes.span, from: index + 1, trust) else { return escapedString() }
        index = end
        return text
    }

    /// A string that has no escapes and whose opening quotation mark is before `start`. Also returns where the string
    /// ends. Returns nil for other strings. If the bytes are unchecked, also returns nil in two cases: the string is
    /// not ASCII, or it is longer than the wire allows.
    @inline(__always)
    private static func plainText(in bytes: Span<UInt8>, from start: Int, _ trust: Trust) -> (String, end: Int)? {
        let (end, isASCII) =
            trust == .checked
            ? JSONScan.textEnd(of: bytes, from: start) : (JSONScan.plainEnd(of: bytes, from: start), true)
        guard JSONScan.byte(bytes, end) == UInt8(ascii: "\""), trust == .checked || end - start <= Self.longest
        else { return nil }
        // The text is valid UTF-8, because either the reader has checked it, or it came from a String.
        let text = unsafe UTF8Span(unchecked: bytes.extracting(start..<end), isKnownASCII: isASCII)
        return (String(copying: text), end + 1)
    }

    /// The maximum number of bytes of a string on the wire.
    private static let longest = JSONLimits.wire.stringBytes

    /// Reads an integer. If another value is here, reads nothing and returns nil.
    @inline(__always)
    package mutating func integer() -> Int64? {
        guard let (value, end) = Self.integer(in: bytes.span, from: index) else { return nil }
        index = end
        return value
    }

    /// The integer at `start`, and its end. Returns nil if the value is not a JSON integer, or is too large.
    @inline(__always)
    static func integer(in bytes: Span<UInt8>, from start: Int) -> (Int64, end: Int)? {
        let isNegative = JSONScan.byte(bytes, start) == UInt8(ascii: "-")
        let first = isNegative ? start &+ 1 : start
        let word = JSONScan.word(bytes, first)
        let count = JSONScan.digits(word)
        var value = JSONScan.number(word, count)
        var end = first &+ count
        if count == 8 {
            let word = JSONScan.word(bytes, end)
            let more = JSONScan.digits(word)
            value = value &* power(more) &+ JSONScan.number(word, more)
            end &+= more
        }
        let next = JSONScan.byte(bytes, end)
        guard count > 0, end == first &+ 1 || word & 0xFF != 0x30, value <= JSON.largestInteger,
            next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e"), next &- UInt8(ascii: "0") >= 10
        else { return nil }
        return (isNegative ? 0 &- value : value, end)
    }

    /// Ten to the power of `exponent`, which may be at most eight.
    @inline(__always)
    private static func power(_ exponent: Int) -> Int64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        default: 100_000_000
        }
    }

    /// Reads `true` or `false`. If another value is here, reads nothing and returns nil.
    @inline(__always)
    package mutating func bool() -> Bool? {
        switch next {
        case UInt8(ascii: "t"): return pass("true") ? true : nil
        case UInt8(ascii: "f"): return pass("false") ? false : nil
        default: return nil
        }
    }

    @inline(__always)
    private mutating func pass(_ word: StaticString) -> Bool {
        guard trust == .checked || JSONScan.holds(bytes.span, at: index, word) else { return false }
        index += word.utf8CodeUnitCount
        return true
    }

    /// Reads any value and returns its bytes.
    package mutating func text() -> JSONText {
        let start = min(index, bytes.count)
        skip()
        guard trust != .refused else { return Self.nothing }
        return JSONText(checked: bytes[bytes.startIndex + start..<bytes.startIndex + index])
    }

    /// The result for a refused value.
    private static let nothing = JSONText(checked: [0x6E, 0x75, 0x6C, 0x6C])

    /// Reads any value.
    package mutating func json() -> JSON { text().json }

    /// Skips any value.
    @inline(never)
    mutating func skip() {
        guard trust != .checked else { return index = JSONScan.checkedEnd(of: bytes.span, from: index) }
        // The value is inside other values. It is hardly ever deeper than the depth that is assumed here.
        guard let end = JSONScan.end(of: bytes.span, from: index, depth: Self.assumedDepth, limits: .wire) else {
            refuse()
            // If a caller skips in a loop, this makes sure that it reaches the end.
            return index = bytes.count
        }
        index = end
    }

    /// The assumed depth of nesting. None of our types is nested so deeply.
    private static let assumedDepth = 12

    /// Skips `bracket` and the white space after it. Returns false if another byte is here.
    @usableFromInline
    mutating func enter(_ bracket: UInt8) -> Bool {
        guard next == bracket else { return false }
        index = JSONScan.spaceEnd(of: bytes.span, from: index + 1)
        return true
    }

    /// Skips the comma after an element or a member, and the white space around it. Stops before a closing bracket.
    @usableFromInline @inline(__always)
    mutating func separate() {
        let (end, isSound) = Self.separator(in: bytes.span, from: index)
        if trust == .unchecked, !isSound { refuse() }
        index = end
    }

    /// Where the comma at `start` ends, together with the white space around it. Also returns whether the comma is
    /// correct. Before a closing bracket, there must be no comma. Otherwise, there must be one comma.
    @inline(__always)
    private static func separator(in bytes: Span<UInt8>, from start: Int) -> (end: Int, isSound: Bool) {
        var end = JSONScan.spaceEnd(of: bytes, from: start)
        let isComma = JSONScan.byte(bytes, end) == UInt8(ascii: ",")
        if isComma { end = JSONScan.spaceEnd(of: bytes, from: end &+ 1) }
        return (end, isComma != (JSONScan.byte(bytes, end) | 0x20 == UInt8(ascii: "}")))
    }

    /// The number of elements of the array at the cursor.
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

    /// Reads a string with escapes in the same way in which the string was checked.
    @inline(never)
    private mutating func escapedString() -> String? {
        let text = self.text()
        var reader = JSONReader(text.bytes, limits: .none)
        return (try? reader.string()) ?? ""
    }
}
