import HTTPTypes
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Wire

/// Turns HTTP requests into calls on the cloud's state, and the answers into HTTP responses.
struct CloudResponder: Sendable {
    /// The largest size of a body in bytes. No API request needs so much.
    static let longestBody = 1 << 20

    /// The time for which a stalled answer keeps its connection. It is longer than clients wait.
    private static let longestStall = Duration.seconds(120)

    /// The error that ends a connection whose answer must not be completed.
    private struct ConnectionDropped: Error {}

    let cloud: Cloud

    /// Answers one request. Throws if the connection must be closed, and also throws errors of writing.
    ///
    /// This method is concurrent, like Hummingbird's own functions, to which the writer is passed.
    @concurrent func respond(to request: Request, _ writer: consuming ResponseWriter, on channel: any Channel)
        async throws
    {
        let answer: CloudAnswer
        do {
            let body = try await request.body.collect(upTo: Self.longestBody)
            answer = try await cloud.answer(Self.cloudRequest(request, body: body))
        } catch is NIOTooManyBytesError {
            answer = await cloud.answer(
                APIError(status: 413, type: "payload_too_large", message: "The body is too large.")
            )
        }
        try await Self.send(answer, writer, on: channel)
    }

    @concurrent private static func send(
        _ answer: CloudAnswer,
        _ writer: consuming ResponseWriter,
        on channel: any Channel
    ) async throws {
        let body = ByteBuffer(bytes: answer.body)
        let half = body.getSlice(at: 0, length: answer.body.count / 2) ?? ByteBuffer()
        switch answer.delivery {
        case .whole:
            let response = ResponseBody(byteBuffer: body)
            try await writer.write(response: head(answer, length: answer.body.count), body: response)
        case .stalled:
            var out = try await writer.writeHead(head(answer, length: answer.body.count))
            try await out.write(half)
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: longestStall) }
            throw ConnectionDropped()
        case .truncated:
            var out = try await writer.writeHead(head(answer, length: answer.body.count))
            try await out.write(half)
            throw ConnectionDropped()
        case .nothing:
            throw ConnectionDropped()
        case .flood(let bytes):
            var out = try await writer.writeHead(head(answer, length: nil))
            // A peer that stops reading blocks a write, and therefore also the shutdown.
            try await withGracefulShutdownHandler {
                try await flood(bytes, &out)
            } onGracefulShutdown: {
                channel.close(promise: nil)
            }
            try await out.finish(nil)
        }
    }

    @concurrent private static func flood(_ bytes: Int, _ out: inout some ResponseBodyWriter) async throws {
        let piece = ByteBuffer(repeating: UInt8(ascii: " "), count: 65_536)
        var left = bytes
        while left > 0 {
            try await out.write(piece.getSlice(at: 0, length: min(left, piece.readableBytes)) ?? piece)
            left -= piece.readableBytes
        }
    }

    private static func head(_ answer: CloudAnswer, length: Int?) -> HTTPResponse {
        var headers = HTTPFields()
        headers[.contentType] = answer.contentType
        headers[.contentLength] = length.map { String($0) }
        headers[.seamRequestID] = Identifier.make("req")
        headers[.cacheControl] = "no-store"
        headers[.date] = HTTPDate.text(answer.time)
        headers[.retryAfter] = answer.retryAfter.map { String($0) }
        headers[.location] = answer.location
        return HTTPResponse(status: HTTPResponse.Status(code: answer.status), headerFields: headers)
    }

    private static func cloudRequest(_ request: Request, body: ByteBuffer) -> CloudRequest {
        let headers = request.headers
        let credentials = PresentedCredentials(
            bearer: bearer(headers[.authorization]),
            sessionToken: headers[.clientSessionToken] ?? headers[.seamClientSessionToken],
            publishableKey: headers[.seamPublishableKey]
        )
        return CloudRequest(
            verb: request.method.rawValue,
            path: String(request.uri.path.drop { $0 == "/" }),
            query: request.uri.query ?? "",
            credentials: credentials,
            contentType: headers[.contentType],
            idempotencyKey: headers[.idempotencyKey],
            body: Array(body.readableBytesView)
        )
    }

    private static func bearer(_ header: String?) -> String? {
        guard let header else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}

extension HTTPField.Name {
    fileprivate static let clientSessionToken = parsed("client-session-token")
    fileprivate static let seamClientSessionToken = parsed("seam-client-session-token")
    fileprivate static let seamPublishableKey = parsed("seam-publishable-key")
    fileprivate static let idempotencyKey = parsed("idempotency-key")
    fileprivate static let seamRequestID = parsed("seam-request-id")

    /// Returns the name of a header. The names above are valid, so the fallback only exists to avoid force-unwrapping.
    private static func parsed(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .contentType }
}
