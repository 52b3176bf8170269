/// Finds the members of an object in JSON that was checked, whatever their order.
///
/// As long as members are asked for in the order in which they stand, each is found where the one before it ends. The first one that is
/// not there makes an index of those that are left.
@usableFromInline
package struct JSONMembers: Sendable {
    /// Stands on the value that was found; in order, on the next member or the closing bracket.
    @usableFromInline package var cursor: JSONCursor
    private let first: Int
    /// A mark for each key that was found in order: a key without its mark was not.
    private var marks: UInt64 = 0
    private var index: JSONIndex?

    /// The members of the object on which `cursor` stands.
    init(_ cursor: JSONCursor) {
        self.cursor = cursor
        first = JSONScan.spaceEnd(of: cursor.bytes.span, from: cursor.index + 1)
        self.cursor.index = first
    }

    /// Leads the cursor to the value of `key`; false if it is absent or null. Read the value, then call ``pass(isRead:)``.
    @usableFromInline @inline(__always)
    package mutating func find(_ key: StaticString) -> Bool {
        guard index == nil else { return findInIndex(key) }
        if let value = JSONScan.value(of: key, in: cursor.bytes.span, at: cursor.index) {
            cursor.index = value
            marks |= Self.mark(key)
            guard cursor.next == UInt8(ascii: "n") else { return true }
            pass(isRead: false)
            return false
        }
        if cursor.next == UInt8(ascii: "}"), marks & Self.mark(key) == 0 { return false }
        return findInIndex(key)
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
        if let index { return index.end }
        guard cursor.next != UInt8(ascii: "}") else { return cursor.index + 1 }
        return JSONIndex(of: cursor.bytes.span, from: cursor.index).end
    }

    /// The first key that nobody asked for.
    var stranger: String? {
        guard index != nil || cursor.next != UInt8(ascii: "}") else { return nil }
        let index = self.index ?? JSONIndex(of: cursor.bytes.span, from: cursor.index)
        return index.stranger(in: cursor)
    }

    @inline(never)
    private mutating func findInIndex(_ key: StaticString) -> Bool {
        if index == nil { index = JSONIndex(of: cursor.bytes.span, from: cursor.index) }
        if marks & Self.mark(key) != 0, let unread = index?.start, unread > first {
            // It may be one of those that were found in order, and is asked for again.
            let cursor = self.cursor
            index?.add(from: first, of: cursor.bytes.span)
        }
        guard let value = index?.find(key, in: cursor) else { return false }
        cursor.index = value
        return cursor.next != UInt8(ascii: "n")
    }

    @inline(__always)
    private static func mark(_ key: StaticString) -> UInt64 {
        let count = key.utf8CodeUnitCount
        guard count > 0 else { return 1 }
        let first = unsafe key.utf8Start[0]
        let last = unsafe key.utf8Start[count - 1]
        return 1 &<< (UInt64(first) &+ 8 &* UInt64(last) &+ UInt64(truncatingIfNeeded: count))
    }
}
