/// Why a daemon does not start: one line for the operator, naming the file and, where it is known, the place in it.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line.
    package let message: String
    /// Whether it may pass without anyone doing anything, so that another start may help.
    package let mayPass: Bool

    /// Makes an error; `message` holds no secret.
    package init(_ message: String, mayPass: Bool = false) {
        self.message = message
        self.mayPass = mayPass
    }

    package var description: String { message }
}
