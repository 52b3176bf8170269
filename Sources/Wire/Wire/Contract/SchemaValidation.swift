extension Contract {
    /// Checks that `json` matches `schema`. A member that is null counts as absent.
    package func validate(_ json: JSON, against schema: Schema, at path: String = "") throws(FieldFault) {
        do throws(FieldFault) {
            try check(json, against: schema)
        } catch {
            throw error.under(path)
        }
    }

    /// Checks a value. A pointer is built from the inside to the outside. It is built only if there is a fault, which
    /// is rare.
    private func check(_ json: JSON, against schema: Schema) throws(FieldFault) {
        switch schema {
        case .any: return
        case .boolean:
            guard case .bool = json else { throw FieldFault("", "must be true or false") }
        case .integer(let range):
            guard case .integer(let value) = json, range.contains(value) else {
                throw FieldFault("", "must be an integer from \(range.lowerBound) to \(range.upperBound)")
            }
        case .number(let minimum, let maximum):
            guard let value = json.numberValue, value >= minimum, value <= maximum else {
                throw FieldFault("", "must be a number from \(minimum) to \(maximum)")
            }
        case .string(let rule): try Self.check(json, against: rule)
        case .enumeration(let names):
            guard case .string(let text) = json, names.contains(text) else {
                throw FieldFault("", "must be one of \(names.joined(separator: ", "))")
            }
        case .constant(let value):
            guard json == value else { throw FieldFault("", "must be \(value.text)") }
        case .array(let element, let count):
            guard case .array(let elements) = json, count.contains(elements.count) else {
                throw FieldFault("", "must be an array of \(count.lowerBound) to \(count.upperBound) elements")
            }
            for index in elements.indices {
                try check(elements[index], against: element, under: { "/\(index)" })
            }
        case .object(let rule): try check(json, against: rule)
        case .union(let rule): try check(json, against: rule)
        case .reference(let name):
            guard let target = types[name] else { throw FieldFault("", "is of a type that does not exist") }
            try check(json, against: target)
        }
    }

    private func check(
        _ json: JSON, against schema: Schema, under pointer: () -> String
    ) throws(FieldFault) {
        do throws(FieldFault) {
            try check(json, against: schema)
        } catch {
            throw error.under(pointer())
        }
    }

    static func check(_ json: JSON, against rule: Schema.StringRule) throws(FieldFault) {
        guard case .string(let text) = json, rule.bytes.contains(text.utf8.count) else {
            let bounds = "\(rule.bytes.lowerBound) to \(rule.bytes.upperBound)"
            throw FieldFault("", "must be a string of \(bounds) bytes")
        }
        if let pattern = rule.pattern, !pattern.matches(text) {
            throw FieldFault("", "must match \(pattern)")
        }
        switch rule.format {
        case nil: return
        case .timestamp:
            guard let time = Timestamp(text), time.description == text else {
                throw FieldFault("", "must be a time as in 2026-01-31T08:15:30.000Z")
            }
        case .base64url:
            guard Base64URL.decode(text) != nil else {
                throw FieldFault("", "must be bytes in base64url without padding")
            }
        }
    }

    private func check(_ json: JSON, against rule: Schema.ObjectRule) throws(FieldFault) {
        guard case .object(let object) = json else { throw FieldFault("", "must be an object") }
        for property in rule.properties {
            if let value = object[property.name], !value.isNull {
                try check(value, against: property.schema, under: { FieldFault.token(property.name) })
            } else if property.isRequired {
                throw FieldFault(FieldFault.token(property.name), "is missing")
            }
        }
        guard rule.rest != .open else { return }
        for member in object.members where !rule.properties.contains(where: { $0.name == member.key }) {
            guard case .each(let schema) = rule.rest else {
                throw FieldFault(
                    FieldFault.token(String(member.key.unicodeScalars.prefix(64))), "is not a known member")
            }
            guard !member.value.isNull else { continue }
            try check(
                member.value, against: schema,
                under: { FieldFault.token(String(member.key.unicodeScalars.prefix(64))) })
        }
    }

    private func check(_ json: JSON, against rule: Schema.UnionRule) throws(FieldFault) {
        guard case .object(let object) = json else { throw FieldFault("", "must be an object") }
        let name = object[rule.tag]?.stringValue
        guard let variant = rule.variants.first(where: { $0.name == name }) else {
            let names = rule.variants.map(\.name).joined(separator: ", ")
            throw FieldFault(FieldFault.token(rule.tag), "must be one of \(names)")
        }
        try check(json, against: variant.schema)
    }
}

extension JSON {
    var isNull: Bool { if case .null = self { true } else { false } }

    /// The value of a number, which may be an integer.
    var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }
}
