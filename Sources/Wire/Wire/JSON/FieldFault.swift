/// The fault of a value that is JSON, but does not meet the requirement for the place where it is. The fault names the
/// field and the requirement.
@usableFromInline
package struct FieldFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// A JSON Pointer (RFC 6901) into the decoded value. After ``under(_:)``, the pointer points into an outer value.
    /// This may be the message.
    package let field: String
    /// The requirement in words for people, for example `must be a string of 1 to 128 bytes`. The text contains nothing
    /// of the value itself.
    package let message: String

    @usableFromInline
    package init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }

    @usableFromInline package var description: String { "\(field.isEmpty ? "value" : field) \(message)" }

    /// The same fault, as seen from a value that contains this value at `pointer`.
    @usableFromInline package func under(_ pointer: String) -> FieldFault { FieldFault(pointer + field, message) }

    /// Returns the reference token of a JSON Pointer that stands for `key`. It includes the slash.
    package static func token(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return "/" + key }
        // This works with scalars, because a slash and a combining mark after it would form one character.
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

    /// Returns the key that a reference token without its slash stands for.
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
