extension Schema {
    /// Reads a schema and refuses every keyword outside the subset. `types` contains the types to which `$ref` may
    /// refer, as in the contract. A fault names a place inside the contract. The place begins with `path`.
    package init(json: JSON, types: JSONObject = JSONObject(), at path: String = "") throws(FieldFault) {
        self = try SchemaParser(types: types).schema(json, at: path)
    }
}

/// Reads the schemas of a contract.
private struct SchemaParser {
    let types: JSONObject

    func schema(_ json: JSON, at path: String) throws(FieldFault) -> Schema {
        var fields = try JSONFields(json, at: path)
        _ = try fields.optionalString("description", bytes: 0...2048)
        // These keywords are for generating types (`ContractTypes`).
        _ = try fields.optionalString("swift", bytes: 1...128)
        _ = try fields.optionalBool("secret")
        let schema = try parse(&fields)
        try fields.end()
        return schema
    }

    private func parse(_ fields: inout JSONFields) throws(FieldFault) -> Schema {
        if let reference = try fields.optionalString("$ref") {
            let prefix = "#/types/"
            guard reference.hasPrefix(prefix), reference.utf8.count > prefix.utf8.count else {
                throw fields.fault("$ref", "must name a type of this contract, as in #/types/NAME")
            }
            let name = String(reference.dropFirst(prefix.count))
            guard types[name] != nil else { throw fields.fault("$ref", "names a type that does not exist") }
            return .reference(name)
        }
        if let alternatives = fields.optionalJSON("oneOf") {
            return .union(try union(alternatives, at: fields.pointer("oneOf")))
        }
        if let constant = fields.optionalJSON("const") {
            _ = try fields.optionalString("type")
            return .constant(constant)
        }
        guard let type = try fields.optionalString("type") else {
            if fields.optionalJSON("enum") != nil { return try enumeration(&fields) }
            return .any
        }
        switch type {
        case "boolean": return .boolean
        case "integer": return try integer(&fields)
        case "number": return try number(&fields)
        case "string": return try string(&fields)
        case "array": return try array(&fields)
        case "object": return .object(try object(&fields))
        default: throw fields.fault("type", "must be boolean, integer, number, string, array or object")
        }
    }

    private func range<Bound: Comparable>(
        _ low: Bound, _ high: Bound, _ key: StaticString, _ fields: JSONFields
    ) throws(FieldFault) -> ClosedRange<Bound> {
        guard low <= high else { throw fields.fault(key, "must not be below its minimum") }
        return low...high
    }

    private func integer(_ fields: inout JSONFields) throws(FieldFault) -> Schema {
        let low = try fields.optionalInteger("minimum") ?? -JSON.largestInteger
        let high = try fields.optionalInteger("maximum") ?? JSON.largestInteger
        return .integer(try range(low, high, "maximum", fields))
    }

    private func number(_ fields: inout JSONFields) throws(FieldFault) -> Schema {
        func bound(_ key: StaticString) throws(FieldFault) -> Double? {
            switch fields.optionalJSON(key) {
            case nil: nil
            case .integer(let value): Double(value)
            case .number(let value): value
            default: throw fields.fault(key, "must be a number")
            }
        }
        let low = try bound("minimum") ?? -Double.greatestFiniteMagnitude
        let high = try bound("maximum") ?? Double.greatestFiniteMagnitude
        let bounds = try range(low, high, "maximum", fields)
        return .number(minimum: bounds.lowerBound, maximum: bounds.upperBound)
    }

    private func count(
        _ low: StaticString, _ high: StaticString, limit: Int, _ fields: inout JSONFields
    ) throws(FieldFault) -> ClosedRange<Int> {
        let bounds = Int64(0)...Int64(limit)
        let minimum = Int(try fields.optionalInteger(low, in: bounds) ?? 0)
        let maximum = Int(try fields.optionalInteger(high, in: bounds) ?? Int64(limit))
        return try range(minimum, maximum, high, fields)
    }

    private func string(_ fields: inout JSONFields) throws(FieldFault) -> Schema {
        if fields.optionalJSON("enum") != nil { return try enumeration(&fields) }
        let bytes = try count("minLength", "maxLength", limit: JSONLimits.wire.stringBytes, &fields)
        var rule = Schema.StringRule(bytes: bytes)
        if let text = try fields.optionalString("pattern", bytes: 1...512) {
            do throws(FieldFault) {
                rule.pattern = try SchemaPattern(text)
            } catch {
                throw fields.fault("pattern", error.message)
            }
        }
        rule.format = try fields.optionalEnumeration("format")
        return .string(rule)
    }

    private func enumeration(_ fields: inout JSONFields) throws(FieldFault) -> Schema {
        let values = try fields.strings("enum", count: 1...256, bytes: 0...128)
        guard Set(values).count == values.count else { throw fields.fault("enum", "must not repeat a value") }
        return .enumeration(values)
    }

    private func array(_ fields: inout JSONFields) throws(FieldFault) -> Schema {
        let count = try count("minItems", "maxItems", limit: JSONLimits.wire.stringBytes, &fields)
        return .array(of: try schema(try fields.json("items"), at: fields.pointer("items")), count: count)
    }

    private func object(_ fields: inout JSONFields) throws(FieldFault) -> Schema.ObjectRule {
        let required = try fields.strings("required", count: 0...256, bytes: 1...128)
        var properties: [Schema.Property] = []
        if let json = fields.optionalJSON("properties") {
            let path = fields.pointer("properties")
            guard case .object(let object) = json else { throw FieldFault(path, "must be an object") }
            for member in object.members {
                let schema = try self.schema(member.value, at: path + FieldFault.token(member.key))
                let isRequired = required.contains(member.key)
                properties.append(Schema.Property(name: member.key, schema: schema, isRequired: isRequired))
            }
        }
        for (index, name) in required.enumerated() {
            guard properties.contains(where: { $0.name == name }), required.firstIndex(of: name) == index else {
                throw FieldFault("\(fields.pointer("required"))/\(index)", "must name a property, once")
            }
        }
        return Schema.ObjectRule(properties: properties, rest: try rest(&fields))
    }

    private func rest(_ fields: inout JSONFields) throws(FieldFault) -> Schema.Rest {
        switch fields.optionalJSON("additionalProperties") {
        case nil, .bool(true): .open
        case .bool(false): .closed
        case .some(let schema): .each(try self.schema(schema, at: fields.pointer("additionalProperties")))
        }
    }

    private func union(_ json: JSON, at path: String) throws(FieldFault) -> Schema.UnionRule {
        guard case .array(let elements) = json, !elements.isEmpty, elements.count <= 64 else {
            throw FieldFault(path, "must be an array of 1 to 64 schemas")
        }
        guard let tag = Schema.tags.first(where: { tag in elements.allSatisfy { constant(tag, of: $0) != nil } }) else {
            let tags = Schema.tags.joined(separator: ", ")
            throw FieldFault(path, "must be objects that differ in a required constant string, one of \(tags)")
        }
        var variants: [Schema.Variant] = []
        for (index, element) in elements.enumerated() {
            let name = constant(tag, of: element) ?? ""
            guard !variants.contains(where: { $0.name == name }) else {
                throw FieldFault("\(path)/\(index)", "has the same \(tag) as another alternative")
            }
            variants.append(Schema.Variant(name: name, schema: try schema(element, at: "\(path)/\(index)")))
        }
        return Schema.UnionRule(tag: tag, variants: variants)
    }

    /// The constant string that an object schema requires for its member `tag`. One reference is followed.
    private func constant(_ tag: String, of json: JSON) -> String? {
        var json = json
        if let name = json["$ref"]?.stringValue { json = types[String(name.dropFirst("#/types/".count))] ?? .null }
        guard json["type"] == "object", json["required"]?.arrayValue?.contains(.string(tag)) == true else { return nil }
        return json["properties"]?[tag]?["const"]?.stringValue
    }
}
