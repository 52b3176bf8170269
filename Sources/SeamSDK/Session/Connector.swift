import RPC
import Wire

/// The one connection to the daemon: made when somebody needs it, and made again when it has ended.
actor Connector {
    private let path: String
    /// Why there is none: told to whoever shows it.
    private let trouble: Broadcast<SeamSystemError?>
    private var current: RPCClient?
    private var attempt: Task<Result<RPCClient, WireError>, Never>?

    init(path: String, trouble: Broadcast<SeamSystemError?>) {
        self.path = path
        self.trouble = trouble
    }

    /// A connection that lives and was welcomed; all who ask meanwhile get the same. Throws why there is none; nothing
    /// was sent then.
    func client() async throws(WireError) -> RPCClient {
        if let current, current.isOpen { return current }
        let attempt = attempt ?? Task(executorPreference: SDKLoop.executor) { [path] in await Self.connect(to: path) }
        self.attempt = attempt
        let result = await attempt.value
        if self.attempt == attempt {
            self.attempt = nil
            settle(result)
        }
        return try result.get()
    }

    /// Ends it. Calls that wait end with `rpc.closed_by_client`.
    func close() async {
        let client = current
        current = nil
        await client?.close()
    }

    private func settle(_ result: Result<RPCClient, WireError>) {
        switch result {
        case .success(let client):
            current = client
            trouble.send(nil)
        case .failure(let error):
            trouble.send(SeamSystemError(error))
        }
    }

    /// Without a ping: whoever waits for an answer has a bound of its own, and a daemon that goes closes the socket.
    private static func connect(to path: String) async -> Result<RPCClient, WireError> {
        let patience = ClientConnection.Patience(silence: .seconds(86_400))
        let options = RPCClient.Options(hello: hello, patience: patience)
        do throws(WireError) {
            let client = try await RPCClient.connect(to: path, options: options, group: SDKLoop.loop)
            _ = try await client.welcome()
            return .success(client)
        } catch {
            return .failure(error)
        }
    }

    private static let hello = Hello(
        clientName: "seam-sdk", clientVersion: SDKVersion.text, want: ["credit", "resume", "idem"])
}
