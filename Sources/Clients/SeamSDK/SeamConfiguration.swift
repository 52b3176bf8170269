import DaemonCore
public import FoundationEssentials
import Glibc

/// The daemon, and which of its sessions to use.
public struct SeamConfiguration: Hashable, Sendable {
    /// The session whose keys are used.
    public enum Session: Hashable, Sendable {
        /// The user's own session: every program of the user shares it, and it survives a restart.
        case `default`
        /// Another session of the user, `[a-z0-9._-]{1,32}`, shared and kept in the same way.
        case named(String)
        /// A session for this object alone, for a machine that people take turns using. It is wiped when the object or
        /// its connection ends, or when it has not been used for `idleTimeout`, 10 to 3,600 seconds.
        case ephemeral(idleTimeout: TimeInterval = 120)

        /// Whether a name is valid for a named session.
        package static func isName(_ name: String) -> Bool { SessionID.isName(name) }
        /// The rule for names, to show to people who have entered an invalid one.
        package static var nameRule: String { SessionID.nameRule }
    }

    /// The session daemon's socket.
    public var socketPath: String
    /// The session whose keys are used.
    public var session: Session

    /// Without a path, uses the one in `SEAM_SOCKET`, or else the default, `/run/seam/session.sock`.
    public init(socketPath: String? = nil, session: Session = .default) {
        self.socketPath = socketPath ?? Self.socketOfEnvironment ?? Self.standardSocket
        self.session = session
    }

    private static let standardSocket = "/run/seam/session.sock"

    private static var socketOfEnvironment: String? {
        guard let value = unsafe getenv("SEAM_SOCKET") else { return nil }
        let path = unsafe String(cString: value)
        return path.isEmpty ? nil : path
    }
}
