/// Why a daemon does not start: one line for the operator, naming the file and, if known, the place in it.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line.
    package let message: String
    /// Whether it may pass without anyone doing anything, so another start may succeed.
    package let mayPass: Bool

    /// Makes an error; `message` must not contain secrets.
    package init(_ message: String, mayPass: Bool = false) {
        self.message = message
        self.mayPass = mayPass
    }

    package var description: String { message }
}
