/// What the data of consecutive items have in common: everything but their strings and numbers.
///
/// Data with the same shape as checked data are JSON with the same keys, so only their strings and numbers must still
/// be checked.
struct DataShape {
    private enum Value {
        case string, integer, word
    }

    /// Bytes that are the same in all data, and the kind of value after them.
    private struct Part {
        let start: Int
        let count: Int
        let value: Value
    }

    /// Data with more values than this are checked as a whole.
    private static let mostParts = 24

    private var parts: [Part] = []
    /// The bytes after the last value.
    private let tail: Range<Int>

    /// Finds the shape of the data at `range`, which were checked. Nil if they are spelled in a way that other data are
    /// unlikely to share.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        parts.reserveCapacity(8)
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","):
                index += 1
                continue
            case UInt8(ascii: "\""):
                if let end = Self.end(.string, bytes, index), JSONScan.byte(bytes, end) == UInt8(ascii: ":") {
                    // A key.
                    index = end + 1
                    continue
                }
            default: break
            }
            guard parts.count < Self.mostParts, let (value, end) = Self.value(bytes, at: index) else { return nil }
            parts.append(Part(start: start, count: index - start, value: value))
            start = end
            index = end
        }
        tail = start..<range.upperBound
    }

    /// Whether the data at `range` have this shape and are JSON. Also false if this needs a closer look. `bytes` are
    /// those in which the shape was found.
    @inline(__always)
    func fits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        for part in parts {
            guard ItemScan.areEqual(bytes, part.start, index, part.count),
                let end = Self.end(part.value, bytes, index + part.count)
            else { return false }
            index = end
        }
        return range.upperBound - index == tail.count && ItemScan.areEqual(bytes, tail.lowerBound, index, tail.count)
    }

    private static func value(_ bytes: Span<UInt8>, at index: Int) -> (Value, end: Int)? {
        for value in [Value.string, .integer, .word] {
            if let end = end(value, bytes, index) { return (value, end) }
        }
        return nil
    }

    /// Where the value at `index` ends. Nil if it is not of that kind, or not spelled plainly.
    @inline(__always)
    private static func end(_ value: Value, _ bytes: Span<UInt8>, _ index: Int) -> Int? {
        switch value {
        case .string:
            guard JSONScan.byte(bytes, index) == UInt8(ascii: "\"") else { return nil }
            let end = JSONScan.plainEnd(of: bytes, from: index + 1)
            guard JSONScan.byte(bytes, end) == UInt8(ascii: "\""), end - index <= JSONLimits.wire.stringBytes else {
                return nil
            }
            return end + 1
        case .integer: return JSONScan.integerEnd(of: bytes, from: index)
        case .word:
            if JSONScan.holds(bytes, at: index, "true") || JSONScan.holds(bytes, at: index, "null") { return index + 4 }
            return JSONScan.holds(bytes, at: index, "false") ? index + 5 : nil
        }
    }
}
