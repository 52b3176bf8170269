/// What a string of a contract must be, in types that are made from it: its pattern, and that in words.
package struct TextRule: Sendable {
    private let pattern: SchemaPattern
    private let words: String

    /// The pattern of a contract that this program was built with; `words` follow "must be". Ends the program if that
    /// is no pattern.
    package init(_ pattern: StaticString, _ words: StaticString?) {
        do throws(FieldFault) {
            self.pattern = try SchemaPattern("\(pattern)")
        } catch {
            fatalError("\(pattern) \(error.message)")
        }
        self.words = words.map { "must be \($0)" } ?? "must match \(pattern)"
    }

    fileprivate func check(_ text: String?, _ key: StaticString, of fields: JSONFields) throws(FieldFault) -> String? {
        guard let text else { return nil }
        guard pattern.matches(text) else { throw fields.fault(key, words) }
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
