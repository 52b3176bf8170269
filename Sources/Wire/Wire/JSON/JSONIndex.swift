/// The places of an object's members in checked JSON.
struct JSONIndex: Sendable {
    private struct Place: Sendable {
        /// The bytes of the key between its quotation marks.
        var key: Range<Int>
        var isAsked = false
    }

    /// The place of the first member in the index.
    private(set) var start: Int
    /// The end of the object, after its closing bracket.
    private(set) var end = 0
    private var places: [Place] = []
    /// The index in `places` that comes after the member that was found last.
    private var expected = 0

    /// Indexes the members from `start` to the end of the object. `start` is at a member or at the closing bracket.
    init(of bytes: Span<UInt8>, from start: Int) {
        self.start = start
        places.reserveCapacity(16)
        end = add(of: bytes, from: start, to: .max, isAsked: false) + 1
    }

    /// Adds the members that are between `first` and the start of the index. These members count as requested.
    mutating func add(from first: Int, of bytes: Span<UInt8>) {
        _ = add(of: bytes, from: first, to: start, isAsked: true)
        start = first
    }

    private mutating func add(of bytes: Span<UInt8>, from first: Int, to last: Int, isAsked: Bool) -> Int {
        var index = first
        while index < last, index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            let end = JSONScan.checkedEnd(of: bytes, from: index)
            places.append(Place(key: index + 1..<max(index + 1, end - 1), isAsked: isAsked))
            index = JSONScan.checkedEnd(of: bytes, from: JSONScan.valueStart(of: bytes, from: end))
            index = JSONScan.separatorEnd(of: bytes, from: index)
        }
        return index
    }

    /// The place where the value of `key` begins. The member is marked as requested. Returns nil if the member is
    /// absent.
    mutating func find(_ key: StaticString, in cursor: JSONCursor) -> Int? {
        let bytes = cursor.bytes.span
        for round in places.indices {
            let number = expected + round < places.count ? expected + round : expected + round - places.count
            let place = places[number].key
            guard Self.is(key, at: place, in: cursor) else { continue }
            places[number].isAsked = true
            expected = number + 1 < places.count ? number + 1 : 0
            return JSONScan.valueStart(of: bytes, from: place.upperBound + 1)
        }
        return nil
    }

    /// The first key that was not requested.
    func stranger(in cursor: JSONCursor) -> String? {
        places.first { !$0.isAsked }.map { cursor.key(at: $0.key) }
    }

    /// Whether the key at `place` is `key`. The bytes are compared. If a key has escapes, it is decoded before that.
    private static func `is`(_ key: StaticString, at place: Range<Int>, in cursor: JSONCursor) -> Bool {
        let bytes = cursor.bytes.span
        if place.count == key.utf8CodeUnitCount { return JSONScan.holds(bytes, at: place.lowerBound, key) }
        guard place.count > key.utf8CodeUnitCount,
            JSONScan.textEnd(of: bytes, from: place.lowerBound).end < place.upperBound
        else { return false }
        return cursor.key(at: place).isSpelled(as: "\(key)")
    }
}

extension JSONCursor {
    /// The key between the quotation marks around `place`.
    fileprivate func key(at place: Range<Int>) -> String {
        var cursor = self
        cursor.index = place.lowerBound - 1
        return cursor.string() ?? ""
    }
}
