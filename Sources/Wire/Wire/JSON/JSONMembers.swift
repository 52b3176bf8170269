/// Finds the members of an object in checked JSON, in any order.
///
/// As long as members are requested in the order in which they are written, each member is found directly after the
/// member before it. When a member is not found there for the first time, an index of the remaining members is made.
@usableFromInline
package struct JSONMembers: Sendable {
    /// The cursor. It is at the value that was found. Between two values, the cursor is at the next member or the
    /// closing bracket. This applies as long as members are found in order.
    @usableFromInline package var cursor: JSONCursor
    private let first: Int
    /// The bits of all keys that were found without the index, because each came directly after the member before it.
    /// If one of a key's bits is not set, the key was not found in this way.
    private var marks: UInt64 = 0
    private var index: JSONIndex?

    /// Creates a reader of the members of the object at `cursor`.
    @inline(__always)
    init(_ cursor: JSONCursor) {
        self.cursor = cursor
        first = JSONScan.spaceEnd(of: cursor.bytes.span, from: cursor.index + 1)
        self.cursor.index = first
    }

    /// Creates a reader of the members of the object at `cursor`. It leaves an empty cursor behind.
    @inline(__always)
    init(taking cursor: inout JSONCursor) {
        first = JSONScan.spaceEnd(of: cursor.bytes.span, from: cursor.index + 1)
        self.cursor = JSONCursor(unchecked: [])
        swap(&self.cursor, &cursor)
        self.cursor.index = first
    }

    /// Moves the cursor to the value of `key`. Returns false if the member is absent or null. The caller must read the
    /// value, and then call ``pass(isRead:)``.
    @usableFromInline @inline(__always)
    package mutating func find(_ key: StaticString) -> Bool {
        guard index == nil else { return findInIndex(key) }
        if let (value, isNull) = Self.value(of: key, in: cursor.bytes.span, at: cursor.index) {
            let mark = Self.mark(key)
            if marks & mark == mark, cursor.trust == .unchecked, isThere(key, before: cursor.index) { cursor.refuse() }
            cursor.index = value
            marks |= mark
            guard isNull else { return true }
            pass(isRead: false)
            return false
        }
        if cursor.next == UInt8(ascii: "}"), !isMarked(key) { return false }
        guard cursor.trust == .checked else {
            // If the member comes later, it stays unread. ``end`` notices this.
            if isMarked(key) { cursor.refuse() }
            return false
        }
        return findInIndex(key)
    }

    @inline(__always)
    private static func value(of key: StaticString, in bytes: Span<UInt8>, at index: Int) -> (Int, isNull: Bool)? {
        guard let value = JSONScan.value(of: key, in: bytes, at: index) else { return nil }
        return (value, JSONScan.byte(bytes, value) == UInt8(ascii: "n"))
    }

    /// Moves past the value that was found.
    @usableFromInline @inline(__always)
    package mutating func pass(isRead: Bool = true) {
        guard index == nil else { return }
        if !isRead { cursor.skip() }
        cursor.separate()
    }

    /// The end of the object.
    package var end: Int {
        mutating get {
            if let index { return index.end }
            guard cursor.next != UInt8(ascii: "}") else { return cursor.index + 1 }
            cursor.refuse()
            guard cursor.trust == .checked else { return cursor.bytes.count }
            return JSONIndex(of: cursor.bytes.span, from: cursor.index).end
        }
    }

    /// The first key for which nobody has asked.
    var stranger: String? {
        guard index != nil || cursor.next != UInt8(ascii: "}") else { return nil }
        // ``end`` notices any remaining members.
        guard cursor.trust == .checked else { return nil }
        let index = self.index ?? JSONIndex(of: cursor.bytes.span, from: cursor.index)
        return index.stranger(in: cursor)
    }

    /// Whether one of the members that come before `end` has the given key. The cursor must have passed all of them.
    @inline(never)
    private func isThere(_ key: StaticString, before end: Int) -> Bool {
        let bytes = cursor.bytes.span
        var index = first
        while index < end {
            guard JSONScan.value(of: key, in: bytes, at: index) == nil else { return true }
            let value = JSONScan.valueStart(of: bytes, from: JSONScan.checkedEnd(of: bytes, from: index))
            index = JSONScan.separatorEnd(of: bytes, from: JSONScan.checkedEnd(of: bytes, from: value))
        }
        return false
    }

    @inline(never)
    private mutating func findInIndex(_ key: StaticString) -> Bool {
        if index == nil { index = JSONIndex(of: cursor.bytes.span, from: cursor.index) }
        if isMarked(key), let unread = index?.start, unread > first {
            // The member may have been found earlier without the index, and is now requested a second time.
            let cursor = self.cursor
            index?.add(from: first, of: cursor.bytes.span)
        }
        guard let value = index?.find(key, in: cursor) else { return false }
        cursor.index = value
        return cursor.next != UInt8(ascii: "n")
    }

    /// Whether the key may have been found without the index.
    @inline(__always)
    private func isMarked(_ key: StaticString) -> Bool {
        let mark = Self.mark(key)
        return marks & mark == mark
    }

    /// The mark that a key has in ``marks``. It consists of two bits.
    @inline(__always)
    private static func mark(_ key: StaticString) -> UInt64 {
        var words = ByteWords(key)
        let head = words.count < 8 ? words.last() : words.next()
        let mixed = (head &+ UInt64(truncatingIfNeeded: key.utf8CodeUnitCount)) &* 0x9E37_79B9_7F4A_7C15
        return 1 &<< (mixed >> 58) | 1 &<< (mixed >> 52 & 63)
    }
}
