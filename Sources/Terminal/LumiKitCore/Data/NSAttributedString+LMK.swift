// swift-format-ignore-file: AlwaysUseLowerCamelCase
// LumiKit's own names.

public import Foundation

extension NSAttributedString {
    /// Both texts, one after the other, each with its attributes.
    public static func + (lhs: NSAttributedString, rhs: NSAttributedString) -> NSAttributedString {
        let both = NSMutableAttributedString(attributedString: lhs)
        both.append(rhs)
        return both
    }
}

extension NSMutableAttributedString {
    /// An empty text, an initializer that Foundation on Linux lacks.
    public convenience init() { self.init(string: "") }

    /// Appends a text that has `attributes`, and returns itself.
    @discardableResult public func lmk_append(
        _ string: String, attributes: [NSAttributedString.Key: Any] = [:]
    ) -> NSMutableAttributedString {
        append(NSAttributedString(string: string, attributes: attributes))
        return self
    }

    /// Adds `attributes` to the whole text, and returns itself.
    @discardableResult public func lmk_applyToAll(
        _ attributes: [NSAttributedString.Key: Any]
    ) -> NSMutableAttributedString {
        if length > 0 { addAttributes(attributes, range: NSRange(location: 0, length: length)) }
        return self
    }
}
