import DaemonKit
import Logging
import RPC
import RadioAPI
import RadioModel
import SeamModel
import Wire

/// The session daemon's only connection to the radio broker. The connection is reopened when it is lost. It also has
/// the radio's state as the broker reports it.
actor Broker {
    private let path: String
    private let options: RPCClient.Options
    private let logger: Logger
    private var client: RadioClient?
    private var connecting: Task<RadioClient, any Error>?
    /// The broker's last report. While the broker cannot be reached, this is nil.
    private(set) var status: RadioStatus?
    /// The calls that wait until the radio is ready.
    private var waiters: [Int: OneAnswer<Bool>] = [:]
    private var nextWaiter = 0

    /// Creates the connection without opening it. `owners` are the users as which the broker may run. The value nil
    /// allows any user.
    init(
        path: String, owners: Set<UInt32>?, version: String, logger: Logger
    ) {
        self.path = path
        options = RPCClient.Options(
            hello: Hello(clientName: "seam-sessiond", clientVersion: version),
            server: owners.map(ServerIdentity.uids) ?? .any)
        self.logger = logger
    }

    /// Returns the connection, and opens it if necessary. Throws `rpc.unreachable` and similar errors, after which
    /// nothing has been sent.
    func connection() async throws(WireError) -> RadioClient {
        if let client { return client }
        let task =
            connecting
            ?? Task { [path, options] in RadioClient(try await RPCClient.connect(to: path, options: options)) }
        connecting = task
        do {
            let client = try await task.value
            if connecting == task {
                connecting = nil
                self.client = client
                forgetWhenClosed(client)
            }
            return client
        } catch {
            if connecting == task { connecting = nil }
            throw (error as? WireError)
                ?? WireError(.unavailable, "rpc.unreachable", "the radio broker cannot be reached")
        }
    }

    /// Waits until the radio is ready. Returns false when `limit` has passed, or if the task is cancelled.
    func isReady(within limit: Duration) async -> Bool {
        if status?.state == .ready { return true }
        let answer = OneAnswer<Bool>()
        let number = nextWaiter
        nextWaiter += 1
        waiters[number] = answer
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            answer.give(false)
        }
        defer {
            timer.cancel()
            waiters[number] = nil
        }
        return await answer.wait(cancelled: false)
    }

    /// Follows the radio's state until the task is cancelled, then closes the connection, even if the broker does not
    /// answer. Calls `changed` after every change.
    func run(changed: @escaping @Sendable (RadioStatus?) async -> Void = { _ in }) async {
        await withTaskCancellationHandler {
            await follow(changed)
        } onCancel: {
            // A hanging broker would not report the end of the watch.
            Task { await self.disconnect() }
        }
        await disconnect()
    }

    private func disconnect() async { await client?.connection.close() }

    private func follow(_ changed: @Sendable (RadioStatus?) async -> Void) async {
        var pause = Duration.milliseconds(100)
        while !Task.isCancelled {
            do {
                let states = try await connection().watch()
                pause = .milliseconds(100)
                while let status = try await states.next() { await set(status, changed) }
            } catch {
                logger.debug("radio broker is away", metadata: ["reason": "\(error.reason)"])
            }
            await set(nil, changed)
            guard (try? await Task.sleep(for: pause)) != nil else { break }
            // An unlock waits for the broker for a few seconds only.
            pause = min(pause * 2, .milliseconds(500))
        }
    }

    private func set(_ status: RadioStatus?, _ changed: @Sendable (RadioStatus?) async -> Void) async {
        guard status != self.status else { return }
        if status?.state != self.status?.state {
            logger.info("radio", metadata: ["state": "\(status?.state.rawValue ?? "unknown")"])
        }
        self.status = status
        if status?.state == .ready { for waiter in waiters.values { waiter.give(true) } }
        await changed(status)
    }

    private func forgetWhenClosed(_ client: RadioClient) {
        // This task ends with the connection.
        Task {
            await client.connection.waitUntilClosed()
            self.forget(client)
        }
    }

    private func forget(_ client: RadioClient) {
        if self.client?.connection === client.connection { self.client = nil }
    }
}
