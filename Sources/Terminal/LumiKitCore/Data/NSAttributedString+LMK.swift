// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

public import Foundation

extension NSAttributedString {
    /// Returns both texts, one after the other, each with its attributes.
    public static func + (lhs: NSAttributedString, rhs: NSAttributedString) -> NSAttributedString {
        let both = NSMutableAttributedString(attributedString: lhs)
        both.append(rhs)
        return both
    }
}

extension NSMutableAttributedString {
    /// Creates an empty text. Foundation on Linux lacks this initializer.
    public convenience init() { self.init(string: "") }

    /// Appends a text with `attributes`. Returns this object.
    @discardableResult public func lmk_append(
        _ string: String, attributes: [NSAttributedString.Key: Any] = [:]
    ) -> NSMutableAttributedString {
        append(NSAttributedString(string: string, attributes: attributes))
        return self
    }

    /// Adds `attributes` to the whole text. Returns this object.
    @discardableResult public func lmk_applyToAll(
        _ attributes: [NSAttributedString.Key: Any]
    ) -> NSMutableAttributedString {
        if length > 0 { addAttributes(attributes, range: NSRange(location: 0, length: length)) }
        return self
    }
}
