/// A schema in the form of flat tables of numbers. With it, a text can be checked without building values, and without
/// changing reference counts.
///
/// The plan can only confirm that a text is valid. It cannot show that a text is invalid. It confirms no text that
/// contains something it does not handle (`const`, `oneOf`, strings with escapes, objects with more than 64
/// properties). In this case, ``SchemaCheck`` builds the value and decides.
struct SchemaPlan: Sendable {
    /// One schema.
    struct Node: Sendable {
        enum Kind: UInt8, Sendable {
            case any, boolean, integer, number, string, enumeration, array, object
            /// In this case, the check that builds the value decides.
            case undecided
        }

        /// The rule for the other members of an object.
        enum Rest: UInt8, Sendable {
            case closed, open
            /// The other members must match the schema `inner`.
            case each
        }

        var kind = Kind.undecided
        var rest = Rest.closed
        var format: Schema.Format?
        /// The bounds of an integer's value, of the number of a string's bytes, or of the number of an array's
        /// elements.
        var least: Int64 = 0
        var most: Int64 = 0
        /// The bounds of a number.
        var lowest = 0.0
        var highest = 0.0
        /// The index in `names` of an object's first property, or of an enumeration's first string. Also the number of
        /// properties or strings.
        var first = 0
        var count = 0
        /// A bit for each required property.
        var required: UInt64 = 0
        /// The schema of an array's elements, or of those members of an object that are not among its properties.
        var inner = 0
        /// The index of a string's pattern in `patterns`.
        var pattern: Int?
    }

    /// The key of a property, or a string of an enumeration.
    struct Name: Sendable {
        /// The first eight bytes of the name, as a word of ``JSONScan``. A shorter name is followed by zeroes.
        let head: UInt64
        /// The place where the name begins in `spelling`.
        let start: Int
        let count: Int
        /// The schema of the property.
        var node = 0
    }

    private(set) var nodes: [Node] = []
    private(set) var names: [Name] = []
    private(set) var spelling: [UInt8] = []
    private(set) var patterns: [SchemaPattern] = []

    /// The named schemas. Also the nodes of the schemas that were already found, because named schemas may refer to
    /// each other.
    private struct Types {
        let schemas: [String: Schema]
        var nodes: [(name: String, node: Int)] = []
    }

    /// Creates the plan. `types` contains the schemas to which references refer.
    init(_ schema: Schema, types: [String: Schema]) {
        var types = Types(schemas: types)
        _ = add(schema, &types)
    }

    private mutating func add(_ schema: Schema, _ types: inout Types) -> Int {
        if case .reference(let name) = schema, let met = types.nodes.first(where: { $0.name == name }) {
            return met.node
        }
        let node = nodes.count
        nodes.append(Node())
        if case .reference(let name) = schema {
            types.nodes.append((name, node))
            // A reference to another reference stays undecided.
            if let target = types.schemas[name] { nodes[node] = make(target, &types) }
        } else {
            nodes[node] = make(schema, &types)
        }
        return node
    }

    private mutating func make(_ schema: Schema, _ types: inout Types) -> Node {
        var node = Node()
        switch schema {
        case .any: node.kind = .any
        case .boolean: node.kind = .boolean
        case .integer(let range):
            node.kind = .integer
            (node.least, node.most) = (range.lowerBound, range.upperBound)
        case .number(let minimum, let maximum):
            node.kind = .number
            (node.lowest, node.highest) = (minimum, maximum)
        case .string(let rule):
            node.kind = .string
            (node.least, node.most) = (Int64(rule.bytes.lowerBound), Int64(rule.bytes.upperBound))
            node.format = rule.format
            if let pattern = rule.pattern {
                node.pattern = patterns.count
                patterns.append(pattern)
            }
        case .enumeration(let strings):
            node.kind = .enumeration
            (node.first, node.count) = (names.count, strings.count)
            for string in strings { names.append(makeName(string)) }
        case .array(let element, let count):
            node.kind = .array
            (node.least, node.most) = (Int64(count.lowerBound), Int64(count.upperBound))
            node.inner = add(element, &types)
        case .object(let rule): return make(rule, &types)
        case .constant, .union, .reference: break
        }
        return node
    }

    private mutating func make(_ rule: Schema.ObjectRule, _ types: inout Types) -> Node {
        var node = Node()
        guard rule.properties.count <= 64 else { return node }
        node.kind = .object
        node.required = rule.required
        (node.first, node.count) = (names.count, rule.properties.count)
        // The names of one object are contiguous, no matter which names are added by the schemas of its properties.
        for property in rule.properties { names.append(makeName(property.name)) }
        for (offset, property) in rule.properties.enumerated() {
            names[node.first + offset].node = add(property.schema, &types)
        }
        switch rule.rest {
        case .closed: node.rest = .closed
        case .open: node.rest = .open
        case .each(let schema):
            node.rest = .each
            node.inner = add(schema, &types)
        }
        return node
    }

    private mutating func makeName(_ text: String) -> Name {
        let bytes = Array(text.utf8)
        defer { spelling += bytes }
        return Name(head: JSONScan.word(bytes.span, 0), start: spelling.count, count: bytes.count)
    }
}

extension SchemaPlan {
    /// Whether `text` certainly matches the schema. If this is false, the text may still match.
    func accepts(_ text: JSONText) -> Bool {
        var index = 0
        return accepts(text.bytes.span, &index, nodes[0])
    }

    /// Whether the value at `index` certainly matches a node. `index` is moved after the value.
    private func accepts(_ bytes: Span<UInt8>, _ index: inout Int, _ node: Node) -> Bool {
        switch node.kind {
        case .any:
            index = JSONScan.checkedEnd(of: bytes, from: index)
            return true
        case .boolean:
            let first = JSONScan.byte(bytes, index)
            index += first == UInt8(ascii: "t") ? 4 : 5
            return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
        case .integer:
            guard let (value, end) = JSONCursor.integer(in: bytes, from: index) else { return false }
            index = end
            return value >= node.least && value <= node.most
        case .number: return acceptsNumber(bytes, &index, node)
        case .string:
            guard let place = Self.plain(bytes, &index) else { return false }
            return accepts(bytes, string: place, node)
        case .enumeration:
            guard let place = Self.plain(bytes, &index) else { return false }
            return find(bytes, place, in: node) != nil
        case .array: return acceptsArray(bytes, &index, node)
        case .object: return acceptsObject(bytes, &index, node)
        case .undecided: return false
        }
    }

    private func acceptsArray(_ bytes: Span<UInt8>, _ index: inout Int, _ node: Node) -> Bool {
        guard JSONScan.byte(bytes, index) == UInt8(ascii: "[") else { return false }
        var count: Int64 = 0
        index = JSONScan.spaceEnd(of: bytes, from: index + 1)
        while JSONScan.byte(bytes, index) != UInt8(ascii: "]") {
            count += 1
            guard count <= node.most, accepts(bytes, &index, nodes[node.inner]) else { return false }
            index = JSONScan.separatorEnd(of: bytes, from: index)
        }
        index += 1
        return count >= node.least
    }

    private func acceptsObject(_ bytes: Span<UInt8>, _ index: inout Int, _ node: Node) -> Bool {
        guard JSONScan.byte(bytes, index) == UInt8(ascii: "{") else { return false }
        index = JSONScan.spaceEnd(of: bytes, from: index + 1)
        var missing = node.required
        var expected = 0
        while JSONScan.byte(bytes, index) == UInt8(ascii: "\"") {
            guard let key = Self.plain(bytes, &index) else { return false }
            index = JSONScan.valueStart(of: bytes, from: index)
            // Most writers follow the contract's order.
            if expected >= node.count || !holds(bytes, key, names[node.first + expected]) {
                expected = find(bytes, key, in: node) ?? node.count
            }
            let isKnown = expected < node.count
            // Absent and null mean the same.
            if JSONScan.byte(bytes, index) == UInt8(ascii: "n") {
                guard isKnown || node.rest != .closed else { return false }
                index += 4
            } else if isKnown {
                missing &= ~(1 &<< UInt64(truncatingIfNeeded: expected))
                guard accepts(bytes, &index, nodes[names[node.first + expected].node]) else { return false }
            } else {
                guard acceptsRest(bytes, &index, node) else { return false }
            }
            expected += 1
            index = JSONScan.separatorEnd(of: bytes, from: index)
        }
        index += 1
        return missing == 0
    }

    private func acceptsRest(_ bytes: Span<UInt8>, _ index: inout Int, _ node: Node) -> Bool {
        switch node.rest {
        case .closed: return false
        case .open:
            index = JSONScan.checkedEnd(of: bytes, from: index)
            return true
        case .each: return accepts(bytes, &index, nodes[node.inner])
        }
    }

    @inline(never)
    private func acceptsNumber(_ bytes: Span<UInt8>, _ index: inout Int, _ node: Node) -> Bool {
        let start = index
        index = JSONScan.checkedEnd(of: bytes, from: start)
        let digits = bytes.extracting(start..<index)
        guard let text = try? JSONText(digits.indices.map { digits[$0] }[...]),
            let value = text.json.numberValue
        else { return false }
        return value >= node.lowest && value <= node.highest
    }

    private func accepts(_ bytes: Span<UInt8>, string place: Range<Int>, _ node: Node) -> Bool {
        guard place.count >= node.least, place.count <= node.most else { return false }
        if let pattern = node.pattern, !patterns[pattern].matches(bytes.extracting(place)) { return false }
        switch node.format {
        case nil: return true
        case .base64url: return Base64URL.isSpelled(bytes.extracting(place))
        case .timestamp:
            let text = String(decoding: place.map { bytes[$0] }, as: UTF8.self)
            return Timestamp(text)?.description == text
        }
    }

    /// The offset of the name at `place` among the node's names.
    private func find(_ bytes: Span<UInt8>, _ place: Range<Int>, in node: Node) -> Int? {
        for offset in 0..<node.count where holds(bytes, place, names[node.first + offset]) { return offset }
        return nil
    }

    @inline(__always)
    private func holds(_ bytes: Span<UInt8>, _ place: Range<Int>, _ name: Name) -> Bool {
        guard place.count == name.count else { return false }
        let head = JSONScan.word(bytes, place.lowerBound)
        if name.count < 8 { return JSONScan.prefix(head, name.count) == name.head }
        guard head == name.head else { return false }
        // If a name is long, its last word overlaps the word before it.
        var offset = 8
        while offset < name.count {
            let start = min(offset, name.count - 8)
            guard JSONScan.word(bytes, place.lowerBound + start) == JSONScan.word(spelling.span, name.start + start)
            else { return false }
            offset += 8
        }
        return true
    }

    /// Skips a string that has no escapes, and returns the place of the string's bytes. Returns nil if another value is
    /// here.
    @inline(__always)
    private static func plain(_ bytes: Span<UInt8>, _ index: inout Int) -> Range<Int>? {
        guard JSONScan.byte(bytes, index) == UInt8(ascii: "\"") else { return nil }
        let start = index + 1
        let end = JSONScan.textEnd(of: bytes, from: start).end
        guard JSONScan.byte(bytes, end) == UInt8(ascii: "\"") else { return nil }
        index = end + 1
        return start..<end
    }
}
