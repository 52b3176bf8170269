import Glibc
package import LinuxSupport
package import ProviderAPI

/// The reason why a provider was not started, or could not be confined further.
///
/// Two errors are equal if they have the same code.
package struct ContainmentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stable kind of the error.
    package let code: LaunchFault
    /// A message of one line, for people.
    package let message: String

    /// Creates an error of this module.
    package init(_ code: LaunchFault, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates the error for a step that the kernel refused; such a refusal is reported as `fault`. A lack of
    /// descriptors is reported as such in any step.
    package init(_ cause: LinuxError, as fault: LaunchFault = .system) {
        let isFull = cause.errorNumber == EMFILE || cause.errorNumber == ENFILE
        self.init(isFull ? .descriptors : fault, cause.description)
    }

    package static func == (left: ContainmentError, right: ContainmentError) -> Bool { left.code == right.code }

    package var description: String { message }
}
