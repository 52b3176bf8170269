public import FoundationEssentials

/// An error that does not exist on a phone. The daemon does not answer, the daemon refuses the call, or a limit of this
/// machine is reached.
public struct SeamSystemError: Error, Equatable, Hashable, Sendable {
    /// The reason for programs: a name from `Protocol/errors.md`. If there is no daemon, the reason is ``unreachable``
    /// or ``noReply``. If the daemon does not admit this user, the reason is ``socketPermission`` or ``peerRefused``.
    public let reason: String
    /// The error in one line for people, in English.
    public let message: String
    /// The number of seconds after which the same call may succeed. It is at least half a second. It is nil if
    /// repeating the call is useless, or if the repeated call might open a door twice.
    public let retryAfter: TimeInterval?
    /// For ``codeRefused``, the reason why the desk refuses the code: `unknown`, `used` or `expired`. If the desk gives
    /// no reason, this is nil.
    public let which: String?

    /// Creates an error for tests.
    public init(reason: String, message: String, retryAfter: TimeInterval? = nil, which: String? = nil) {
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
        self.which = which
    }

    /// The reason if no daemon is listening on the socket.
    public static let unreachable = "rpc.unreachable"
    /// The reason if the daemon is running, but did not answer in time.
    public static let noReply = "rpc.no_reply"
    /// The reason if the operator's desk does not accept the visitor's code.
    public static let codeRefused = "kiosk.code_refused"
    /// The reason if this user may not open the socket, because the user is not in the required group.
    public static let socketPermission = "rpc.socket_permission"
    /// The reason if the daemon does not admit this user.
    public static let peerRefused = "rpc.peer_refused"
}

extension SeamSystemError: CustomStringConvertible {
    /// The error as text: the message, followed by the reason in brackets.
    public var description: String { "\(message) (\(reason))" }
}
