/// Checks a text against a schema without making values of it.
///
/// Says only whether all is well. What it does not know (`const`, `oneOf`, objects with more than 64 properties) is not well:
/// ``Contract/validate(_:against:at:)`` then makes the value and decides.
extension Contract {
    /// Whether `text` surely is as `schema` demands.
    func accepts(_ text: JSONText, _ schema: Schema) -> Bool {
        var reader = JSONReader(text.bytes)
        do throws(JSONFault) {
            return try accepts(&reader, schema)
        } catch {
            return false
        }
    }

    private func accepts(_ reader: inout JSONReader, _ schema: Schema) throws(JSONFault) -> Bool {
        switch schema {
        case .any:
            try reader.skip()
            return true
        case .boolean:
            _ = try reader.bool()
            return true
        case .integer(let range):
            return range.contains(try reader.integer())
        case .number(let minimum, let maximum):
            guard let value = try reader.number().numberValue else { return false }
            return value >= minimum && value <= maximum
        case .string(let rule):
            return Self.accepts(try reader.string(), rule)
        case .enumeration(let names):
            return names.contains(try reader.string())
        case .constant, .union:
            return false
        case .array(let element, let count):
            return try acceptsArray(&reader, of: element, count: count)
        case .object(let rule):
            return try acceptsObject(&reader, rule)
        case .reference(let name):
            guard let target = types[name] else { return false }
            return try accepts(&reader, target)
        }
    }

    private static func accepts(_ text: String, _ rule: Schema.StringRule) -> Bool {
        do throws(FieldFault) {
            try check(.string(text), against: rule)
            return true
        } catch {
            return false
        }
    }

    private func acceptsArray(
        _ reader: inout JSONReader, of element: Schema, count: ClosedRange<Int>
    ) throws(JSONFault) -> Bool {
        var seen = 0
        var isFine = true
        try reader.array { (reader) throws(JSONFault) in
            seen += 1
            if isFine { isFine = try accepts(&reader, element) } else { try reader.skip() }
        }
        return isFine && count.contains(seen)
    }

    private func acceptsObject(_ reader: inout JSONReader, _ rule: Schema.ObjectRule) throws(JSONFault) -> Bool {
        guard rule.properties.count <= 64 else { return false }
        var found: UInt64 = 0
        var isFine = true
        try reader.object { (reader, key) throws(JSONFault) in
            guard isFine else { return try reader.skip() }
            let index = rule.properties.firstIndex { $0.name == key }
            // Absent and null are the same.
            if try reader.null() {
                isFine = index != nil || rule.rest != .closed
            } else if let index {
                found |= 1 << UInt64(index)
                isFine = try accepts(&reader, rule.properties[index].schema)
            } else {
                isFine = try acceptsRest(&reader, rule.rest)
            }
        }
        guard isFine else { return false }
        for (index, property) in rule.properties.enumerated() where property.isRequired {
            if found & 1 << UInt64(index) == 0 { return false }
        }
        return true
    }

    private func acceptsRest(_ reader: inout JSONReader, _ rest: Schema.Rest) throws(JSONFault) -> Bool {
        switch rest {
        case .closed: return false
        case .open:
            try reader.skip()
            return true
        case .each(let schema): return try accepts(&reader, schema)
        }
    }
}
