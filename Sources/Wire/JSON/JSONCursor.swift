/// Walks over JSON that was checked: every step is sure, so that nothing is refused, only told apart.
///
/// It also walks over bytes that nobody has checked, and checks them on the way: what is read counts only if
/// ``trust`` is still ``Trust/unchecked`` behind the value. It gives up where a step back would be needed, as for
/// members out of order; then the bytes are to be checked first, and read again.
///
/// A type decodes itself from a cursor that stands on the first byte of its value and leaves it behind the last one.
@usableFromInline
package struct JSONCursor: Sendable {
    /// What is known of the bytes.
    enum Trust: Sendable {
        /// They are JSON, all of them.
        case checked
        /// What was passed is JSON.
        case unchecked
        /// They are no JSON, or it takes more than one pass to know.
        case refused
    }

    let bytes: ArraySlice<UInt8>
    /// The next byte, counted from the first of `bytes`.
    @usableFromInline var index = 0
    var trust = Trust.checked

    /// Stands on the value of `text`.
    package init(_ text: JSONText) {
        bytes = text.bytes
    }

    /// Is to be led to values in bytes that nobody has checked: see ``restart(at:)``.
    init(unchecked bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        trust = .refused
    }

    /// Leads the cursor to the value at `index`, of which nothing is known.
    @inline(__always)
    mutating func restart(at index: Int) {
        self.index = index
        trust = .unchecked
    }

    /// No more can be told in one pass.
    mutating func refuse() {
        if trust == .unchecked { trust = .refused }
    }

    /// The next byte; 0 behind the last one.
    @usableFromInline var next: UInt8 { JSONScan.byte(bytes.span, index) }

    /// Reads a string; nil, and nothing is read, if something else stands here.
    @usableFromInline
    package mutating func string() -> String? { simpleString() }

    @inline(__always)
    mutating func simpleString() -> String? {
        guard next == UInt8(ascii: "\"") else { return nil }
        guard let (text, end) = Self.plainText(in: bytes.span, from: index + 1, trust) else { return escapedString() }
        index = end
        return text
    }

    /// A string without escapes, whose opening mark stands before `start`, and where it ends; nil also for one that
    /// is yet to be checked and is longer than the wire allows, or not ASCII.
    @inline(__always)
    private static func plainText(in bytes: Span<UInt8>, from start: Int, _ trust: Trust) -> (String, end: Int)? {
        let (end, isASCII) =
            trust == .checked
            ? JSONScan.textEnd(of: bytes, from: start) : (JSONScan.plainEnd(of: bytes, from: start), true)
        guard JSONScan.byte(bytes, end) == UInt8(ascii: "\""), trust == .checked || end - start <= Self.longest
        else { return nil }
        // The reader has seen that this is UTF-8, or a String has given it.
        let text = unsafe UTF8Span(unchecked: bytes.extracting(start..<end), isKnownASCII: isASCII)
        return (String(copying: text), end + 1)
    }

    /// Bytes of a string on the wire.
    private static let longest = JSONLimits.wire.stringBytes

    /// Reads an integer; nil, and nothing is read, if something else stands here.
    @inline(__always)
    package mutating func integer() -> Int64? {
        guard let (value, end) = Self.integer(in: bytes.span, from: index) else { return nil }
        index = end
        return value
    }

    /// The integer that stands at `start`, and where it ends; nil if it is spelled as JSON does not, or too large.
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

    /// Ten to the power of `exponent`, which is at most eight.
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

    /// Reads true or false; nil, and nothing is read, if something else stands here.
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

    /// Reads any value as it stands.
    package mutating func text() -> JSONText {
        let start = min(index, bytes.count)
        skip()
        guard trust != .refused else { return Self.nothing }
        return JSONText(checked: bytes[bytes.startIndex + start..<bytes.startIndex + index])
    }

    /// In place of what was refused.
    private static let nothing = JSONText(checked: [0x6E, 0x75, 0x6C, 0x6C])

    /// Reads any value.
    package mutating func json() -> JSON { text().json }

    /// Passes over any value.
    @inline(never)
    mutating func skip() {
        guard trust != .checked else { return index = JSONScan.checkedEnd(of: bytes.span, from: index) }
        // Values lie in values that were begun, but hardly in so many.
        guard let end = JSONScan.end(of: bytes.span, from: index, depth: Self.assumedDepth, limits: .wire) else {
            refuse()
            // Whoever skips until something comes gets to the end.
            return index = bytes.count
        }
        index = end
    }

    /// More than any of our types has.
    private static let assumedDepth = 12

    /// Passes over `bracket`, and white space behind it; false if something else stands here.
    @usableFromInline
    mutating func enter(_ bracket: UInt8) -> Bool {
        guard next == bracket else { return false }
        index = JSONScan.spaceEnd(of: bytes.span, from: index + 1)
        return true
    }

    /// Passes over the comma behind an element or a member, and over white space around it; stays before a closing
    /// bracket.
    @usableFromInline @inline(__always)
    mutating func separate() {
        let (end, isSound) = Self.separator(in: bytes.span, from: index)
        if trust == .unchecked, !isSound { refuse() }
        index = end
    }

    /// Where the comma at `start` and the white space around it end, and whether none stands before a closing
    /// bracket, and one everywhere else.
    @inline(__always)
    private static func separator(in bytes: Span<UInt8>, from start: Int) -> (end: Int, isSound: Bool) {
        var end = JSONScan.spaceEnd(of: bytes, from: start)
        let isComma = JSONScan.byte(bytes, end) == UInt8(ascii: ",")
        if isComma { end = JSONScan.spaceEnd(of: bytes, from: end &+ 1) }
        return (end, isComma != (JSONScan.byte(bytes, end) | 0x20 == UInt8(ascii: "}")))
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
