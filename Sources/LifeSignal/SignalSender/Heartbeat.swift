import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTP1

/// Reports to a watcher outside of the machine that deadlines are watched: one POST to the operator's URL, once a
/// minute. Where it does not come, that watcher raises the alarm: nothing on a machine that is off can.
final class Heartbeat: Sendable {
    private let url: String
    private let period: Duration
    private let logger: Logger
    private let client: HTTPClient

    /// A heartbeat to that URL, which was checked.
    init(url: String, period: Duration, logger: Logger) {
        (self.url, self.period, self.logger) = (url, period, logger)
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5), read: .seconds(10)),
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // A client that was shut down before reports that, which is fine.
        client.shutdown { _ in }
    }

    /// Beats until it is cancelled, as long as `isWatching` says so.
    func run(_ isWatching: @Sendable () async -> Bool) async {
        while !Task.isCancelled {
            await beat(if: await isWatching())
            guard (try? await Task.sleep(for: period)) != nil else { return }
        }
    }

    /// One beat, if deadlines are looked at. The log says why one is missing, without the URL, which is a secret.
    func beat(if isWatching: Bool) async {
        guard isWatching else { return logger.warning("no heartbeat: nobody is watched at present") }
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = ["user-agent": "lifesignal-sender", "content-length": "0"]
        do {
            let status = try await client.execute(request, timeout: .seconds(12)).status.code
            guard !(200..<300).contains(Int(status)) else { return }
            logger.warning("a heartbeat was refused", metadata: ["status": "\(status)"])
        } catch {
            logger.warning("a heartbeat did not arrive")
        }
    }
}
