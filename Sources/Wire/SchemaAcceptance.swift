/// Checks a text against a schema without making values of it.
///
/// Says only whether all is well. What it does not know (`const`, `oneOf`, strings with escapes, objects with more than 64 properties) is
/// not well: ``Contract/validate(_:against:at:)`` then makes the value and decides.
extension Contract {
    /// Whether `text` surely is as `schema` demands.
    func accepts(_ text: JSONText, _ schema: Schema) -> Bool {
        var cursor = JSONCursor(text)
        return accepts(&cursor, schema)
    }

    private func accepts(_ cursor: inout JSONCursor, _ schema: Schema) -> Bool {
        switch schema {
        case .any:
            cursor.skip()
            return true
        case .boolean: return cursor.bool() != nil
        case .integer(let range): return cursor.integer().map(range.contains) ?? false
        case .number(let minimum, let maximum):
            guard let value = cursor.json().numberValue else { return false }
            return value >= minimum && value <= maximum
        case .string(let rule): return cursor.plain().map { cursor.holds($0, rule) } ?? false
        case .enumeration(let names):
            guard let text = cursor.plain() else { return false }
            return names.contains { cursor.holds(text, $0) }
        case .constant, .union: return false
        case .array(let element, let count): return acceptsArray(&cursor, of: element, count: count)
        case .object(let rule): return acceptsObject(&cursor, rule)
        case .reference(let name): return types[name].map { accepts(&cursor, $0) } ?? false
        }
    }

    private func acceptsArray(_ cursor: inout JSONCursor, of element: Schema, count: ClosedRange<Int>) -> Bool {
        var seen = 0
        guard cursor.enter(UInt8(ascii: "[")) else { return false }
        while cursor.next != UInt8(ascii: "]") {
            seen += 1
            guard seen <= count.upperBound, accepts(&cursor, element) else { return false }
            cursor.separate()
        }
        cursor.index += 1
        return seen >= count.lowerBound
    }

    private func acceptsObject(_ cursor: inout JSONCursor, _ rule: Schema.ObjectRule) -> Bool {
        let properties = rule.properties
        guard properties.count <= 64, cursor.enter(UInt8(ascii: "{")) else { return false }
        var missing = rule.required
        var expected = 0
        while cursor.next == UInt8(ascii: "\"") {
            guard let key = cursor.plain() else { return false }
            cursor.index = JSONScan.valueStart(of: cursor.bytes.span, from: cursor.index)
            // Most writers keep the contract's order.
            if expected >= properties.count || !cursor.holds(key, properties[expected].name) {
                expected = properties.firstIndex { cursor.holds(key, $0.name) } ?? properties.count
            }
            let isKnown = expected < properties.count
            // Absent and null are the same.
            if cursor.next == UInt8(ascii: "n") {
                guard isKnown || rule.rest != .closed else { return false }
                cursor.skip()
            } else if isKnown {
                missing &= ~(1 << UInt64(expected))
                guard accepts(&cursor, properties[expected].schema) else { return false }
            } else {
                guard acceptsRest(&cursor, rule.rest) else { return false }
            }
            expected += 1
            cursor.separate()
        }
        cursor.index += 1
        return missing == 0
    }

    private func acceptsRest(_ cursor: inout JSONCursor, _ rest: Schema.Rest) -> Bool {
        switch rest {
        case .closed: return false
        case .open:
            cursor.skip()
            return true
        case .each(let schema): return accepts(&cursor, schema)
        }
    }
}

extension JSONCursor {
    /// Passes over a string without escapes and gives the place of its bytes; nil if something else stands here.
    fileprivate mutating func plain() -> Range<Int>? {
        guard next == UInt8(ascii: "\"") else { return nil }
        let start = index + 1
        let end = JSONScan.textEnd(of: bytes.span, from: start).end
        guard JSONScan.byte(bytes.span, end) == UInt8(ascii: "\"") else { return nil }
        index = end + 1
        return start..<end
    }

    fileprivate func holds(_ place: Range<Int>, _ text: String) -> Bool {
        let text = text.utf8.span
        guard text.count == place.count else { return false }
        var offset = 0
        while offset < text.count {
            let left = text.count - offset
            let found = JSONScan.word(bytes.span, place.lowerBound + offset)
            let expected = JSONScan.word(text, offset)
            guard left < 8 ? JSONScan.prefix(found, left) == expected : found == expected else { return false }
            offset += 8
        }
        return true
    }

    fileprivate func holds(_ place: Range<Int>, _ rule: Schema.StringRule) -> Bool {
        guard rule.bytes.contains(place.count) else { return false }
        if let pattern = rule.pattern, !pattern.matches(bytes.span.extracting(place)) { return false }
        switch rule.format {
        case nil: return true
        case .base64url: return Base64URL.isSpelled(bytes.span.extracting(place))
        case .timestamp:
            let text = String(
                decoding: bytes[bytes.startIndex + place.lowerBound..<bytes.startIndex + place.upperBound],
                as: UTF8.self)
            return Timestamp(text)?.description == text
        }
    }
}
