/// Values that are made from schemas, for tests. There are valid values at each bound. There are also invalid values,
/// each with the place of its fault.
///
/// Recursive types are followed a few levels deep. Optional members beyond this depth are left out.
package struct SchemaSamples: Sendable {
    /// A value that must be refused, and the JSON Pointer that the fault must contain.
    package struct Invalid: Sendable, Hashable {
        package var value: JSON
        package var field: String
    }

    let contract: Contract
    /// If a string or an array has no upper bound, it gets this number of bytes or elements.
    static let unbounded = 64
    static let deepest = 12

    package init(_ contract: Contract) {
        self.contract = contract
    }

    /// The valid values. They are the smallest and the largest value that the schema allows, and every choice.
    package func valid(_ schema: Schema) -> [JSON] { valid(schema, depth: 0) }

    /// The invalid values, each of which is wrong in one place.
    package func invalid(_ schema: Schema) -> [Invalid] { invalid(schema, at: "", depth: 0) }

    func valid(_ schema: Schema, depth: Int) -> [JSON] {
        guard depth < Self.deepest else { return [] }
        switch schema {
        case .any: return [[:], "text", 7, true, ["element"]]
        case .boolean: return [true, false]
        case .integer(let range): return Set([range.lowerBound, range.upperBound]).sorted().map(JSON.integer)
        case .number(let minimum, let maximum):
            let values = [max(minimum, -1e300), min(maximum, 1e300)]
            // A bound such as 1.0 would be written as `1.0`, and would then be read back as a number and not as an
            // integer.
            return Set(values).sorted().map(JSON.number)
        case .string(let rule): return strings(rule)
        case .enumeration(let names): return names.map(JSON.string)
        case .constant(let value): return [value]
        case .array(let element, let count): return arrays(of: element, count: count, depth: depth)
        case .object(let rule): return objects(rule, depth: depth)
        case .union(let rule): return rule.variants.flatMap { valid($0.schema, depth: depth + 1) }
        case .reference(let name): return contract.types[name].map { valid($0, depth: depth + 1) } ?? []
        }
    }

    private func strings(_ rule: Schema.StringRule) -> [JSON] {
        switch rule.format {
        case .timestamp: return ["1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]
        case .base64url:
            return [rule.bytes.lowerBound, min(rule.bytes.upperBound, Self.unbounded)].compactMap { length in
                // A text of 4n + 1 characters cannot encode bytes.
                let length = length % 4 == 1 ? length + 1 : length
                guard rule.bytes.contains(length) else { return nil }
                return .string(String(repeating: "A", count: length))
            }
        case nil: break
        }
        if let pattern = rule.pattern {
            return pattern.samples(limit: min(rule.bytes.upperBound, Self.unbounded))
                .filter { rule.bytes.contains($0.utf8.count) }.map(JSON.string)
        }
        let isOpen = rule.bytes.upperBound == JSONLimits.wire.stringBytes
        let longest = isOpen ? max(Self.unbounded, rule.bytes.lowerBound) : rule.bytes.upperBound
        // If a two-byte character fits into the longest string, the string contains one, because lengths count bytes.
        let wide =
            longest >= 2 ? "é" + String(repeating: "a", count: longest - 2) : String(repeating: "a", count: longest)
        let shortest = String(repeating: "a", count: rule.bytes.lowerBound)
        return shortest == wide ? [.string(shortest)] : [.string(shortest), .string(wide)]
    }

    private func arrays(of element: Schema, count: ClosedRange<Int>, depth: Int) -> [JSON] {
        let elements = valid(element, depth: depth + 1)
        guard !elements.isEmpty else { return count.contains(0) ? [[]] : [] }
        let isOpen = count.upperBound == JSONLimits.wire.stringBytes
        let longest = isOpen ? max(elements.count, count.lowerBound) : count.upperBound
        let lengths = Set([count.lowerBound, min(longest, max(count.lowerBound, 2 * elements.count)), longest])
        return lengths.sorted().map { length in .array((0..<length).map { elements[$0 % elements.count] }) }
    }

    /// The object with the fewest members, the object with the most members, and variants of the latter. In each
    /// variant, one member has another value.
    private func objects(_ rule: Schema.ObjectRule, depth: Int) -> [JSON] {
        let samples = rule.properties.map { (property: $0, values: valid($0.schema, depth: depth + 1)) }
        guard samples.allSatisfy({ !$0.property.isRequired || !$0.values.isEmpty }) else { return [] }
        func object(_ isIncluded: (Schema.Property) -> Bool) -> JSONObject {
            JSONObject(
                samples.compactMap { sample in
                    guard isIncluded(sample.property), let value = sample.values.first else { return nil }
                    return JSONMember(key: sample.property.name, value: value)
                })
        }
        let least = object(\.isRequired)
        let fullest = object { _ in true }
        var objects = [least]
        if fullest != least { objects.append(fullest) }
        for sample in samples {
            for value in sample.values.dropFirst() {
                var other = fullest
                other[sample.property.name] = value
                objects.append(other)
            }
        }
        if case .each(let schema) = rule.rest, let value = valid(schema, depth: depth + 1).last {
            var other = fullest
            other["another"] = value
            objects.append(other)
        }
        return objects.map(JSON.object)
    }
}
