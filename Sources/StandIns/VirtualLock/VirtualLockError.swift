/// Why the virtual lock cannot start, go on, or do what it is asked. Two errors are equal if their codes are.
package struct VirtualLockError: Error, Sendable, CustomStringConvertible {
    /// Stable names of the causes. The control socket answers with them, too.
    package enum Code: String, Sendable, CaseIterable {
        /// The arguments or the configuration file are not as documented.
        case usage
        /// A line on the control socket is not JSON, or not as documented.
        case badCommand = "bad_command"
        /// The command names a lock that this process does not play.
        case unknownLock = "unknown_lock"
        /// A file could not be read or written.
        case file
    }

    /// The stable code.
    package let code: Code
    /// One line for people; nothing secret.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// `code: message`.
    package var description: String { "\(code.rawValue): \(message)" }
}

extension VirtualLockError: Equatable {
    /// Two errors are equal when their codes are.
    package static func == (left: VirtualLockError, right: VirtualLockError) -> Bool { left.code == right.code }
}
