import Wire

extension JSONFields {
    /// Bytes that are written as hexadecimal digits. The number of bytes must be in `count`.
    mutating func optionalHex(_ key: StaticString, count: ClosedRange<Int>) throws(FieldFault) -> [UInt8]? {
        guard let text = try optionalString(key) else { return nil }
        guard let bytes = Hex.decode(text), count.contains(bytes.count) else {
            throw fault(key, "must be \(count.lowerBound) to \(count.upperBound) bytes in hexadecimal digits")
        }
        return bytes
    }

    mutating func hex(_ key: StaticString, count: ClosedRange<Int>) throws(FieldFault) -> [UInt8] {
        guard let bytes = try optionalHex(key, count: count) else { throw missing(key) }
        return bytes
    }

    mutating func optionalInt(_ key: StaticString, in range: ClosedRange<Int>) throws(FieldFault) -> Int? {
        try optionalInteger(key, in: Int64(range.lowerBound)...Int64(range.upperBound)).map { Int($0) }
    }

    mutating func int(_ key: StaticString, in range: ClosedRange<Int>) throws(FieldFault) -> Int {
        guard let number = try optionalInt(key, in: range) else { throw missing(key) }
        return number
    }
}

extension JSON {
    /// An object with the type `type` and the members whose value is not nil.
    static func message(_ type: String, _ members: [(String, JSON?)]) -> JSON {
        let given = members.compactMap { key, value in value.map { JSONMember(key: key, value: $0) } }
        return .object(JSONObject([JSONMember(key: "type", value: .string(type))] + given))
    }
}
