public import FoundationEssentials

/// Errors that do not exist on a phone: the daemon does not answer or refuses, or a limit of this machine is reached.
public struct SeamSystemError: Error, Equatable, Hashable, Sendable {
    /// The reason for programs: a name from `Protocol/errors.md`. Without a daemon, it is ``unreachable`` or
    /// ``noReply``; if the daemon does not admit this user, it is ``socketPermission`` or ``peerRefused``.
    public let reason: String
    /// One line for people, in English.
    public let message: String
    /// After how many seconds the same call may succeed, at least half a second; nil if repeating it is useless, or
    /// might open a door twice.
    public let retryAfter: TimeInterval?

    /// Creates an error for tests.
    public init(reason: String, message: String, retryAfter: TimeInterval? = nil) {
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Nobody is listening on the socket.
    public static let unreachable = "rpc.unreachable"
    /// The daemon is running, but did not answer in time.
    public static let noReply = "rpc.no_reply"
    /// The operator's desk does not accept the visitor's code.
    public static let codeRefused = "kiosk.code_refused"
    /// This user may not open the socket, because the user is not in the right group.
    public static let socketPermission = "rpc.socket_permission"
    /// The daemon does not admit this user.
    public static let peerRefused = "rpc.peer_refused"
}

extension SeamSystemError: CustomStringConvertible {
    /// The message, followed by the reason in brackets.
    public var description: String { "\(message) (\(reason))" }
}
