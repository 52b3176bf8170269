public import FoundationEssentials

/// Errors that a phone does not have: the daemon is not there or refuses, or a limit of this machine is reached.
public struct SeamSystemError: Error, Equatable, Hashable, Sendable {
    /// The reason, for programs: a name of `Protocol/errors.md`. A missing daemon gives ``unreachable`` or
    /// ``noReply``; a daemon that does not let this user in gives ``socketPermission`` or ``peerRefused``.
    public let reason: String
    /// One line for people, in English.
    public let message: String
    /// Seconds after which the same call may succeed, at least half a second; nil if repeating it is of no use, or may
    /// open a door twice.
    public let retryAfter: TimeInterval?

    /// Makes an error for tests.
    public init(reason: String, message: String, retryAfter: TimeInterval? = nil) {
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Nobody listens at the socket.
    public static let unreachable = "rpc.unreachable"
    /// The daemon is there, but did not answer in time.
    public static let noReply = "rpc.no_reply"
    /// The operator's desk does not accept the visitor's code.
    public static let codeRefused = "kiosk.code_refused"
    /// This user may not open the socket: it is not in the group that may.
    public static let socketPermission = "rpc.socket_permission"
    /// The daemon does not admit this user.
    public static let peerRefused = "rpc.peer_refused"
}

extension SeamSystemError: CustomStringConvertible {
    /// The message, followed by the reason in brackets.
    public var description: String { "\(message) (\(reason))" }
}
