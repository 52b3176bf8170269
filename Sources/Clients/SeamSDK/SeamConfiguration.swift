import DaemonCore
public import FoundationEssentials
import Glibc

/// The configuration of a ``Seam``, which names the daemon and the session to use.
public struct SeamConfiguration: Hashable, Sendable {
    /// The session whose keys are used.
    public enum Session: Hashable, Sendable {
        /// The user's own session. Every program of the user shares this session, which survives a restart.
        case `default`
        /// Another session of the user, whose name matches `[a-z0-9._-]{1,32}`. The session is shared and kept like the
        /// user's own session.
        case named(String)
        /// A session for this object alone, for a machine that people use one after another. The session is wiped when
        /// the object or its connection ends, or when it has not been used for `idleTimeout`, which is 10 to 3,600
        /// seconds.
        case ephemeral(idleTimeout: TimeInterval = 120)

        /// Whether a name is valid for a named session.
        package static func isName(_ name: String) -> Bool { SessionID.isName(name) }
        /// The rule for names, for people who have entered an invalid name.
        package static var nameRule: String { SessionID.nameRule }
    }

    /// The session daemon's socket.
    public var socketPath: String
    /// The session whose keys are used.
    public var session: Session

    /// Creates a configuration. If no path is given, the path in `SEAM_SOCKET` is used. If this is not set, the default
    /// path `/run/seam/session.sock` is used.
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
