import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTP1

/// Reports to a watcher outside this machine that deadlines are being watched. The report is one POST per minute to the
/// operator's URL. If the heartbeat stops, the watcher raises the alarm. A machine that is off cannot raise this alarm
/// itself.
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
        // A client that was already shut down reports an error, but the error does not matter.
        client.shutdown { _ in }
    }

    /// Sends heartbeats until the task is cancelled, but only while `isWatching` returns true.
    func run(_ isWatching: @Sendable () async -> Bool) async {
        while !Task.isCancelled {
            await beat(if: await isWatching())
            guard (try? await Task.sleep(for: period)) != nil else { return }
        }
    }

    /// Sends one heartbeat if deadlines are being watched. If no heartbeat is sent, the log says why. The log does not
    /// contain the URL, which is a secret.
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
