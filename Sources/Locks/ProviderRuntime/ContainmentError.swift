package import LinuxSupport

/// Why a provider was not started, or could not be confined further.
///
/// Two errors are equal if their codes are.
package struct ContainmentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stable causes.
    package enum Code: String, Sendable {
        /// The launcher's arguments are wrong.
        case usage
        /// The program is not an absolute path of a regular executable file, or names an unusable interpreter.
        case unsuitableProgram = "unsuitable_program"
        /// The kernel has no Landlock, and the caller did not allow running without it.
        case noLandlock = "no_landlock"
        /// The system-call filter could not be made or loaded.
        case filter
        /// The kernel refused another operation.
        case system
    }

    /// What happened; stable.
    package let code: Code
    /// One line for people.
    package let message: String

    /// An error of this module.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A refusal by the kernel.
    package init(_ cause: LinuxError) {
        self.init(.system, cause.description)
    }

    package static func == (left: ContainmentError, right: ContainmentError) -> Bool { left.code == right.code }

    package var description: String { message }
}
