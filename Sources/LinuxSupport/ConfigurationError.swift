/// Why a daemon does not start: one line for the operator, naming the file and, where it is known, the place in it.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line.
    package let message: String

    /// Makes an error; `message` holds no secret.
    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}
