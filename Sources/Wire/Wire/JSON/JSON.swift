/// A JSON value.
///
/// If a number is written without a fraction or an exponent, it is an ``integer(_:)``. It is within ±(2^53 − 1), so
/// that every language reads the same value. Any other number is a finite ``number(_:)``.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// The largest magnitude of an integer: 2^53 − 1.
    package static let largestInteger: Int64 = 9_007_199_254_740_991

    /// An object of the members whose value is not nil, in the given order. Absent and null mean the same on the wire,
    /// so such members are omitted.
    package static func members(_ members: (String, JSON?)...) -> JSON {
        .object(JSONObject(members.compactMap { key, value in value.map { JSONMember(key: key, value: $0) } }))
    }

    /// An integer from an `Int`.
    package static func int(_ value: Int) -> JSON { .integer(Int64(value)) }

    /// An array of strings.
    package static func strings(_ values: some Sequence<String>) -> JSON { .array(values.map(JSON.string)) }

    /// The member `key` of an object. Returns nil in three cases: the member is absent, the member is null, or the
    /// value is not an object.
    package subscript(key: String) -> JSON? {
        guard case .object(let object) = self, let value = object[key], value != .null else { return nil }
        return value
    }

    package var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    package var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
    package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }
    package var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The kind of the value in the words that messages use, such as `string` or `integer`.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements.map { JSONMember(key: $0.0, value: $0.1) }))
    }
}

/// One member of a ``JSONObject``.
package struct JSONMember: Sendable, Hashable {
    package var key: String
    package var value: JSON

    package init(key: String, value: JSON) {
        self.key = key
        self.value = value
    }
}

/// The members of an object, in the order in which they were written. Two objects with the same members are equal, even
/// if the order differs.
package struct JSONObject: Sendable, Hashable {
    package private(set) var members: [JSONMember]

    /// Creates an object. All keys must differ. In input from outside, ``JSONReader`` has refused duplicate keys.
    package init(_ members: [JSONMember] = []) {
        self.members = members
    }

    package var count: Int { members.count }

    package subscript(key: String) -> JSON? {
        get { members.first { $0.key.isSpelled(as: key) }?.value }
        set {
            if let index = members.firstIndex(where: { $0.key.isSpelled(as: key) }) {
                if let newValue { members[index].value = newValue } else { members.remove(at: index) }
            } else if let newValue {
                members.append(JSONMember(key: key, value: newValue))
            }
        }
    }

    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count && left.members.allSatisfy { right[$0.key] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(members.count)
        var combined = 0
        for member in members { combined ^= member.hashValue }
        hasher.combine(combined)
    }
}
