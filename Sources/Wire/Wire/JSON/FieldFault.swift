/// A value is JSON but not what its place requires. The fault names the field and the requirement.
@usableFromInline
package struct FieldFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// A JSON Pointer (RFC 6901) into the decoded value. After ``under(_:)`` it points into an outer value, such as the
    /// message.
    package let field: String
    /// The requirement, for people: `must be a string of 1 to 128 bytes`. It contains nothing of the value itself.
    package let message: String

    @usableFromInline
    package init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }

    @usableFromInline package var description: String { "\(field.isEmpty ? "value" : field) \(message)" }

    /// The same fault as seen from a value that contains this one at `pointer`.
    @usableFromInline package func under(_ pointer: String) -> FieldFault { FieldFault(pointer + field, message) }

    /// Returns `key` as a reference token of a JSON Pointer, including its slash.
    package static func token(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return "/" + key }
        // Work on scalars: a combining mark after a slash would make both one character.
        var token: String.UnicodeScalarView = "/".unicodeScalars
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": token.append(contentsOf: "~0".unicodeScalars)
            case "/": token.append(contentsOf: "~1".unicodeScalars)
            default: token.append(scalar)
            }
        }
        return String(token)
    }

    /// Returns the key for a reference token without its slash.
    static func key(_ token: String) -> String {
        var key = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in token.unicodeScalars {
            if isEscaped {
                key.append(scalar == "1" ? "/" : "~")
            } else if scalar != "~" {
                key.append(scalar)
            }
            isEscaped = !isEscaped && scalar == "~"
        }
        return String(key)
    }
}
