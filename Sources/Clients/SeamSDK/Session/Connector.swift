import LinuxSupport
import RPC
import Wire

/// The only connection to the daemon. The connection is opened when a caller needs it, and reopened after its end.
///
/// This class is not an actor, because callers that wait for a bounded exchange may occupy all threads on which actors
/// run.
final class Connector: Sendable {
    private struct State {
        var current: RPCClient?
        var attempt: Task<Result<RPCClient, WireError>, Never>?
        var isClosed = false
    }

    private let path: String
    private let patience: Patience
    /// The reason why there is no connection, for display.
    private let trouble: Broadcast<SeamSystemError?>
    /// A closure called with each connection that has ended.
    private let ended: @Sendable (RPCClient) -> Void
    private let state = Locked(State())

    init(
        path: String, patience: Patience, trouble: Broadcast<SeamSystemError?>,
        ended: @escaping @Sendable (RPCClient) -> Void
    ) {
        self.path = path
        self.patience = patience
        self.trouble = trouble
        self.ended = ended
    }

    /// Returns an open connection that the daemon has welcomed. All concurrent callers share this connection. If there
    /// is no connection, the method throws the reason, and has sent nothing.
    func client() async throws(WireError) -> RPCClient {
        enum Found {
            case client(RPCClient)
            case attempt(Task<Result<RPCClient, WireError>, Never>)
        }
        let found = state.withLock { state -> Found in
            if let current = state.current, current.isOpen { return .client(current) }
            let attempt = state.attempt ?? Task(executorPreference: SDKLoop.executor) { await self.make() }
            state.attempt = attempt
            return .attempt(attempt)
        }
        switch found {
        case .client(let client): return client
        case .attempt(let attempt): return try await attempt.value.get()
        }
    }

    /// Ends the connection. The next call opens another connection, unless this end is `forGood`. Waiting calls end
    /// with `rpc.closed_by_client`.
    func close(forGood: Bool) async {
        let client = state.withLock { state in
            if forGood { state.isClosed = true }
            return state.current.take()
        }
        await client?.close()
    }

    private func make() async -> Result<RPCClient, WireError> {
        let result = await connect()
        let isUnwanted = state.withLock { state in
            state.attempt = nil
            if !state.isClosed { state.current = try? result.get() }
            return state.isClosed
        }
        switch result {
        case .success(let client):
            if isUnwanted {
                await client.close()
                return .failure(.connectionClosed)
            }
            trouble.send(nil)
            Task(executorPreference: SDKLoop.executor) { [ended] in
                await client.waitUntilClosed()
                ended(client)
            }
        case .failure(let error):
            trouble.send(SeamSystemError(error))
        }
        return result
    }

    /// Opens a connection. The connection sends no pings, because each wait for an answer has its own limit, and a
    /// daemon that ends closes the socket.
    private func connect() async -> Result<RPCClient, WireError> {
        let silence = ClientConnection.Patience(welcome: patience.connecting, silence: .seconds(86_400))
        let options = RPCClient.Options(hello: Self.hello, connectPatience: patience.connecting, patience: silence)
        do throws(WireError) {
            guard !path.utf8.contains(0) else {
                throw WireError(.unavailable, "rpc.unreachable", "the path of a socket cannot contain U+0000")
            }
            let client = try await RPCClient.connect(to: path, options: options, group: SDKLoop.loop)
            do throws(WireError) {
                _ = try await client.welcome()
            } catch {
                guard error.reason == "rpc.connection_lost" else { throw error }
                throw .daemonHangs
            }
            return .success(client)
        } catch {
            return .failure(error)
        }
    }

    private static let hello = Hello(
        clientName: "seam-sdk", clientVersion: Release.version, want: ["credit", "resume", "idem"])
}
