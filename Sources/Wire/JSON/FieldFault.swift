/// A value that is JSON but not what its place demands: which field, and what is demanded.
@usableFromInline
package struct FieldFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// A JSON Pointer (RFC 6901) into the value that was decoded, or into the message once ``under(_:)`` has been
    /// called.
    package let field: String
    /// What is demanded, for people: `must be a string of 1 to 128 bytes`. Holds nothing of the value itself.
    package let message: String

    @usableFromInline
    package init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }

    @usableFromInline package var description: String { "\(field.isEmpty ? "value" : field) \(message)" }

    /// The same fault seen from a value that holds this one at `pointer`.
    @usableFromInline package func under(_ pointer: String) -> FieldFault { FieldFault(pointer + field, message) }

    /// `key` as one reference token of a JSON Pointer, with its slash.
    package static func token(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return "/" + key }
        // By scalars: a mark that follows would make a slash part of another character.
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

    /// The key that a reference token without its slash stands for.
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
