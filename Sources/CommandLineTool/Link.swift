import LinuxSupport
import RPC
import SessionAPI
import Wire

/// How commands reach the daemon.
struct Link {
    /// Which of the daemon's two sockets.
    enum Socket {
        case session
        case admin

        /// As contracts have it.
        var name: String {
            switch self {
            case .session: "session"
            case .admin: "admin"
            }
        }

        var variable: String {
            switch self {
            case .session: "SEAM_SOCKET"
            case .admin: "SEAM_ADMIN_SOCKET"
            }
        }

        var standardPath: String {
            switch self {
            case .session: "/run/seam/session.sock"
            case .admin: "/run/seam/admin.sock"
            }
        }

        /// The path that the environment names, else the standard one.
        func path(in environment: Environment) -> String {
            let named = environment[variable]
            return named.isEmpty ? standardPath : named
        }
    }

    /// Connects, so that Ctrl-C cancels the call that runs and a second one leaves.
    static func open(_ socket: Socket = .session, _ environment: Environment) throws(WireError) -> BlockingClient {
        try open(socket, environment, interrupt: try interrupt())
    }

    static func open(
        _ socket: Socket, _ environment: Environment, interrupt: Interrupt
    ) throws(WireError) -> BlockingClient {
        let client = try BlockingClient.connect(
            to: socket.path(in: environment), hello: hello, interrupt: interrupt)
        // A call goes out only to a daemon that answers, so that one that hangs is not one that may have acted.
        try client.awaitWelcome()
        return client
    }

    /// Fired by Ctrl-C.
    static func interrupt() throws(WireError) -> Interrupt {
        do throws(LinuxError) {
            let interrupt = try Interrupt()
            interrupt.catchSignals()
            return interrupt
        } catch {
            throw WireError(.internal, "rpc.internal", error.description)
        }
    }

    static let hello = Hello(clientName: "seam", clientVersion: Release.version, want: ["credit", "idem"])
}
