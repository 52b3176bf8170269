/// The reason why a daemon does not start. The message is one line for the operator. It names the file and, if known,
/// the place in the file.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The message of one line.
    package let message: String
    /// Whether the problem may disappear without anyone's action, so that another start may succeed.
    package let mayPass: Bool

    /// Creates an error. The `message` must not contain secrets.
    package init(_ message: String, mayPass: Bool = false) {
        self.message = message
        self.mayPass = mayPass
    }

    package var description: String { message }
}
