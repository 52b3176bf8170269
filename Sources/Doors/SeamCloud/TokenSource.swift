import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Wire

/// A client of the operator's desk, which turns a visitor's code into a client session token
/// (`Protocol/token-source.md`).
///
/// The client keeps nothing and repeats no request. Redirects are not followed, so the code and the secret reach no
/// other host. Each connection ends with its answer. The owner must call ``shutdown()`` once, after the last call has
/// returned.
package struct TokenSource: Sendable {
    /// The configuration with which a desk is asked.
    package struct Configuration: Sendable {
        /// The desk's address.
        package var address: CloudAddress
        /// The secret that identifies this kiosk.
        package var secret: KioskSecret
        /// The machine's name for the desk's records. It has at most 64 bytes.
        package var kiosk: String
        /// Further authorities that the client trusts.
        package var moreRoots: CloudAuthorities?
        /// The time limit for one question, from name lookup to the last byte of the answer.
        package var limit = Duration.seconds(10)

        /// Creates a configuration with the usual limit.
        package init(address: CloudAddress, secret: KioskSecret, kiosk: String, moreRoots: CloudAuthorities? = nil) {
            (self.address, self.secret, self.kiosk, self.moreRoots) = (address, secret, kiosk, moreRoots)
        }
    }

    private static let connectTimeout = Duration.seconds(5)

    private let configuration: Configuration
    private let owner: HTTPOwner

    /// Creates a client. No connection is made before the first question.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        owner = HTTPOwner(
            HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: .strict(connectTimeout: Self.connectTimeout, moreRoots: configuration.moreRoots)))
    }

    /// Closes the connections. Questions that are still running fail.
    package func shutdown() async {
        // Shutting down can fail only if the client has already been shut down.
        try? await owner.client.shutdown()
    }

    /// Asks the desk to whom a code belongs. `intent` identifies the exchange, so a repeated request has the same
    /// `intent`. It is nil if the client gave none.
    package func answer(to code: String, intent: String?) async -> DeskAnswer {
        let (request, http) = (request(code, intent), owner.client)
        do throws(CloudError) {
            return try await withDeadline(configuration.limit) { () throws(CloudError) -> DeskAnswer in
                do {
                    let response = try await http.execute(request, deadline: .distantFuture)
                    let body = try await response.body.collect(upTo: DeskReply.longest)
                    // If the task is cancelled, a body ends early instead of throwing.
                    try Task.checkCancellation()
                    return DeskReply(response, body: body).answer
                } catch {
                    throw CloudError(transport: error)
                }
            }
        } catch {
            return .failed(Self.words(error.kind))
        }
    }

    private func request(_ code: String, _ intent: String?) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: configuration.address.prefix)
        request.method = .POST
        request.headers = [
            "accept": "application/json",
            "accept-encoding": "identity",
            "authorization": "Bearer \(String(decoding: configuration.secret.bytes, as: UTF8.self))",
            "connection": "close",
            "content-type": "application/json",
            "user-agent": "seam-sessiond",
        ]
        if let intent { request.headers.add(name: "idempotency-key", value: intent) }
        if configuration.address.prefix.hasPrefix("http+unix:") {
            request.headers.add(name: "host", value: "localhost")
        }
        let body = JSON.members(("code", .string(code)), ("kiosk", .string(configuration.kiosk)))
        request.body = .bytes(ByteBuffer(bytes: body.bytes))
        return request
    }

    private static func words(_ kind: CloudError.Kind) -> String {
        switch kind {
        case .offline: "it cannot be reached"
        case .tls: "its certificate is not trusted"
        case .connectTimedOut, .timedOut: "it does not answer in time"
        case .replyTooLarge: "its answer is too large"
        case .unexpectedContent: "its answer is not HTTP"
        case .cancelled: "the daemon stopped the request"
        case .connectionLost, .invalidReply, .invalidToken, .notPermitted, .notFound, .rejected, .rateLimited, .server,
            .tooManyWaiting:
            "the connection broke"
        }
    }
}

extension DeskReply {
    fileprivate init(_ response: HTTPClientResponse, body: ByteBuffer) {
        self.init(
            status: Int(response.status.code), contentType: response.headers.first(name: "content-type"),
            contentEncoding: response.headers.first(name: "content-encoding")?.lowercased(),
            retryAfter: response.headers.first(name: "retry-after"), body: Array(body.readableBytesView))
    }
}
