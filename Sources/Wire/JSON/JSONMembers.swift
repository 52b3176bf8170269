/// Finds the members of an object in JSON that was checked, whatever their order.
///
/// As long as members are asked for in the order in which they stand, each is found where the one before it ends. The
/// first one that is not there makes an index of those that are left.
@usableFromInline
package struct JSONMembers: Sendable {
    /// Stands on the value that was found; in order, on the next member or the closing bracket.
    @usableFromInline package var cursor: JSONCursor
    private let first: Int
    /// The marks of the keys that were found in order: a key without its own was not.
    private var marks: UInt64 = 0
    private var index: JSONIndex?

    /// The members of the object on which `cursor` stands.
    @inline(__always)
    init(_ cursor: JSONCursor) {
        self.cursor = cursor
        first = JSONScan.spaceEnd(of: cursor.bytes.span, from: cursor.index + 1)
        self.cursor.index = first
    }

    /// The same, which leaves an empty cursor behind.
    @inline(__always)
    init(taking cursor: inout JSONCursor) {
        first = JSONScan.spaceEnd(of: cursor.bytes.span, from: cursor.index + 1)
        self.cursor = JSONCursor(unchecked: [])
        swap(&self.cursor, &cursor)
        self.cursor.index = first
    }

    /// Leads the cursor to the value of `key`; false if it is absent or null. Read the value, then call
    /// ``pass(isRead:)``.
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
            // If it comes later, it is left over in the end, which is seen then.
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

    /// Goes on behind the value that was found.
    @usableFromInline @inline(__always)
    package mutating func pass(isRead: Bool = true) {
        guard index == nil else { return }
        if !isRead { cursor.skip() }
        cursor.separate()
    }

    /// Where the object ends.
    package var end: Int {
        mutating get {
            if let index { return index.end }
            guard cursor.next != UInt8(ascii: "}") else { return cursor.index + 1 }
            cursor.refuse()
            guard cursor.trust == .checked else { return cursor.bytes.count }
            return JSONIndex(of: cursor.bytes.span, from: cursor.index).end
        }
    }

    /// The first key that nobody asked for.
    var stranger: String? {
        guard index != nil || cursor.next != UInt8(ascii: "}") else { return nil }
        // What is left over is seen by ``end``.
        guard cursor.trust == .checked else { return nil }
        let index = self.index ?? JSONIndex(of: cursor.bytes.span, from: cursor.index)
        return index.stranger(in: cursor)
    }

    /// Whether a member before `end`, all of which were passed, has that key.
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
            // It may be one of those that were found in order, and is asked for again.
            let cursor = self.cursor
            index?.add(from: first, of: cursor.bytes.span)
        }
        guard let value = index?.find(key, in: cursor) else { return false }
        cursor.index = value
        return cursor.next != UInt8(ascii: "n")
    }

    /// Whether the key may have been found in order.
    @inline(__always)
    private func isMarked(_ key: StaticString) -> Bool {
        let mark = Self.mark(key)
        return marks & mark == mark
    }

    /// Two bits for each key.
    @inline(__always)
    private static func mark(_ key: StaticString) -> UInt64 {
        var words = ByteWords(key)
        let head = words.count < 8 ? words.last() : words.next()
        let mixed = (head &+ UInt64(truncatingIfNeeded: key.utf8CodeUnitCount)) &* 0x9E37_79B9_7F4A_7C15
        return 1 &<< (mixed >> 58) | 1 &<< (mixed >> 52 & 63)
    }
}
