/// An error of a descriptor, a socket, a file or the process itself.
///
/// Two errors are equal if their codes are: the message is for people and may change.
package struct LinuxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stable causes that callers decide by.
    package enum Code: String, Sendable, CaseIterable {
        /// Something already listens at that path, or holds its lock.
        case addressInUse = "address_in_use"
        /// The path holds something that is not a socket; it was left alone.
        case addressTaken = "address_taken"
        /// The path does not fit a socket address (107 bytes).
        case pathTooLong = "path_too_long"
        /// The path is not valid for a socket or file of ours: empty, with a NUL, or without a name.
        case invalidPath = "invalid_path"
        /// Nothing exists under that name.
        case notFound = "not_found"
        /// Nobody can say whether there is a user or group of that name: the machine's name service fails.
        case lookupFailed = "lookup_failed"
        /// The path exists, but nobody listens.
        case refused
        /// The kernel does not let this process do it.
        case permissionDenied = "permission_denied"
        /// The deadline passed.
        case timedOut = "timed_out"
        /// The peer has gone: end of the stream, or a reset.
        case closed
        /// A directory that others could tamper with, or a path that is not a directory.
        case unsafeDirectory = "unsafe_directory"
        /// A file whose owner, mode, kind or size rules it out.
        case unsafeFile = "unsafe_file"
        /// The descriptor is no Unix domain socket, so it has no peer identity.
        case notUnixSocket = "not_unix_socket"
        /// The kernel gives the peer a user that this process cannot tell from others.
        case unknownPeer = "unknown_peer"
        /// This process does not see all user ids, so it would confuse peers.
        case partialUserMap = "partial_user_map"
        /// This program cannot use what the service manager handed over.
        case serviceEnvironment = "service_environment"
        /// More data than the caller allows.
        case tooLarge = "too_large"
        /// The kernel refused for any other reason; `errorNumber` has it.
        case system
    }

    /// The kind of error; stable.
    package let code: Code
    /// One line for people, lower case, without secrets.
    package let message: String
    /// The kernel's errno if there was one, for logs.
    package let errorNumber: Int32?

    /// An error of ours, or of the kernel when `errorNumber` is given.
    package init(_ code: Code, _ message: String, errorNumber: Int32? = nil) {
        self.code = code
        self.message = message
        self.errorNumber = errorNumber
    }

    package static func == (left: LinuxError, right: LinuxError) -> Bool { left.code == right.code }

    /// The operator's remedy, before the daemon that this error kept from starting can start; nil if another try may
    /// help by itself.
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
