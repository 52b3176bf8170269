/// Takes an object apart member by member and names the field in every complaint.
///
/// What is read with a plain method must be there; the `optional…` methods give nil for an absent member and for null.
/// ``end()`` refuses members that nobody asked for: call it for what people and peers write to us, leave it out where
/// unknown members must be ignored (results and items of newer servers, cloud replies).
package struct JSONFields: Sendable {
    private let object: JSONObject
    /// The JSON Pointer of the object.
    package let path: String
    private var asked: [String] = []

    package init(_ json: JSON, at path: String = "") throws(FieldFault) {
        guard case .object(let object) = json else { throw FieldFault(path, "must be an object") }
        self.object = object
        self.path = path
    }

    /// The JSON Pointer of member `key`.
    package func pointer(_ key: String) -> String { path + FieldFault.token(key) }

    /// The fault of a member that is there but not as demanded.
    package func fault(_ key: String, _ message: String) -> FieldFault { FieldFault(pointer(key), message) }

    /// Any value; nil when absent or null.
    package mutating func optionalJSON(_ key: String) -> JSON? {
        asked.append(key)
        guard let value = object[key], value != .null else { return nil }
        return value
    }

    /// Any value but null.
    package mutating func json(_ key: String) throws(FieldFault) -> JSON {
        guard let value = optionalJSON(key) else { throw fault(key, "is missing") }
        return value
    }

    /// A string whose UTF-8 has a length in `bytes`.
    package mutating func optionalString(
        _ key: String, bytes: ClosedRange<Int> = 0...65_536
    ) throws(FieldFault) -> String? {
        guard let value = optionalJSON(key) else { return nil }
        guard case .string(let text) = value, bytes.contains(text.utf8.count) else {
            throw fault(key, "must be a string of \(bytes.lowerBound) to \(bytes.upperBound) bytes")
        }
        return text
    }

    /// A string whose UTF-8 has a length in `bytes`.
    package mutating func string(_ key: String, bytes: ClosedRange<Int> = 0...65_536) throws(FieldFault) -> String {
        guard let text = try optionalString(key, bytes: bytes) else { throw fault(key, "is missing") }
        return text
    }

    /// An integer in `range`.
    package mutating func optionalInteger(
        _ key: String, in range: ClosedRange<Int64> = -JSON.largestInteger...JSON.largestInteger
    ) throws(FieldFault) -> Int64? {
        guard let value = optionalJSON(key) else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw fault(key, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// An integer in `range`.
    package mutating func integer(
        _ key: String, in range: ClosedRange<Int64> = -JSON.largestInteger...JSON.largestInteger
    ) throws(FieldFault) -> Int64 {
        guard let number = try optionalInteger(key, in: range) else { throw fault(key, "is missing") }
        return number
    }

    /// A duration in whole milliseconds; its key ends in `_ms`.
    package mutating func optionalMilliseconds(
        _ key: String, in range: ClosedRange<Int64> = 0...JSON.largestInteger
    ) throws(FieldFault) -> Duration? {
        try optionalInteger(key, in: range).map { Duration.milliseconds($0) }
    }

    /// True or false.
    package mutating func optionalBool(_ key: String) throws(FieldFault) -> Bool? {
        guard let value = optionalJSON(key) else { return nil }
        guard case .bool(let flag) = value else { throw fault(key, "must be true or false") }
        return flag
    }

    /// True or false.
    package mutating func bool(_ key: String) throws(FieldFault) -> Bool {
        guard let flag = try optionalBool(key) else { throw fault(key, "is missing") }
        return flag
    }

    /// Bytes in base64url whose count lies in `count`.
    package mutating func optionalBytes(
        _ key: String, count: ClosedRange<Int> = 0...49_152
    ) throws(FieldFault) -> [UInt8]? {
        guard let text = try optionalString(key) else { return nil }
        guard let bytes = Base64URL.decode(text), count.contains(bytes.count) else {
            throw fault(key, "must be \(count.lowerBound) to \(count.upperBound) bytes in base64url without padding")
        }
        return bytes
    }

    /// Bytes in base64url whose count lies in `count`.
    package mutating func bytes(_ key: String, count: ClosedRange<Int> = 0...49_152) throws(FieldFault) -> [UInt8] {
        guard let bytes = try optionalBytes(key, count: count) else { throw fault(key, "is missing") }
        return bytes
    }

    /// A time in RFC 3339.
    package mutating func optionalTimestamp(_ key: String) throws(FieldFault) -> Timestamp? {
        guard let text = try optionalString(key, bytes: 0...64) else { return nil }
        guard let time = Timestamp(text) else { throw fault(key, "must be a time as in 2026-01-31T08:15:30.000Z") }
        return time
    }

    /// A time in RFC 3339.
    package mutating func timestamp(_ key: String) throws(FieldFault) -> Timestamp {
        guard let time = try optionalTimestamp(key) else { throw fault(key, "is missing") }
        return time
    }

    /// A member of an enumeration with string values.
    package mutating func optionalEnumeration<Value: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Value.Type = Value.self
    ) throws(FieldFault) -> Value? where Value.RawValue == String {
        guard let json = optionalJSON(key) else { return nil }
        guard case .string(let text) = json, let value = Value(rawValue: text) else {
            let names = type.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(key, "must be one of \(names)")
        }
        return value
    }

    /// A member of an enumeration with string values.
    package mutating func enumeration<Value: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Value.Type = Value.self
    ) throws(FieldFault) -> Value where Value.RawValue == String {
        guard let value = try optionalEnumeration(key, type) else { throw fault(key, "is missing") }
        return value
    }

    /// A value that decodes itself.
    package mutating func optionalValue<Value: JSONCodable>(
        _ key: String, _ type: Value.Type = Value.self
    ) throws(FieldFault) -> Value? {
        guard let json = optionalJSON(key) else { return nil }
        return try Value(json: json, at: pointer(key))
    }

    /// A value that decodes itself.
    package mutating func value<Value: JSONCodable>(
        _ key: String, _ type: Value.Type = Value.self
    ) throws(FieldFault) -> Value {
        guard let value = try optionalValue(key, type) else { throw fault(key, "is missing") }
        return value
    }

    /// An array of values that decode themselves; absent is empty.
    package mutating func values<Value: JSONCodable>(
        _ key: String, _ type: Value.Type = Value.self, count: ClosedRange<Int> = 0...65_536
    ) throws(FieldFault) -> [Value] {
        var values: [Value] = []
        for (index, element) in try elements(key, count: count).enumerated() {
            values.append(try Value(json: element, at: "\(pointer(key))/\(index)"))
        }
        return values
    }

    /// An array of strings; absent is empty.
    package mutating func strings(
        _ key: String, count: ClosedRange<Int> = 0...65_536, bytes: ClosedRange<Int> = 0...65_536
    ) throws(FieldFault) -> [String] {
        var strings: [String] = []
        for (index, element) in try elements(key, count: count).enumerated() {
            guard case .string(let text) = element, bytes.contains(text.utf8.count) else {
                let demand = "must be a string of \(bytes.lowerBound) to \(bytes.upperBound) bytes"
                throw FieldFault("\(pointer(key))/\(index)", demand)
            }
            strings.append(text)
        }
        return strings
    }

    private mutating func elements(_ key: String, count: ClosedRange<Int>) throws(FieldFault) -> [JSON] {
        guard let json = optionalJSON(key) else {
            guard count.contains(0) else { throw fault(key, "is missing") }
            return []
        }
        guard case .array(let elements) = json, count.contains(elements.count) else {
            throw fault(key, "must be an array of \(count.lowerBound) to \(count.upperBound) elements")
        }
        return elements
    }

    /// The fields of a member that is an object.
    package mutating func optionalFields(_ key: String) throws(FieldFault) -> JSONFields? {
        guard let json = optionalJSON(key) else { return nil }
        return try JSONFields(json, at: pointer(key))
    }

    /// The fields of a member that is an object.
    package mutating func fields(_ key: String) throws(FieldFault) -> JSONFields {
        guard let fields = try optionalFields(key) else { throw fault(key, "is missing") }
        return fields
    }

    /// Refuses members that were not asked for.
    package func end() throws(FieldFault) {
        guard let unknown = object.members.first(where: { !asked.contains($0.key) }) else { return }
        throw FieldFault(pointer(String(unknown.key.unicodeScalars.prefix(64))), "is not known here")
    }
}
