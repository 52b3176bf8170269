/// Reads an object member by member. Every fault names the field.
///
/// The plain methods require the member. The `optional…` methods return nil if the member is absent or null. ``end()``
/// refuses members for which nobody has asked. It must be called if the input comes from people or peers. It must not
/// be called where unknown members must be ignored. These are results and items of newer servers, and the cloud's
/// replies.
///
/// The members may have any order. Reading is fastest if the caller requests the members in the order in which they
/// were written.
@usableFromInline
package struct JSONFields: Sendable {
    /// The JSON Pointer of the object.
    package let path: String
    @usableFromInline var members: JSONMembers

    package init(_ json: JSON, at path: String = "") throws(FieldFault) {
        try self.init(reading: JSONCursor(JSONText(json)), at: path)
    }

    /// Creates a reader of the object at `cursor`. Faults name the object's fields relative to `path`.
    package init(reading cursor: JSONCursor, at path: String = "") throws(FieldFault) {
        guard cursor.next == UInt8(ascii: "{") else { throw FieldFault(path, "must be an object") }
        members = JSONMembers(cursor)
        self.path = path
    }

    /// Creates a reader of the object at `cursor`. The cursor is empty until ``giveBack(_:)``.
    @inline(__always)
    init(taking cursor: inout JSONCursor) throws(FieldFault) {
        guard cursor.next == UInt8(ascii: "{") else { throw FieldFault("", "must be an object") }
        members = JSONMembers(taking: &cursor)
        path = ""
    }

    /// Gives the cursor back, positioned after the object.
    @inline(__always)
    mutating func giveBack(_ cursor: inout JSONCursor) {
        let end = members.end
        swap(&cursor, &members.cursor)
        cursor.index = end
    }

    /// The JSON Pointer of member `key`.
    @usableFromInline package func pointer(_ key: StaticString) -> String { path + FieldFault.token("\(key)") }

    /// The fault of a member that does not meet a requirement.
    @usableFromInline
    package func fault(_ key: StaticString, _ message: String) -> FieldFault { FieldFault(pointer(key), message) }

    /// The fault of a member that is missing.
    @usableFromInline package func missing(_ key: StaticString) -> FieldFault { fault(key, "is missing") }

    /// Refuses members that were not requested.
    package func end() throws(FieldFault) {
        guard let stranger = members.stranger else { return }
        throw FieldFault(path + FieldFault.token(String(stranger.unicodeScalars.prefix(64))), "is not a known member")
    }

    /// Whether the member is present and not null. The member can still be read after this.
    package mutating func has(_ key: StaticString) -> Bool {
        guard members.find(key) else { return false }
        members.pass(isRead: false)
        return true
    }

    /// A member with any value. Returns nil if the member is absent or null.
    package mutating func optionalJSON(_ key: StaticString) -> JSON? {
        guard members.find(key) else { return nil }
        defer { members.pass() }
        return members.cursor.json()
    }

    /// A member with any value except null.
    package mutating func json(_ key: StaticString) throws(FieldFault) -> JSON {
        guard let value = optionalJSON(key) else { throw missing(key) }
        return value
    }

    /// A string, or nil if it is absent. The number of its UTF-8 bytes must be in `bytes`.
    @inline(__always)
    package mutating func optionalString(
        _ key: StaticString, bytes: ClosedRange<Int> = 0...65_536
    ) throws(FieldFault) -> String? {
        guard members.find(key) else { return nil }
        let text = members.cursor.simpleString()
        members.pass(isRead: text != nil)
        guard let text, bytes.contains(text.utf8.count) else {
            throw fault(key, "must be a string of \(bytes.lowerBound) to \(bytes.upperBound) bytes")
        }
        return text
    }

    /// A string. The number of its UTF-8 bytes must be in `bytes`.
    package mutating func string(
        _ key: StaticString, bytes: ClosedRange<Int> = 0...65_536
    ) throws(FieldFault) -> String {
        guard let text = try optionalString(key, bytes: bytes) else { throw missing(key) }
        return text
    }

    /// An integer in `range`.
    @inline(__always)
    package mutating func optionalInteger(
        _ key: StaticString, in range: ClosedRange<Int64> = -JSON.largestInteger...JSON.largestInteger
    ) throws(FieldFault) -> Int64? {
        guard members.find(key) else { return nil }
        let found = JSONCursor.integer(in: members.cursor.bytes.span, from: members.cursor.index)
        if let found { members.cursor.index = found.end }
        members.pass(isRead: found != nil)
        guard let found, range.contains(found.0) else {
            throw fault(key, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return found.0
    }

    /// An integer in `range`.
    package mutating func integer(
        _ key: StaticString, in range: ClosedRange<Int64> = -JSON.largestInteger...JSON.largestInteger
    ) throws(FieldFault) -> Int64 {
        guard let number = try optionalInteger(key, in: range) else { throw missing(key) }
        return number
    }

    /// A duration in whole milliseconds. The member's key ends in `_ms`.
    package mutating func optionalMilliseconds(
        _ key: StaticString, in range: ClosedRange<Int64> = 0...JSON.largestInteger
    ) throws(FieldFault) -> Duration? {
        try optionalInteger(key, in: range).map { Duration.milliseconds($0) }
    }

    /// A Boolean member, which is true or false.
    @inline(__always)
    package mutating func optionalBool(_ key: StaticString) throws(FieldFault) -> Bool? {
        guard members.find(key) else { return nil }
        let flag = members.cursor.bool()
        members.pass(isRead: flag != nil)
        guard let flag else { throw fault(key, "must be true or false") }
        return flag
    }

    /// A Boolean member, which is true or false.
    package mutating func bool(_ key: StaticString) throws(FieldFault) -> Bool {
        guard let flag = try optionalBool(key) else { throw missing(key) }
        return flag
    }

    /// Bytes in base64url. The number of bytes must be in `count`.
    package mutating func optionalBytes(
        _ key: StaticString, count: ClosedRange<Int> = 0...49_152
    ) throws(FieldFault) -> [UInt8]? {
        guard let text = try optionalString(key) else { return nil }
        guard let bytes = Base64URL.decode(text), count.contains(bytes.count) else {
            throw fault(key, "must be \(count.lowerBound) to \(count.upperBound) bytes in base64url without padding")
        }
        return bytes
    }

    /// Bytes in base64url. The number of bytes must be in `count`.
    package mutating func bytes(
        _ key: StaticString, count: ClosedRange<Int> = 0...49_152
    ) throws(FieldFault) -> [UInt8] {
        guard let bytes = try optionalBytes(key, count: count) else { throw missing(key) }
        return bytes
    }

    /// A time in RFC 3339.
    package mutating func optionalTimestamp(_ key: StaticString) throws(FieldFault) -> Timestamp? {
        guard let text = try optionalString(key, bytes: 0...64) else { return nil }
        guard let time = Timestamp(text) else { throw fault(key, "must be a time as in 2026-01-31T08:15:30.000Z") }
        return time
    }

    /// A time in RFC 3339.
    package mutating func timestamp(_ key: StaticString) throws(FieldFault) -> Timestamp {
        guard let time = try optionalTimestamp(key) else { throw missing(key) }
        return time
    }

    /// An array of strings. The number of UTF-8 bytes of each string must be in `bytes`. An absent member gives an
    /// empty array.
    package mutating func strings(
        _ key: StaticString, count: ClosedRange<Int> = 0...65_536, bytes: ClosedRange<Int> = 0...65_536
    ) throws(FieldFault) -> [String] {
        try elements(key, count: count) { (cursor) throws(FieldFault) in
            let text = cursor.string()
            guard let text, bytes.contains(text.utf8.count) else {
                throw FieldFault("", "must be a string of \(bytes.lowerBound) to \(bytes.upperBound) bytes")
            }
            return text
        }
    }
}
