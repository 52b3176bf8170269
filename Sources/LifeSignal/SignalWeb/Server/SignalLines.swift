import LinuxSupport
import RPC
import SignalAPI
import Wire

/// The connections to `lifesignald`. Each of them carries a limited number of streams, so there are several.
actor SignalLines {
    private struct Line {
        let client: RPCClient
        var uses = 0
    }

    /// How many calls one connection carries: as many as `lifesignald` allows streams.
    private static let mostUses = WireLimits.standard.streams

    /// The most connections, which are enough for a call of each visitor.
    private let mostLines: Int
    private let path: String
    private let options: RPCClient.Options
    private var lines: [Line] = []
    private var opening: Task<Result<RPCClient, WireError>, Never>?

    /// Creates lines to the socket at `path` for so many visitors. Nothing is connected before the first call.
    init(path: String, options: RPCClient.Options, visitors: Int) {
        (self.path, self.options) = (path, options)
        mostLines = visitors / Self.mostUses + 4
    }

    /// How connections to `lifesignald` are made.
    static func options(version: String) -> RPCClient.Options {
        RPCClient.Options(
            hello: Hello(clientName: "lifesignal-web", clientVersion: version), connectPatience: .seconds(3),
            patience: ClientConnection.Patience(welcome: .seconds(3), silence: .seconds(5), pong: .seconds(3)))
    }

    /// Returns as soon as the actor answers, which shows that the actor is alive.
    func isThere() {}

    /// The alarm behind a token as it is now. Throws `signal.unknown_link`, or why `lifesignald` does not answer.
    func alarm(_ token: String) async throws(WireError) -> LinkedAlarm {
        let client = try await line()
        defer { giveBack(client) }
        let items = try await client.stream(LinkGet.self, .init(token: token))
        guard case .alarm(let alarm) = try await items.next() else {
            throw WireError(.internal, "rpc.server_fault", "the alarm did not come")
        }
        items.cancel()
        // The line is free again only when the stream has ended. Its end is the cancellation, which is no error here.
        _ = try? await items.result()
        return alarm
    }

    /// What `lifesignald` says about the pages. Throws why it does not answer.
    func page() async throws(WireError) -> PageGet.Result {
        let client = try await line()
        defer { giveBack(client) }
        return try await client.call(PageGet.self, .init(), timeout: .seconds(3))
    }

    /// Records an answer. Throws as ``alarm(_:)`` does.
    func take(_ answer: LinkTake.Answer, _ token: String) async throws(WireError) -> LinkTake.Result {
        let client = try await line()
        defer { giveBack(client) }
        return try await client.call(LinkTake.self, .init(token: token, answer: answer), timeout: .seconds(5))
    }

    /// Gives each state of the alarm to `body`, beginning with the present one, until `isOver` ends or the link is no
    /// longer valid. Throws as ``alarm(_:)`` does.
    func follow(
        _ token: String, until isOver: StreamEnd, _ body: @Sendable (LinkedAlarm) -> Void
    ) async throws(WireError) {
        let client = try await line()
        defer { giveBack(client) }
        let items = try await client.stream(LinkGet.self, .init(token: token))
        isOver.onEnd { items.cancel() }
        while case .alarm(let alarm) = try await items.next() { body(alarm) }
    }

    /// A connection with room for one more call. It must be given back.
    private func line() async throws(WireError) -> RPCClient {
        while true {
            lines.removeAll { !$0.client.isOpen }
            if let index = lines.firstIndex(where: { $0.uses < Self.mostUses }) {
                lines[index].uses += 1
                return lines[index].client
            }
            guard lines.count < mostLines else { throw .unreachable("all connections are in use") }
            // This task ends when connecting has succeeded or failed, which takes a limited time.
            let attempt = opening ?? Task { [path, options] in await Self.connect(path, options) }
            opening = attempt
            let result = await attempt.value
            if opening == attempt {
                opening = nil
                if case .success(let client) = result { lines.append(Line(client: client)) }
            }
            if case .failure(let error) = result { throw error }
        }
    }

    private func giveBack(_ client: RPCClient) {
        guard let index = lines.firstIndex(where: { $0.client === client }) else { return }
        lines[index].uses -= 1
    }

    static func connect(_ path: String, _ options: RPCClient.Options) async -> Result<RPCClient, WireError> {
        do throws(WireError) {
            let client = try await RPCClient.connect(to: path, options: options)
            _ = try await client.welcome()
            return .success(client)
        } catch {
            return .failure(error)
        }
    }
}

/// The end of a stream to a visitor, which may come from several sides.
final class StreamEnd: Sendable {
    private struct State {
        var isOver = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    /// Runs `action` at the end, or now if the end has come.
    func onEnd(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.actions.append(action) }
            return state.isOver
        }
        if isOver { action() }
    }

    /// Ends the stream. Later calls do nothing.
    func end() {
        let actions = state.withLock { state in
            defer { (state.isOver, state.actions) = (true, []) }
            return state.actions
        }
        for action in actions { action() }
    }
}
