import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SignalCore
import Wire

/// A web service of the operator's: one POST to the one URL of the configuration. Redirects are refused, so that
/// neither a message nor the token reaches another host.
final class HTTPChannel: SenderChannel {
    let kind = ChannelKind.http
    private let url: String
    private let template: HTTPTemplate
    private let token: String?
    private let client: HTTPClient

    /// The longest answer that is looked at.
    private static let longestReply = 16_384

    /// A channel to that URL, which was checked. `token` goes into the header `authorization`.
    init(url: String, template: HTTPTemplate, token: String?) {
        (self.url, self.template, self.token) = (url, template, token)
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.idleTimeout = .seconds(30)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // A client that was shut down before reports that, which is fine.
        client.shutdown { _ in }
    }

    func send(_ message: OutgoingMessage) async -> DeliveryResult {
        await withTaskGroup(of: DeliveryResult.self) { group in
            group.addTask { await self.post(message) }
            group.addTask { [kind] in
                try? await Task.sleep(for: kind.limit)
                return .temporary
            }
            defer { group.cancelAll() }
            return await group.next() ?? .temporary
        }
    }

    private func post(_ message: OutgoingMessage) async -> DeliveryResult {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = [
            "content-type": template.contentType, "user-agent": "lifesignal-sender",
            "idempotency-key": message.name,
        ]
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        request.body = .bytes(ByteBuffer(bytes: template.body(message)))
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            let status = Int(response.status.code)
            let wait = response.headers.first(name: "retry-after")
            guard (200..<300).contains(status) else { return Self.refusal(status, retryAfter: wait) }
            // What it says besides is only a name for the operator.
            let body = try? await response.body.collect(upTo: Self.longestReply)
            return DeliveryResult(
                outcome: .accepted, remoteID: body.flatMap { Self.remoteID(in: Array($0.readableBytesView)) })
        } catch {
            return .temporary
        }
    }

    /// What a status that is not a success comes to. `retryAfter` counts if it is a number of seconds.
    static func refusal(_ status: Int, retryAfter: String?) -> DeliveryResult {
        guard status == 429 || status >= 500 else { return .permanent }
        let seconds = retryAfter.flatMap { Int64($0) }.map { min(max($0, 0), 60) }
        return DeliveryResult(outcome: .temporary, retryAfter: seconds.map { .seconds($0) })
    }

    /// The member `id` of a JSON object.
    static func remoteID(in body: [UInt8]) -> String? {
        guard let id = (try? JSON(parsing: body))?["id"] else { return nil }
        let text = PlainText.clean(id.stringValue ?? id.integerValue.map { "\($0)" } ?? "")
        return (1...128).contains(text.utf8.count) ? text : nil
    }
}
