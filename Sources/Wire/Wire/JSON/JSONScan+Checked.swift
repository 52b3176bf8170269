/// Steps over checked JSON. If the bytes are not checked JSON, these functions stop at some place within the bytes.
extension JSONScan {
    /// The index of the first byte from `start` on that is not white space. If no such byte exists, this is the end.
    @inline(__always)
    static func spaceEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
        if byte(bytes, start) > 0x20 { return start }
        return slowSpaceEnd(of: bytes, from: start)
    }

    @inline(never)
    private static func slowSpaceEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, JSONReader.isSpace(bytes[index]) { index += 1 }
        return index
    }

    /// The end of the comma after an element or a member. White space counts as part of the comma. If no comma follows,
    /// this is the closing bracket.
    @inline(__always)
    static func separatorEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
        let index = spaceEnd(of: bytes, from: start)
        guard byte(bytes, index) == UInt8(ascii: ",") else { return index }
        return spaceEnd(of: bytes, from: index + 1)
    }

    /// The place where a value begins. The value's key must end before `start`.
    @inline(__always)
    static func valueStart(of bytes: Span<UInt8>, from start: Int) -> Int {
        spaceEnd(of: bytes, from: spaceEnd(of: bytes, from: start) + 1)
    }

    /// The place where the value of the member at `index` begins. The member's key must be `key`, and must be written
    /// without escapes.
    @inline(__always)
    static func value(of key: StaticString, in bytes: Span<UInt8>, at index: Int) -> Int? {
        let end = index + 1 + key.utf8CodeUnitCount
        guard byte(bytes, index) == UInt8(ascii: "\""), holds(bytes, at: index + 1, key) else { return nil }
        if pair(bytes, end) == markColon { return spaceEnd(of: bytes, from: end + 2) }
        guard byte(bytes, end) == UInt8(ascii: "\"") else { return nil }
        let colon = spaceEnd(of: bytes, from: end + 1)
        return byte(bytes, colon) == UInt8(ascii: ":") ? spaceEnd(of: bytes, from: colon + 1) : nil
    }

    /// The end of the value that begins at `start`.
    static func checkedEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
        guard start < bytes.count else { return bytes.count }
        switch bytes[start] {
        case UInt8(ascii: "\""): return stringEnd(of: bytes, from: start + 1)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return bracketsEnd(of: bytes, from: start)
        default:
            var index = start + 1
            while index < bytes.count, !isDelimiter(bytes[index]) { index += 1 }
            return index
        }
    }

    private static func stringEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while true {
            index = textEnd(of: bytes, from: index).end
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\\") else { return min(index + 1, bytes.count) }
            index = min(index + 2, bytes.count)
        }
    }

    private static func bracketsEnd(of bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = stringEnd(of: bytes, from: index + 1)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return index }
        }
        return index
    }

    /// Whether a number, a literal or a bracket ends before `byte`.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte <= 0x20
    }
}
