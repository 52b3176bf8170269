/// An error of a descriptor, a socket, a file or the process itself.
///
/// Two errors are equal if they have the same code. The message is for people and may change.
package struct LinuxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stable causes, on which callers base decisions.
    package enum Code: String, Sendable, CaseIterable {
        /// A process is already listening at the path, or has locked it.
        case addressInUse = "address_in_use"
        /// The path leads to a file that is not a socket. The file was left unchanged.
        case addressTaken = "address_taken"
        /// The path does not fit a socket address (107 bytes).
        case pathTooLong = "path_too_long"
        /// The path is not valid for a socket or file of this program: the path is empty, contains a NUL, or has no
        /// file name.
        case invalidPath = "invalid_path"
        /// Nothing exists with this name.
        case notFound = "not_found"
        /// The machine's name service fails, so nobody knows whether a user or group with this name exists.
        case lookupFailed = "lookup_failed"
        /// The path exists, but nobody is listening.
        case refused
        /// The kernel denies the operation to this process.
        case permissionDenied = "permission_denied"
        /// The deadline passed before the operation was complete.
        case timedOut = "timed_out"
        /// The peer has closed the connection: the stream ended or was reset.
        case closed
        /// Other users could tamper with the directory, or the path does not lead to a directory.
        case unsafeDirectory = "unsafe_directory"
        /// The file cannot be used because of its owner, mode, kind or size.
        case unsafeFile = "unsafe_file"
        /// The descriptor is not a Unix domain socket, so it has no peer identity.
        case notUnixSocket = "not_unix_socket"
        /// For the peer, the kernel reports a user that this process cannot distinguish from other users.
        case unknownPeer = "unknown_peer"
        /// This process does not see all user ids, so the process would confuse peers.
        case partialUserMap = "partial_user_map"
        /// This program cannot use the sockets or variables that the service manager passed to it.
        case serviceEnvironment = "service_environment"
        /// The data is larger than the caller allows.
        case tooLarge = "too_large"
        /// The kernel refused the operation for another reason, given by `errorNumber`.
        case system
    }

    /// The stable kind of error.
    package let code: Code
    /// A message of one line for people, in lower case and without secrets.
    package let message: String
    /// The kernel's errno, for logs, or nil if the error did not come from the kernel.
    package let errorNumber: Int32?

    /// Creates an error. With an `errorNumber`, the error comes from the kernel. Otherwise, it comes from this program.
    package init(_ code: Code, _ message: String, errorNumber: Int32? = nil) {
        self.code = code
        self.message = message
        self.errorNumber = errorNumber
    }

    package static func == (left: LinuxError, right: LinuxError) -> Bool { left.code == right.code }

    /// The operator's remedy before the daemon can start after this error. If another try may succeed by itself, this
    /// is nil.
    package var remedy: String? {
        switch code {
        case .notFound:
            "install or create it, owned by root or the daemon's user, or name another path in the configuration"
        case .permissionDenied: "give the daemon's user access, or name another path in the configuration"
        case .unsafeDirectory, .unsafeFile:
            "it must belong to root or the daemon's user, and no other user may be able to write to it"
        case .addressTaken, .pathTooLong, .invalidPath: "name another path in the configuration"
        case .partialUserMap, .serviceEnvironment: "fix the unit file that starts this program"
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
