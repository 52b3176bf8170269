import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import SignalCore
import Wire

/// Posts messages to web services. Redirects are refused, so that neither a message nor a token reaches another host.
final class WebPoster: Sendable {
    private let limit: Duration
    private let client: HTTPClient

    /// The longest answer that is read.
    private static let longestReply = 16_384

    /// A poster that waits at most `limit` for each answer.
    init(limit: Duration) {
        self.limit = limit
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.idleTimeout = .seconds(30)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // A client that was already shut down reports an error, but the error does not matter.
        client.shutdown { _ in }
    }

    /// Posts `body` once. If `hasID` is true, the answer may have the service's id of the message.
    func post(
        _ body: [UInt8], to url: String, _ headers: HTTPHeaders, hasID: Bool
    ) async -> DeliveryResult {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = headers
        request.headers.add(name: "accept-encoding", value: "identity")
        request.headers.add(name: "user-agent", value: "lifesignal-sender")
        request.body = .bytes(ByteBuffer(bytes: body))
        let answer = await limited(limit) { [client, request] () -> Result<HTTPClientResponse, any Error> in
            do {
                return .success(try await client.execute(request, deadline: .distantFuture))
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        // The message may have been accepted.
        case nil: return DeliveryResult(.temporary, "no answer in time", isUncertain: true)
        case .failure(let error): return Self.failure(error)
        case .success(let response):
            let status = Int(response.status.code)
            let wait = response.headers.first(name: "retry-after")
            guard (200..<300).contains(status) else { return Self.refusal(status, retryAfter: wait) }
            var result = DeliveryResult(.accepted, "status \(status)")
            guard hasID else { return result }
            // The rest of the answer is used only for the service's id of the message. This id is for the operator.
            let body = await limited(.seconds(2)) { try? await response.body.collect(upTo: Self.longestReply) }
            result.remoteID = (body ?? nil).flatMap { Self.remoteID(in: Array($0.readableBytesView)) }
            return result
        }
    }

    /// The result of `body` if `body` is within the limit, or nil if it takes longer.
    private func limited<Value: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// The result for an error. If no connection was made, the message has certainly not arrived.
    private static func failure(_ error: any Error) -> DeliveryResult {
        if error is NIOConnectionError || (error as? HTTPClientError) == .connectTimeout {
            return DeliveryResult(.temporary, "nobody is reached")
        }
        return DeliveryResult(.temporary, "the connection was lost", isUncertain: true)
    }

    /// The result for a status that is not a success. `retryAfter` is used only if it is a number of seconds.
    static func refusal(_ status: Int, retryAfter: String?) -> DeliveryResult {
        guard status == 429 || status >= 500 else { return DeliveryResult(.permanent, "status \(status)") }
        // A gateway does not know whether the message was accepted.
        var result = DeliveryResult(.temporary, "status \(status)", isUncertain: status == 502 || status == 504)
        let seconds = retryAfter.flatMap { Int64($0) }.map { min(max($0, 0), 60) }
        result.retryAfter = seconds.map { .seconds($0) }
        return result
    }

    /// The member `id` of a JSON object.
    static func remoteID(in body: [UInt8]) -> String? {
        guard let id = (try? JSON(parsing: body))?["id"] else { return nil }
        let text = PlainText.clean(id.stringValue ?? id.integerValue.map { "\($0)" } ?? "")
        return (1...128).contains(text.utf8.count) ? text : nil
    }
}
