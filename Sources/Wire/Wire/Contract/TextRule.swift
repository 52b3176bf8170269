/// The rule for a string of a contract, in types that are made from it: its pattern, and the pattern in words.
package struct TextRule: Sendable {
    /// Nil if it is not a pattern: then no text is right.
    private let pattern: SchemaPattern?
    private let words: String

    /// The pattern of a contract that this program was built with; `words` follow "must be".
    package init(_ pattern: StaticString, _ words: StaticString?) {
        self.pattern = try? SchemaPattern("\(pattern)")
        self.words = words.map { "must be \($0)" } ?? "must match \(pattern)"
    }

    /// Whether a text is right.
    package func matches(_ text: String) -> Bool { pattern?.matches(text) ?? false }

    fileprivate func check(_ text: String?, _ key: StaticString, of fields: JSONFields) throws(FieldFault) -> String? {
        guard let text else { return nil }
        guard matches(text) else { throw fields.fault(key, words) }
        return text
    }
}

extension JSONFields {
    /// A string as `rule` says.
    package mutating func optionalString(_ key: StaticString, as rule: TextRule) throws(FieldFault) -> String? {
        try rule.check(try optionalString(key), key, of: self)
    }

    /// A string as `rule` says.
    package mutating func string(_ key: StaticString, as rule: TextRule) throws(FieldFault) -> String {
        guard let text = try optionalString(key, as: rule) else { throw missing(key) }
        return text
    }
}
