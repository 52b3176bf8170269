import Foundation
import LinuxSupport
import RPC
import SignalAPI
import Wire

/// Connects the live clients to the daemon `lifesignald` over one connection, which opens when it is first needed and
/// reopens after a loss.
public final class BackendService: Sendable {
    /// The service for this machine's daemon, shared by all clients of this process.
    public static let shared = BackendService()

    /// The path of the daemon's socket.
    public let socketPath: String
    /// The name of the user's session, or nil for the default session.
    public let session: String?
    private let isForVisit: Bool
    /// How long the daemon may be silent while something is followed.
    private let silence: Duration

    private struct State {
        var connection: RPCClient?
        var attempt: Task<Result<RPCClient, WireError>, Never>?
        /// Whether a visit has begun, which is only on this connection.
        var hasVisit = false
        /// The signed-in person's id, or nil until this process learns who is signed in.
        var userID: UUID?
    }

    private let state = Locked(State())
    /// The function is a member of a struct: a lock that guards a bare function would wrap it once more with each use.
    private struct Pins: Sendable {
        var provide: (@Sendable () async -> String?)?
    }

    private let pins = Locked(Pins())

    /// Asks the person for their PIN when a call takes one. The clients' closures have no parameter for a PIN. If there
    /// is no provider or the provider returns nil, such a call throws its authentication error.
    public var pinProvider: (@Sendable () async -> String?)? {
        get { pins.withLock { $0.provide } }
        set { pins.withLock { $0.provide = newValue } }
    }

    /// If no path is given, uses the path in `LIFESIGNAL_SOCKET`, or else the default, `/run/seam/lifesignal.sock`. The
    /// first call opens the connection.
    ///
    /// A user may be signed in to several sessions at a time, for example as two people. `session` is a name of 1 to 32
    /// characters: a-z, 0-9, dot, underscore and hyphen. If no name is given, uses the name in `SEAM_SESSION`, or else
    /// the default session, as the command line does. If the name is not valid, each call throws the client's error.
    public init(socketPath: String? = nil, session: String? = nil) {
        self.socketPath = socketPath ?? Self.standardPath
        (isForVisit, silence) = (false, Self.usualSilence)
        let named = ProcessInfo.processInfo.environment["SEAM_SESSION"] ?? ""
        self.session = session ?? (named.isEmpty ? nil : named)
    }

    /// Creates a service for a screen, in a user's session. A screen is open for days, so it asks a silent daemon only
    /// once a minute whether the daemon is still there.
    package init(screenOf session: String?, socketPath: String? = nil) {
        self.socketPath = socketPath ?? Self.standardPath
        (self.session, isForVisit, silence) = (session, false, .seconds(60))
    }

    /// Creates a service for one visitor, who is signed in with ``enter(pass:idleTimeout:)`` on the service's only
    /// connection. The service is about no other session, whatever `SEAM_SESSION` says.
    package init(forVisitAt socketPath: String? = nil) {
        self.socketPath = socketPath ?? Self.standardPath
        (session, isForVisit, silence) = (nil, true, Self.usualSilence)
    }

    private static var standardPath: String {
        let environment = ProcessInfo.processInfo.environment["LIFESIGNAL_SOCKET"] ?? ""
        return environment.isEmpty ? "/run/seam/lifesignal.sock" : environment
    }

    /// The id of the person who was signed in according to the last news from the daemon, or the nil UUID if nobody was
    /// signed in. Before the first news, the property asks the daemon and blocks the caller's thread: for a few
    /// milliseconds, or for seconds if the daemon hangs.
    var userID: UUID {
        if let known = state.withLock({ $0.userID }) { return known }
        guard let answer = askedWhoIsSignedIn() else { return .nobody }
        let id = answer.person.map { UUID($0.id) } ?? .nobody
        return state.withLock { state in
            // Somebody may have signed in while the daemon was asked.
            let known = state.userID ?? id
            state.userID = known
            return known
        }
    }

    /// Asks the daemon on behalf of a caller that cannot wait for a task, or returns nil if the daemon does not answer.
    private func askedWhoIsSignedIn() -> SignalState? {
        do throws(WireError) {
            guard !socketPath.utf8.contains(0) else { return nil }
            let client = try BlockingClient.connect(to: socketPath, hello: Self.hello, within: Self.patience)
            defer { client.close() }
            try client.awaitWelcome()
            return try client.call(AuthGet.self, .init(session: session), timeout: Self.patience)
        } catch {
            // Any call that needs more than the id reports the reason.
            return nil
        }
    }

    /// Records the person whom the daemon has just reported as signed in.
    func heard(_ person: SignalPerson?) {
        let id = person.map { UUID($0.id) } ?? .nobody
        state.withLock { $0.userID = id }
    }

    /// Calls a method of the daemon. If the connection is lost, the call is repeated once on a new connection. A call
    /// that may have taken effect is repeated only if it `isSafeToRepeat`.
    ///
    /// Throws the client's own error, and `CancellationError` in a cancelled task.
    func call<Method: TypedMethod, Failure: SignalClientError>(
        _ method: Method.Type, _ params: Method.Params, throwing: Failure.Type, isSafeToRepeat: Bool = true,
        giving: ((inout Method.Params, String) -> Void)? = nil
    ) async throws -> Method.Result {
        try Task.checkCancellation()
        do throws(WireError) {
            let params = try ofSession(params)
            do throws(WireError) {
                return try await attempt(method, params, isSafeToRepeat)
            } catch {
                guard error.reason == "signal.pin_required", let giving, let pin = await pinProvider?() else {
                    throw error
                }
                var params = params
                giving(&params, TypedText.joined(pin))
                return try await attempt(method, params, isSafeToRepeat)
            }
        } catch {
            try Task.checkCancellation()
            // The call only reads, so it cannot have taken effect.
            var error = error
            if Method.onlyReads { error.effect = .none }
            throw Failure(error)
        }
    }

    /// The parameters with this service's session, if they have a place for one. Throws if the session's name is not
    /// valid, because the call would otherwise be about the default session.
    func ofSession<Params: JSONCodable>(_ params: Params) throws(WireError) -> Params {
        guard let session, case .object(var object) = params.json else { return params }
        _ = try SignalSessionParams(session: session).checkedParams()
        object["session"] = .string(session)
        return (try? Params(json: .object(object), at: "/params")) ?? params
    }

    /// Calls the method once, and on a lost connection again if that is safe.
    func attempt<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params, _ isSafeToRepeat: Bool
    ) async throws(WireError) -> Method.Result {
        do throws(WireError) {
            return try await connected().call(method, params, timeout: Self.limit)
        } catch {
            let isSafe = isSafeToRepeat || error.effect == .none
            guard error.reason == "rpc.connection_lost", isSafe, !Task.isCancelled else { throw error }
            return try await connected().call(method, params, timeout: Self.limit)
        }
    }

    /// A connection that the daemon has welcomed. Concurrent callers share the connection. Throws the reason if no
    /// connection can be made.
    func connected() async throws(WireError) -> RPCClient {
        enum Found {
            case connection(RPCClient)
            case attempt(Task<Result<RPCClient, WireError>, Never>)
        }
        let found = try state.withLock { (state) throws(WireError) -> Found in
            if let connection = state.connection, connection.isOpen { return .connection(connection) }
            guard !state.hasVisit else { throw .visitOver }
            // The attempt ends when the daemon has answered, or after ``patience``. The attempt is not part of the
            // first caller's task, because other callers also wait for it.
            let attempt = state.attempt ?? Task(executorPreference: ClientLoop.executor) { await self.connect() }
            state.attempt = attempt
            return .attempt(attempt)
        }
        switch found {
        case .connection(let connection): return connection
        case .attempt(let attempt): return try await attempt.value.get()
        }
    }

    private static let usualSilence = Duration.seconds(15)
    /// How long to wait for a daemon that does not accept connections.
    private static let patience = Duration.seconds(2)
    /// How long to wait for the daemon's answer to a call.
    private static let limit = Duration.seconds(10)

    private static let hello = Hello(
        clientName: "lifesignal", clientVersion: Release.version, want: ["credit", "resume", "idem"])

    /// Records that the connection has the visit's session. No other connection replaces this connection, because calls
    /// on it would be about the user's own session.
    func beginVisit() throws(WireError) {
        guard isForVisit else {
            throw WireError(.invalidArgument, "rpc.invalid_params", "a pass needs a service that is for a visit")
        }
        state.withLock { $0.hasVisit = true }
    }

    /// Closes the connection of a service for a visit, with which the daemon ends the visit's session. Later calls
    /// report that nobody is signed in.
    package func endVisit() async {
        guard isForVisit else { return }
        let connection = state.withLock { state -> RPCClient? in
            (state.hasVisit, state.userID) = (true, .nobody)
            defer { state.connection = nil }
            return state.connection
        }
        await connection?.close()
    }

    private func connect() async -> Result<RPCClient, WireError> {
        let options = RPCClient.Options(
            hello: Self.hello, connectPatience: Self.patience, patience: ClientConnection.Patience(silence: silence))
        let result: Result<RPCClient, WireError>
        do throws(WireError) {
            guard !socketPath.utf8.contains(0) else { throw .unreachable("the path of a socket cannot contain U+0000") }
            let connection = try await RPCClient.connect(to: socketPath, options: options)
            _ = try await connection.welcome()
            result = .success(connection)
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            state.attempt = nil
            state.connection = try? result.get()
        }
        return result
    }
}
