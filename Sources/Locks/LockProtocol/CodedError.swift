/// The reason for a refusal: a code on which callers may base decisions, and a message for people. Two errors are equal
/// if they have the same code.
package struct CodedError<Code: RawRepresentable<String> & Equatable & Sendable>: Error, CustomStringConvertible {
    /// The stable code.
    package let code: Code
    /// A message of one line, for a log or a person. The message never contains key material.
    package let message: String

    /// Creates an error. The `message` must not quote payload bytes.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error as text, in the form `code: message`.
    package var description: String { "\(code.rawValue): \(message)" }
}

extension CodedError: Equatable {
    /// Whether two errors have the same code.
    package static func == (left: CodedError, right: CodedError) -> Bool { left.code == right.code }
}
