/// An error of a descriptor, a socket, a file or the process itself.
///
/// Two errors are equal if their codes are: the message is for people and may change.
package struct LinuxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stable causes, on which callers base decisions.
    package enum Code: String, Sendable, CaseIterable {
        /// Something is already listening at that path, or holds its lock.
        case addressInUse = "address_in_use"
        /// There is something at the path that is not a socket; it was left alone.
        case addressTaken = "address_taken"
        /// The path does not fit a socket address (107 bytes).
        case pathTooLong = "path_too_long"
        /// The path is not valid for a socket or file of ours: empty, with a NUL, or without a name.
        case invalidPath = "invalid_path"
        /// Nothing exists under that name.
        case notFound = "not_found"
        /// Whether there is a user or group with that name cannot be determined: the machine's name service fails.
        case lookupFailed = "lookup_failed"
        /// The path exists, but nobody is listening.
        case refused
        /// The kernel does not let this process do it.
        case permissionDenied = "permission_denied"
        /// The deadline passed.
        case timedOut = "timed_out"
        /// The peer is gone: end of the stream, or a reset.
        case closed
        /// A directory that others could tamper with, or a path that is not a directory.
        case unsafeDirectory = "unsafe_directory"
        /// A file whose owner, mode, kind or size rules it out.
        case unsafeFile = "unsafe_file"
        /// The descriptor is not a Unix domain socket, so it has no peer identity.
        case notUnixSocket = "not_unix_socket"
        /// The kernel reports a user for the peer that this process cannot distinguish from others.
        case unknownPeer = "unknown_peer"
        /// This process does not see all user ids, so it would confuse peers.
        case partialUserMap = "partial_user_map"
        /// This program cannot use what the service manager passed to it.
        case serviceEnvironment = "service_environment"
        /// More data than the caller allows.
        case tooLarge = "too_large"
        /// The kernel refused for any other reason; `errorNumber` has it.
        case system
    }

    /// The stable kind of error.
    package let code: Code
    /// One line for people, lower case, without secrets.
    package let message: String
    /// The kernel's errno if there was one, for logs.
    package let errorNumber: Int32?

    /// Creates an error of ours, or of the kernel if `errorNumber` is given.
    package init(_ code: Code, _ message: String, errorNumber: Int32? = nil) {
        self.code = code
        self.message = message
        self.errorNumber = errorNumber
    }

    package static func == (left: LinuxError, right: LinuxError) -> Bool { left.code == right.code }

    /// What the operator must do before the daemon can start after this error; nil if another try may succeed by
    /// itself.
    package var remedy: String? {
        switch code {
        case .notFound: "install or create it, owned by root or the daemon's user, or name another in the configuration"
        case .permissionDenied: "give the daemon's user access, or name another in the configuration"
        case .unsafeDirectory, .unsafeFile: "it must belong to root or the daemon's user, and nobody else may write it"
        case .addressTaken, .pathTooLong, .invalidPath: "name another path in the configuration"
        case .partialUserMap, .serviceEnvironment: "fix the unit that starts it"
        case .addressInUse, .lookupFailed, .refused, .timedOut, .closed, .notUnixSocket, .unknownPeer, .tooLarge,
            .system:
            nil
        }
    }

    package var description: String {
        guard let errorNumber else { return message }
        return "\(message) (errno \(errorNumber))"
    }
}
