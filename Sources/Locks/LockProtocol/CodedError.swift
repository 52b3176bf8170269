/// Why something was refused: a code on which callers may base decisions, and a message for people. Two errors are
/// equal if their codes are.
package struct CodedError<Code: RawRepresentable<String> & Equatable & Sendable>: Error, CustomStringConvertible {
    /// The stable code.
    package let code: Code
    /// One line for a log or a person; never contains key material.
    package let message: String

    /// Makes an error; `message` must not quote payload bytes.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// `code: message`.
    package var description: String { "\(code.rawValue): \(message)" }
}

extension CodedError: Equatable {
    /// Two errors are equal when their codes are.
    package static func == (left: CodedError, right: CodedError) -> Bool { left.code == right.code }
}
