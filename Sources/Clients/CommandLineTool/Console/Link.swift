import LinuxSupport
import RPC
import SessionAPI
import TermCore
import Wire

/// The connection from a command to a daemon.
struct Link {
    /// One of the daemons' sockets.
    enum Socket {
        case session
        case admin
        /// LifeSignal's socket for people.
        case signal
        case signalAdmin

        /// The socket's name in contracts.
        var name: String {
            switch self {
            case .session, .signal: "session"
            case .admin, .signalAdmin: "admin"
            }
        }

        var variable: String {
            switch self {
            case .session: "SEAM_SOCKET"
            case .admin: "SEAM_ADMIN_SOCKET"
            case .signal: "LIFESIGNAL_SOCKET"
            case .signalAdmin: "LIFESIGNAL_ADMIN_SOCKET"
            }
        }

        var standardPath: String {
            switch self {
            case .session: "/run/seam/session.sock"
            case .admin: "/run/seam/admin.sock"
            case .signal: "/run/seam/lifesignal.sock"
            case .signalAdmin: "/run/seam/lifesignal-admin.sock"
            }
        }

        /// The name of the socket's daemon, for people.
        var daemon: TerminalSafe {
            switch self {
            case .session, .admin: "the session daemon"
            case .signal, .signalAdmin: "LifeSignal's daemon"
            }
        }

        /// The socket's path, from the environment or the default.
        func path(in environment: Environment) -> String {
            let named = environment[variable]
            return named.isEmpty ? standardPath : named
        }
    }

    /// Connects. Ctrl-C cancels the running call, and a second Ctrl-C ends the program.
    static func open(_ socket: Socket = .session, _ environment: Environment) throws(WireError) -> BlockingClient {
        try open(socket, environment, interrupt: try interrupt())
    }

    static func open(
        _ socket: Socket, _ environment: Environment, interrupt: Interrupt
    ) throws(WireError) -> BlockingClient {
        let client = try BlockingClient.connect(
            to: socket.path(in: environment), hello: hello, interrupt: interrupt)
        if WaitingSign.isAllowed { client.whileWaiting = { WaitingSign.show(after: $0) } }
        // Waits for the welcome. A call is sent only to a daemon that has answered, so a daemon that hangs cannot have
        // acted on the call.
        try client.awaitWelcome()
        return client
    }

    /// The interrupt that Ctrl-C and SIGTERM trigger. All connections of this process share the interrupt, because a
    /// signal reaches only one handler.
    static func interrupt() throws(WireError) -> Interrupt {
        do throws(LinuxError) {
            return try shared.get()
        } catch {
            throw WireError(.internal, "rpc.internal", error.description)
        }
    }

    private static let shared: Result<Interrupt, LinuxError> = {
        do throws(LinuxError) {
            let interrupt = try Interrupt()
            interrupt.catchSignals()
            return .success(interrupt)
        } catch {
            return .failure(error)
        }
    }()

    static let hello = Hello(clientName: "seam", clientVersion: Release.version, want: ["credit", "idem"])
}
