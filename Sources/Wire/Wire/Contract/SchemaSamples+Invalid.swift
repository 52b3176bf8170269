extension SchemaSamples {
    func invalid(_ schema: Schema, at path: String, depth: Int) -> [Invalid] {
        guard depth < Self.deepest else { return [] }
        switch schema {
        case .any: return []
        case .boolean: return [Invalid(value: 0, field: path), Invalid(value: "true", field: path)]
        case .integer(let range): return integers(outside: range, at: path)
        case .number: return [Invalid(value: "1", field: path)]
        case .string(let rule): return strings(against: rule, at: path)
        case .enumeration: return [Invalid(value: "no such choice", field: path), Invalid(value: 1, field: path)]
        case .constant(let value): return [Invalid(value: value == true ? false : true, field: path)]
        case .array(let element, let count): return arrays(of: element, outside: count, at: path, depth: depth)
        case .object(let rule): return objects(against: rule, at: path, depth: depth)
        case .union(let rule):
            let unknown = Invalid(
                value: .members((rule.tag, "no such choice")), field: path + FieldFault.token(rule.tag))
            return [Invalid(value: "text", field: path), unknown]
                + rule.variants.flatMap { variant in
                    // The tag decides which object of the union applies. Without the tag, nothing else is checked.
                    invalid(variant.schema, at: path, depth: depth + 1).filter {
                        $0.value[rule.tag] == .string(variant.name)
                    }
                }
        case .reference(let name): return contract.types[name].map { invalid($0, at: path, depth: depth + 1) } ?? []
        }
    }

    private func integers(outside range: ClosedRange<Int64>, at path: String) -> [Invalid] {
        var invalid = [Invalid(value: "1", field: path), Invalid(value: .number(0.5), field: path)]
        if range.lowerBound > -JSON.largestInteger {
            invalid.append(Invalid(value: .integer(range.lowerBound - 1), field: path))
        }
        if range.upperBound < JSON.largestInteger {
            invalid.append(Invalid(value: .integer(range.upperBound + 1), field: path))
        }
        return invalid
    }

    private func strings(against rule: Schema.StringRule, at path: String) -> [Invalid] {
        var invalid = [Invalid(value: 7, field: path)]
        if rule.bytes.lowerBound > 0 {
            let short = String(repeating: "a", count: rule.bytes.lowerBound - 1)
            invalid.append(Invalid(value: .string(short), field: path))
        }
        if rule.bytes.upperBound < JSONLimits.wire.stringBytes {
            let long = String(repeating: "a", count: rule.bytes.upperBound + 1)
            invalid.append(Invalid(value: .string(long), field: path))
        }
        // U+0001 cannot occur in three kinds of text: in a class of a pattern, in a time, and in base64url.
        if rule.pattern != nil || rule.format != nil { invalid.append(Invalid(value: "\u{1}", field: path)) }
        return invalid
    }

    private func arrays(
        of element: Schema, outside count: ClosedRange<Int>, at path: String, depth: Int
    ) -> [Invalid] {
        var invalid = [Invalid(value: [:], field: path)]
        guard let filler = valid(element, depth: depth + 1).first else { return invalid }
        func filled(_ count: Int) -> [JSON] { Array(repeating: filler, count: count) }
        if count.lowerBound > 0 {
            invalid.append(Invalid(value: .array(filled(count.lowerBound - 1)), field: path))
        }
        if count.upperBound < JSONLimits.wire.stringBytes {
            invalid.append(Invalid(value: .array(filled(count.upperBound + 1)), field: path))
        }
        let last = max(count.lowerBound, 1) - 1
        guard count.contains(last + 1) else { return invalid }
        for fault in self.invalid(element, at: "\(path)/\(last)", depth: depth + 1) {
            invalid.append(Invalid(value: .array(filled(last) + [fault.value]), field: fault.field))
        }
        return invalid
    }

    /// The object with the most members, in which one member is missing, wrong or added.
    private func objects(against rule: Schema.ObjectRule, at path: String, depth: Int) -> [Invalid] {
        var invalid = [Invalid(value: [], field: path), Invalid(value: "text", field: path)]
        let members = rule.properties.compactMap { property in
            valid(property.schema, depth: depth + 1).first.map { JSONMember(key: property.name, value: $0) }
        }
        let fullest = JSONObject(members)
        for property in rule.properties {
            let place = path + FieldFault.token(property.name)
            var other = fullest
            if property.isRequired {
                other[property.name] = nil
                invalid.append(Invalid(value: .object(other), field: place))
                other[property.name] = .null
                invalid.append(Invalid(value: .object(other), field: place))
            }
            for fault in self.invalid(property.schema, at: place, depth: depth + 1) {
                other[property.name] = fault.value
                invalid.append(Invalid(value: .object(other), field: fault.field))
            }
        }
        if case .closed = rule.rest {
            var other = fullest
            other["frob"] = 1
            invalid.append(Invalid(value: .object(other), field: path + "/frob"))
        }
        return invalid
    }
}
