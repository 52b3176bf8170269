import Wire

/// Reads the members of an object. It must give the same results as ``Wire/JSONFields``, but it reads from a tree and
/// is not optimized.
struct JSONFieldsOracle {
    let object: JSONObject
    let path: String
    private var asked: Set<[UInt8]> = []

    init(_ json: JSON, at path: String = "") throws(FieldFault) {
        guard case .object(let object) = json else { throw FieldFault(path, "must be an object") }
        self.object = object
        self.path = path
    }

    mutating func value(_ key: StaticString) -> JSON? {
        asked.insert(Array("\(key)".utf8))
        guard let value = object["\(key)"], value != .null else { return nil }
        return value
    }

    mutating func string(_ key: StaticString, bytes: ClosedRange<Int>) throws(FieldFault) -> String? {
        guard let value = value(key) else { return nil }
        return try Self.string(value, bytes, at: path + "/\(key)")
    }

    mutating func integer(_ key: StaticString, in range: ClosedRange<Int64>) throws(FieldFault) -> Int64? {
        guard let value = value(key) else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw FieldFault(path + "/\(key)", "must be an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func bool(_ key: StaticString) throws(FieldFault) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let flag) = value else { throw FieldFault(path + "/\(key)", "must be true or false") }
        return flag
    }

    mutating func elements(_ key: StaticString, count: ClosedRange<Int>) throws(FieldFault) -> [JSON] {
        guard let value = value(key) else { return [] }
        guard case .array(let elements) = value, count.contains(elements.count) else {
            throw FieldFault(
                path + "/\(key)", "must be an array of \(count.lowerBound) to \(count.upperBound) elements")
        }
        return elements
    }

    mutating func strings(
        _ key: StaticString, count: ClosedRange<Int>, bytes: ClosedRange<Int>
    ) throws(FieldFault) -> [String] {
        var texts: [String] = []
        for (index, element) in try elements(key, count: count).enumerated() {
            texts.append(try Self.string(element, bytes, at: path + "/\(key)/\(index)"))
        }
        return texts
    }

    func end() throws(FieldFault) {
        guard let stranger = object.members.first(where: { !asked.contains(Array($0.key.utf8)) }) else { return }
        throw FieldFault(path + FieldFault.token(stranger.key), "is not a known member")
    }

    private static func string(
        _ value: JSON, _ bytes: ClosedRange<Int>, at path: String
    ) throws(FieldFault) -> String {
        guard case .string(let text) = value, bytes.contains(text.utf8.count) else {
            throw FieldFault(path, "must be a string of \(bytes.lowerBound) to \(bytes.upperBound) bytes")
        }
        return text
    }
}

/// A closed record with two members.
struct Point: JSONRecord, Hashable {
    var x: Int64
    var y: String?

    init(fields: inout JSONFields) throws(FieldFault) {
        x = try fields.integer("x", in: 0...9)
        y = try fields.optionalString("y", bytes: 0...8)
        try fields.end()
    }

    /// Reads the same record from a tree.
    init(oracle json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFieldsOracle(json, at: path)
        guard let x = try fields.integer("x", in: 0...9) else { throw FieldFault(path + "/x", "is missing") }
        self.x = x
        y = try fields.string("y", bytes: 0...8)
        try fields.end()
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("x", x)
        writer.member("y", y)
    }
}
