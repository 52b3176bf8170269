package import LockProtocol

/// Why the virtual lock cannot start, continue, or do what it is asked.
package typealias VirtualLockError = CodedError<VirtualLockFault>

/// Stable names of the causes. The control socket also answers with them.
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
