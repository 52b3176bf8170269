/// What the data of items that follow each other have in common: everything but their strings and numbers.
///
/// Data of the same shape as data that were checked are JSON with the same keys as those, so that only their strings
/// and numbers are left to be looked at.
struct DataShape {
    private enum Value {
        case string, integer, word
    }

    /// Bytes that are the same in all, and what stands behind them.
    private struct Part {
        let start: Int
        let count: Int
        let value: Value
    }

    /// What has more values is looked at as a whole.
    private static let mostParts = 24

    private var parts: [Part] = []
    /// The bytes behind the last value.
    private let tail: Range<Int>

    /// The shape of the data at `range`, which were checked; nil if they are spelled in a way that no two need have
    /// in common.
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

    /// Whether the data at `range` have this shape and are JSON; false also if it takes another look to know. `bytes`
    /// are those that the shape was found in.
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

    /// Where the value ends that begins at `index`; nil if it is none of that kind, or not a plain one.
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
