extension Contract {
    /// Checks that `text` is as `schema` demands; `path` is the JSON Pointer of the value, for faults.
    package func validate(_ text: JSONText, against schema: Schema, at path: String = "") throws(FieldFault) {
        try validate(text.json, against: schema, at: path)
    }

    /// Checks that `json` is as `schema` demands. A member that is null counts as absent.
    package func validate(_ json: JSON, against schema: Schema, at path: String = "") throws(FieldFault) {
        switch schema {
        case .any: return
        case .boolean:
            guard case .bool = json else { throw FieldFault(path, "must be true or false") }
        case .integer(let range):
            guard case .integer(let value) = json, range.contains(value) else {
                throw FieldFault(path, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
            }
        case .number(let minimum, let maximum):
            guard let value = json.numberValue, value >= minimum, value <= maximum else {
                throw FieldFault(path, "must be a number from \(minimum) to \(maximum)")
            }
        case .string(let rule): try Self.validate(json, against: rule, at: path)
        case .enumeration(let names):
            guard case .string(let text) = json, names.contains(text) else {
                throw FieldFault(path, "must be one of \(names.joined(separator: ", "))")
            }
        case .constant(let value):
            guard json == value else { throw FieldFault(path, "must be \(value.text)") }
        case .array(let element, let count):
            guard case .array(let elements) = json, count.contains(elements.count) else {
                throw FieldFault(path, "must be an array of \(count.lowerBound) to \(count.upperBound) elements")
            }
            for (index, value) in elements.enumerated() {
                try validate(value, against: element, at: "\(path)/\(index)")
            }
        case .object(let rule): try validate(json, against: rule, at: path)
        case .union(let rule): try validate(json, against: rule, at: path)
        case .reference(let name):
            guard let target = types[name] else { throw FieldFault(path, "is of a type that does not exist") }
            try validate(json, against: target, at: path)
        }
    }

    private static func validate(_ json: JSON, against rule: Schema.StringRule, at path: String) throws(FieldFault) {
        guard case .string(let text) = json, rule.bytes.contains(text.utf8.count) else {
            let bounds = "\(rule.bytes.lowerBound) to \(rule.bytes.upperBound)"
            throw FieldFault(path, "must be a string of \(bounds) bytes")
        }
        if let pattern = rule.pattern, !pattern.matches(text) {
            throw FieldFault(path, "must match \(pattern)")
        }
        switch rule.format {
        case nil: return
        case .timestamp:
            guard let time = Timestamp(text), time.description == text else {
                throw FieldFault(path, "must be a time as in 2026-01-31T08:15:30.000Z")
            }
        case .base64url:
            guard Base64URL.decode(text) != nil else {
                throw FieldFault(path, "must be bytes in base64url without padding")
            }
        }
    }

    private func validate(_ json: JSON, against rule: Schema.ObjectRule, at path: String) throws(FieldFault) {
        guard case .object(let object) = json else { throw FieldFault(path, "must be an object") }
        for property in rule.properties {
            let place = path + FieldFault.token(property.name)
            if let value = object[property.name], value != .null {
                try validate(value, against: property.schema, at: place)
            } else if property.isRequired {
                throw FieldFault(place, "is missing")
            }
        }
        guard rule.rest != .open else { return }
        for member in object.members where !rule.properties.contains(where: { $0.name == member.key }) {
            let place = path + FieldFault.token(String(member.key.prefix(64)))
            guard case .each(let schema) = rule.rest else { throw FieldFault(place, "is not known here") }
            if member.value != .null { try validate(member.value, against: schema, at: place) }
        }
    }

    private func validate(_ json: JSON, against rule: Schema.UnionRule, at path: String) throws(FieldFault) {
        guard case .object(let object) = json else { throw FieldFault(path, "must be an object") }
        let name = object[rule.tag]?.stringValue
        guard let variant = rule.variants.first(where: { $0.name == name }) else {
            let names = rule.variants.map(\.name).joined(separator: ", ")
            throw FieldFault(path + FieldFault.token(rule.tag), "must be one of \(names)")
        }
        try validate(json, against: variant.schema, at: path)
    }
}

extension JSON {
    /// The value of a number of either kind.
    var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }
}
