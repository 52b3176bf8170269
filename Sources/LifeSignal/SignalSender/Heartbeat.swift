import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTP1

/// Tells a watcher outside this machine that deadlines are being watched: one POST to the operator's URL per minute. If
/// it stops, the watcher raises the alarm; a machine that is off cannot do that itself.
final class Heartbeat: Sendable {
    private let url: String
    private let period: Duration
    private let logger: Logger
    private let client: HTTPClient

    /// A heartbeat to a URL that was checked.
    init(url: String, period: Duration, logger: Logger) {
        (self.url, self.period, self.logger) = (url, period, logger)
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5), read: .seconds(10)),
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // A client that was already shut down reports an error, which does not matter.
        client.shutdown { _ in }
    }

    /// Beats until it is cancelled, while `isWatching` returns true.
    func run(_ isWatching: @Sendable () async -> Bool) async {
        while !Task.isCancelled {
            await beat(if: await isWatching())
            guard (try? await Task.sleep(for: period)) != nil else { return }
        }
    }

    /// One beat, if deadlines are being watched. The log says why one is missing, but not the URL, which is a secret.
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
