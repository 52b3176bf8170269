package import LockProtocol

/// The reason why the virtual lock cannot start, cannot continue, or cannot carry out a command.
package typealias VirtualLockError = CodedError<VirtualLockFault>

/// The stable names of the causes. The control socket also answers with these names.
package enum VirtualLockFault: String, Sendable, CaseIterable {
    /// The arguments or the configuration file are not as documented.
    case usage
    /// A line on the control socket is not JSON, or not as documented.
    case badCommand = "bad_command"
    /// The command names a lock that this process does not play.
    case unknownLock = "unknown_lock"
    /// A file could not be read or written.
    case file
}
