import Foundation
import LinuxSupport
import RPC
import SignalAPI
import Wire

/// The daemon `lifesignald`, as the live clients reach it: one connection, made when somebody needs it and again when
/// it has ended.
public final class BackendService: Sendable {
    /// The daemon of this machine, for all clients of this process.
    public static let shared = BackendService()

    /// The daemon's socket.
    public let socketPath: String

    private struct State {
        var connection: RPCClient?
        var attempt: Task<Result<RPCClient, WireError>, Never>?
        /// Nil until this process has heard who is signed in.
        var userID: UUID?
    }

    private let state = Locked(State())
    /// A member of a structure: if a lock guards a bare function, each use wraps it once more.
    private struct Pins: Sendable {
        var provide: (@Sendable () async -> String?)?
    }

    private let pins = Locked(Pins())

    /// Asks the person for their PIN when a call takes one; closures of clients have no parameter for it. Without it,
    /// or where it gives nil, such a call throws its authentication error.
    public var pinProvider: (@Sendable () async -> String?)? {
        get { pins.withLock { $0.provide } }
        set { pins.withLock { $0.provide = newValue } }
    }

    /// Without a path, the path in `LIFESIGNAL_SOCKET` is used, else the standard one, `/run/seam/lifesignal.sock`.
    /// No connection is made before the first call.
    public init(socketPath: String? = nil) {
        let environment = ProcessInfo.processInfo.environment["LIFESIGNAL_SOCKET"] ?? ""
        self.socketPath = socketPath ?? (environment.isEmpty ? "/run/seam/lifesignal.sock" : environment)
    }

    /// The person who was signed in at the last news; the nil UUID for nobody. As long as it was not heard, this asks
    /// the daemon, and the caller's thread waits: a few milliseconds, or seconds for a daemon that hangs.
    var userID: UUID {
        if let known = state.withLock({ $0.userID }) { return known }
        guard let answer = askedWhoIsSignedIn() else { return .nobody }
        let id = answer.person.map { UUID($0.id) } ?? .nobody
        return state.withLock { state in
            // Somebody may have signed in meanwhile.
            let known = state.userID ?? id
            state.userID = known
            return known
        }
    }

    /// The daemon's answer to a caller that cannot wait for a task; nil if it does not answer.
    private func askedWhoIsSignedIn() -> SignalState? {
        do throws(WireError) {
            guard !socketPath.utf8.contains(0) else { return nil }
            let client = try BlockingClient.connect(to: socketPath, hello: Self.hello, within: Self.patience)
            defer { client.close() }
            try client.awaitWelcome()
            return try client.call(AuthGet.self, .init(), timeout: Self.patience)
        } catch {
            // A call that asks for more than an id says why.
            return nil
        }
    }

    /// Keeps who is signed in.
    func heard(_ person: SignalPerson?) {
        let id = person.map { UUID($0.id) } ?? .nobody
        state.withLock { $0.userID = id }
    }

    /// Calls a method. If the connection had ended, or ends, the call is made once more on a new one, unless it may
    /// have had an effect and is not `isSafeToRepeat`.
    ///
    /// Throws the client's own error, and `CancellationError` in a task that was cancelled.
    func call<Method: TypedMethod, Failure: SignalClientError>(
        _ method: Method.Type, _ params: Method.Params, throwing: Failure.Type, isSafeToRepeat: Bool = true,
        giving: ((inout Method.Params, String) -> Void)? = nil
    ) async throws -> Method.Result {
        try Task.checkCancellation()
        do throws(WireError) {
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
            // A call that only reads has not happened in any sense that matters.
            var error = error
            if Method.onlyReads { error.effect = .none }
            throw Failure(error)
        }
    }

    private func attempt<Method: TypedMethod>(
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

    /// A connection that the daemon has welcomed; callers that ask at the same time share it. Throws the reason if
    /// there is no connection.
    func connected() async throws(WireError) -> RPCClient {
        enum Found {
            case connection(RPCClient)
            case attempt(Task<Result<RPCClient, WireError>, Never>)
        }
        let found = state.withLock { state -> Found in
            if let connection = state.connection, connection.isOpen { return .connection(connection) }
            // Ends when the daemon has answered, or after ``patience``. Not a part of the first caller's task, because
            // the others also wait for it.
            let attempt = state.attempt ?? Task { await self.connect() }
            state.attempt = attempt
            return .attempt(attempt)
        }
        switch found {
        case .connection(let connection): return connection
        case .attempt(let attempt): return try await attempt.value.get()
        }
    }

    /// For a daemon that does not accept.
    private static let patience = Duration.seconds(2)
    /// For a call, which no other machine answers.
    private static let limit = Duration.seconds(10)

    private static let hello = Hello(
        clientName: "lifesignal", clientVersion: Release.version, want: ["credit", "resume", "idem"])

    private func connect() async -> Result<RPCClient, WireError> {
        let options = RPCClient.Options(hello: Self.hello, connectPatience: Self.patience)
        let result: Result<RPCClient, WireError>
        do throws(WireError) {
            guard !socketPath.utf8.contains(0) else { throw .unreachable("a path with U+0000 names no socket") }
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
