/// Two facts about a method that a program needs before it calls the method: the method's kind, and the schema of its
/// parameters.
///
/// The excerpt is read from a contract's file. The rest of the file is not read. It is for programs that start, make
/// one call and end.
package struct ContractExcerpt: Sendable {
    package let kind: ContractMethod.Kind
    /// Checks the parameters.
    package let params: SchemaCheck

    /// Reads the excerpt, or returns nil if the file has no such method. Something, at least a test, must have read the
    /// contract in `file` completely before, because the parts that are not read here are not checked. If a file is not
    /// a contract, the result is nil or useless.
    package init?(of method: String, in file: [UInt8]) {
        guard let types = JSONCursor.member("types", of: file[...]), let entry = Self.entry(of: method, in: file),
            let kind = entry["kind"]?.stringValue.flatMap(ContractMethod.Kind.init), var schema = entry["params"]
        else { return nil }
        // Most methods refer to one type for all their parameters, and this type refers to no other type.
        if let name = Self.reference(in: schema), let type = JSONCursor.member(name, of: types) {
            schema = JSONText(checked: type).json
        }
        var named = JSONObject()
        var open = Self.references(in: schema)
        while let name = open.popLast() {
            guard named[name] == nil, let type = JSONCursor.member(name, of: types) else { continue }
            let json = JSONText(checked: type).json
            named[name] = json
            open += Self.references(in: json)
        }
        guard let params = try? SchemaCheck(schema, types: named) else { return nil }
        (self.kind, self.params) = (kind, params)
    }

    /// The members of a method that the excerpt needs. The part of the file after the method is not read.
    private static func entry(of method: String, in file: [UInt8]) -> JSONObject? {
        guard var cursor = JSONCursor(at: "methods", in: file[...]), cursor.enter(UInt8(ascii: "[")) else { return nil }
        while cursor.next == UInt8(ascii: "{") {
            let element = cursor.text().bytes
            cursor.separate()
            guard let name = JSONCursor.member("name", of: element), JSONText(checked: name).json.stringValue == method
            else { continue }
            var entry = JSONObject()
            for key in ["kind", "params"] {
                if let value = JSONCursor.member(key, of: element) { entry[key] = JSONText(checked: value).json }
            }
            return entry
        }
        return nil
    }

    private static func reference(in schema: JSON) -> String? {
        (schema["$ref"]?.stringValue).map { String($0.dropFirst("#/types/".count)) }
    }

    /// The names of the types that a schema refers to.
    package static func references(in schema: JSON) -> [String] {
        switch schema {
        case .object(let object):
            if let name = reference(in: schema) { return [name] }
            return object.members.flatMap { references(in: $0.value) }
        case .array(let elements): return elements.flatMap(references)
        case .null, .bool, .integer, .number, .string: return []
        }
    }
}

extension JSONCursor {
    /// Creates a cursor that is at the value of the object's member `key`. Returns nil if there is no such member.
    fileprivate init?(at key: String, in object: ArraySlice<UInt8>) {
        self.init(JSONText(checked: object))
        index = JSONScan.spaceEnd(of: object.span, from: 0)
        guard enter(UInt8(ascii: "{")) else { return nil }
        while next == UInt8(ascii: "\"") {
            let isFound = string() == key
            index = JSONScan.valueStart(of: object.span, from: index)
            if isFound { return }
            skip()
            separate()
        }
        return nil
    }

    /// The bytes of the value of the object's member `key`, without any change. Returns nil if there is no such member.
    fileprivate static func member(_ key: String, of object: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard var cursor = JSONCursor(at: key, in: object) else { return nil }
        return cursor.text().bytes
    }
}
