/// The rule for a string in a contract, for generated types. It has the string's pattern, and the pattern in words.
package struct TextRule: Sendable {
    /// The pattern. It is nil if the text is not a pattern, and then no text is valid.
    private let pattern: SchemaPattern?
    private let words: String

    /// Creates a rule from a pattern. The pattern is in a contract that is built into this program. `words` are added
    /// after "must be".
    package init(_ pattern: StaticString, _ words: StaticString?) {
        self.pattern = try? SchemaPattern("\(pattern)")
        self.words = words.map { "must be \($0)" } ?? "must match \(pattern)"
    }

    /// Whether a text is valid.
    package func matches(_ text: String) -> Bool { pattern?.matches(text) ?? false }

    fileprivate func check(_ text: String?, _ key: StaticString, of fields: JSONFields) throws(FieldFault) -> String? {
        guard let text else { return nil }
        guard matches(text) else { throw fields.fault(key, words) }
        return text
    }
}

extension JSONFields {
    /// A string that matches `rule`, or nil if the string is absent.
    package mutating func optionalString(_ key: StaticString, as rule: TextRule) throws(FieldFault) -> String? {
        try rule.check(try optionalString(key), key, of: self)
    }

    /// A string that matches `rule`.
    package mutating func string(_ key: StaticString, as rule: TextRule) throws(FieldFault) -> String {
        guard let text = try optionalString(key, as: rule) else { throw missing(key) }
        return text
    }
}
