import LinuxSupport
import RPC
import SessionAPI
import Wire

/// What the administrators' page needs of the daemons.
protocol MachineLink: Sendable {
    /// Calls a method on the session daemon's socket for administrators.
    func answer<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params
    ) async throws(WireError) -> Method.Result

    /// The parts of a daemon, with their states.
    func health(of daemon: MachineDaemon) async throws(WireError) -> [MachinePart]

    /// Pairs with a lock. `take` gets each item, and returns the answer to a prompt, or nil if there is no answer.
    func bind(
        _ params: LocksBind.Params, _ take: @escaping @Sendable (LocksBind.Item) async -> LocksAnswer.Params?
    ) async throws(WireError) -> LocksBind.Result
}

/// A daemon whose state the administrators' page shows.
nonisolated enum MachineDaemon: String, CaseIterable, Sendable {
    case session = "seam-sessiond"
    case signal = "lifesignald"
}

/// A part of a daemon, as the daemon itself reports it.
nonisolated struct MachinePart: Equatable, Sendable {
    var daemon: MachineDaemon
    var name: String
    /// `serving`, `degraded` or `not_serving`; new values may come.
    var status: String
    var reason: String?

    var isWell: Bool { status == "serving" }
}

/// The sockets for administrators. Each call has a connection of its own.
struct AdminLink: MachineLink {
    /// The paths of the sockets.
    let paths: [MachineDaemon: String]

    private static let hello = Hello(clientName: "seam-tui", clientVersion: Release.version, want: ["credit"])
    /// How long to wait for a daemon that does not accept connections, and for its answer.
    private static let (patience, limit) = (Duration.seconds(2), Duration.seconds(10))

    func answer<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params
    ) async throws(WireError) -> Method.Result {
        let client = try await connect(.session)
        let result = await Self.caught { () async throws(WireError) in
            try await client.call(method, params, timeout: Self.limit)
        }
        await client.close()
        return try result.get()
    }

    func health(of daemon: MachineDaemon) async throws(WireError) -> [MachinePart] {
        let client = try await connect(daemon)
        let result = await Self.caught { () async throws(WireError) in
            try await client.call(OutgoingCall(unary: "rpc.health"))
        }
        await client.close()
        let parts = try result.get().json["components"]?.arrayValue ?? []
        return parts.prefix(32).map { part in
            MachinePart(
                daemon: daemon, name: part["name"]?.stringValue ?? "?",
                status: part["status"]?.stringValue ?? "unknown", reason: part["reason"]?.stringValue)
        }
    }

    func bind(
        _ params: LocksBind.Params, _ take: @escaping @Sendable (LocksBind.Item) async -> LocksAnswer.Params?
    ) async throws(WireError) -> LocksBind.Result {
        let client = try await connect(.session)
        let result = await Self.caught { () async throws(WireError) in
            let items = try await client.stream(LocksBind.self, params)
            while let item = try await items.next() {
                guard let answer = await take(item) else { continue }
                _ = try await client.call(LocksAnswer.self, answer, timeout: Self.limit)
            }
            return try await items.result()
        }
        // The end of the connection also ends a pairing that the person has cancelled.
        await client.close()
        return try result.get()
    }

    private func connect(_ daemon: MachineDaemon) async throws(WireError) -> RPCClient {
        let options = RPCClient.Options(hello: Self.hello, connectPatience: Self.patience)
        return try await RPCClient.connect(to: paths[daemon] ?? "", options: options)
    }

    private static func caught<Value: Sendable>(
        _ body: () async throws(WireError) -> Value
    ) async -> Result<Value, WireError> {
        do throws(WireError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
