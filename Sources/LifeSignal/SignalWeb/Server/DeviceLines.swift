import LinuxSupport
import RPC
import SignalAPI
import Wire

/// The connections to `lifesignald` that act for people's phones. Each of them serves one request at a time: the token
/// of the request makes it the connection of that person, and ends what it was before.
actor DeviceLines {
    /// The most connections. Together with ``SignalLines``, they stay below what `lifesignald` allows one user.
    static let most = 16
    /// The most requests that may wait for a connection.
    static let mostWaiting = 64
    /// How long a call may take.
    static let patience = Duration.seconds(5)
    /// When a session ends that no request uses. It is the shortest time that `lifesignald` accepts.
    private static let idle = Duration.seconds(10)

    private let path: String
    private let options: RPCClient.Options
    private var free: [RPCClient] = []
    private var used = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates lines to the socket at `path`. Nothing is connected before the first request.
    init(path: String, options: RPCClient.Options) { (self.path, self.options) = (path, options) }

    /// Runs `body` as the person of the device with the token. Throws `signal.unknown_device` if there is no such
    /// device now, or why `lifesignald` does not answer.
    func run<Result: Sendable>(
        _ token: String, _ body: @Sendable (RPCClient) async throws(WireError) -> Result
    ) async throws(WireError) -> Result {
        try await withLine { client throws(WireError) in
            let params = AuthResume.Params(device: token, idleTimeout: Self.idle)
            _ = try await client.call(AuthResume.self, params, timeout: Self.patience)
            return try await body(client)
        }
    }

    /// Adds a phone, and returns its token. The phone is not resumed. Throws as `device.pair` does.
    func pair(_ params: DevicePair.Params) async throws(WireError) -> String {
        try await withLine { client throws(WireError) in
            try await client.call(DevicePair.self, params, timeout: Self.patience).token
        }
    }

    private func withLine<Result: Sendable>(
        _ body: @Sendable (RPCClient) async throws(WireError) -> Result
    ) async throws(WireError) -> Result {
        try await enter()
        defer { leave() }
        free.removeAll { !$0.isOpen }
        let client: RPCClient
        if let last = free.popLast() {
            client = last
        } else {
            client = try await SignalLines.connect(path, options).get()
        }
        defer { if client.isOpen { free.append(client) } }
        return try await body(client)
    }

    /// Takes the place of one request. Each place is held for a limited time, because every call has a timeout.
    private func enter() async throws(WireError) {
        guard used == Self.most else { return used += 1 }
        guard waiting.count < Self.mostWaiting else { throw .unreachable("all connections are in use") }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty { used -= 1 } else { waiting.removeFirst().resume() }
    }
}
