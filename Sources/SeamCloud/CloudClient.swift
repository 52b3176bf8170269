import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import SeamModel
package import Wire

/// The Seam API, for one base URL and any number of client sessions.
///
/// Nothing is cached and nothing is repeated behind the caller's back, but a read whose connection broke: a kept
/// connection may have been closed by the server at that moment. Redirects are not followed, so that a token reaches no
/// other host. Call ``shutdown()`` once, after the last call has returned.
package struct CloudClient: Sendable {
    /// What a client is made with.
    package struct Configuration: Sendable {
        /// Where the cloud is.
        package var address: CloudAddress
        /// For one request, from name look-up to the last byte of the answer.
        package var requestTimeout: Duration = .seconds(15)
        /// For name look-up, connection and handshake, within ``requestTimeout``.
        package var connectTimeout: Duration = .seconds(5)
        /// For everything that one ``CloudClient/reading(token:known:)`` reads.
        package var snapshotTimeout: Duration = .seconds(600)
        /// Keys whose doors one ``CloudClient/reading(token:known:)`` asks for, one request each; the others' turn comes
        /// with the next ones. No more doors than that are asked for their keys.
        package var doorReads = 500
        /// What one list may have.
        var list = PageWalk.Bounds()
        /// Told the time that the cloud names in each answer of its API.
        package var heard: @Sendable (Timestamp) -> Void = { _ in }
        /// Told how each request ended: the answer's HTTP status, nil without one.
        package var answered: @Sendable (CloudRoute, Int?) -> Void = { _, _ in }
        /// A PEM file of the only authorities to trust; nil for the system's.
        package var trustRootsPath: String?
        /// Authorities to trust besides.
        package var moreRoots: CloudAuthorities?
        /// The machine's wall clock; only a server's date without another to compare with is measured by it.
        package var now: @Sendable () -> Timestamp? = { nil }

        /// A configuration with the usual deadlines.
        package init(address: CloudAddress) {
            self.address = address
        }
    }

    /// Bytes of one answer; what is longer is refused while it arrives.
    static let longestReply = 4 << 20

    let configuration: Configuration
    private let owner: HTTPOwner
    private var http: HTTPClient { owner.client }
    /// What each request waits for before it is sent, and how long that took.
    private var admission: (@Sendable () async throws(CloudError) -> Void)?
    let waiting = WaitingTime()

    /// Makes a client; no connection is made before the first call.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        owner = HTTPOwner(
            HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: Self.httpConfiguration(configuration)
            ))
    }

    /// The same client, each of whose requests begins when `admission` returns, and is not sent if that throws. The time
    /// that it takes counts towards no deadline.
    package func admitting(_ admission: @escaping @Sendable () async throws(CloudError) -> Void) -> CloudClient {
        CloudClient(self, admission)
    }

    private init(_ other: CloudClient, _ admission: @escaping @Sendable () async throws(CloudError) -> Void) {
        (configuration, owner, self.admission) = (other.configuration, other.owner, admission)
    }

    /// Closes the connections. Calls that still run fail.
    package func shutdown() async {
        // The client can only fail here by having been shut down before.
        try? await http.shutdown()
    }

    /// Reads: GET with a query.
    func read(
        _ path: String,
        _ query: [(name: String, value: String)] = [],
        token: ClientSessionToken
    ) async throws(CloudError) -> CloudAnswer {
        let request = request(.GET, path + PercentEncoding.query(query), token: token)
        do throws(CloudError) {
            return try await perform(request)
        } catch {
            guard error.kind == .connectionLost else { throw error }
            return try await perform(request)
        }
    }

    /// Changes: POST with JSON, once.
    func change(_ path: String, _ body: JSON, token: ClientSessionToken) async throws(CloudError) -> JSONText {
        var request = request(.POST, path, token: token)
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: body.bytes))
        return try await perform(request).text
    }

    private func request(_ method: HTTPMethod, _ target: String, token: ClientSessionToken) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(configuration.address.prefix)/\(target)")
        request.method = method
        let secret = String(decoding: token.secret, as: UTF8.self)
        request.headers = [
            "accept": "application/json",
            "authorization": "Bearer \(secret)",
            "client-session-token": secret,
            "user-agent": "seam-sessiond",
        ]
        if configuration.address.prefix.hasPrefix("http+unix:") {
            request.headers.add(name: "host", value: "localhost")
        }
        return request
    }

    private func perform(_ request: HTTPClientRequest) async throws(CloudError) -> CloudAnswer {
        if let admission { try await waiting.measure(admission) }
        let route = CloudRoute(of: request.url, under: configuration.address.prefix)
        let reply = try await telling(route) { () async throws(CloudError) in
            try await exchange(request)
        }
        let answer = CloudAnswer(text: try reply.json(), at: reply.answeredAt)
        if let moment = answer.at { configuration.heard(moment) }
        return answer
    }

    /// Sends a request and tells how it ended.
    private func telling(
        _ route: CloudRoute, _ exchange: () async throws(CloudError) -> CloudReply
    ) async throws(CloudError) -> CloudReply {
        do throws(CloudError) {
            let reply = try await exchange()
            configuration.answered(route, reply.status)
            return reply
        } catch {
            configuration.answered(route, nil)
            throw error
        }
    }

    private func exchange(_ request: HTTPClientRequest) async throws(CloudError) -> CloudReply {
        let (http, configuration) = (http, configuration)
        return try await withDeadline(configuration.requestTimeout) { () throws(CloudError) -> CloudReply in
            do {
                let response = try await http.execute(request, deadline: .distantFuture)
                let body = try await response.body.collect(upTo: Self.longestReply)
                // A cancelled body ends early instead of throwing.
                try Task.checkCancellation()
                return CloudReply(response, body: body, at: configuration.now())
            } catch {
                throw CloudError(transport: error)
            }
        }
    }

    private static func httpConfiguration(_ configuration: Configuration) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let path = configuration.trustRootsPath { tls.trustRoots = .file(path) }
        if let more = configuration.moreRoots { tls.additionalTrustRoots = [.certificates(more.certificates)] }
        var http = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(configuration.connectTimeout)),
            decompression: .disabled
        )
        // One protocol less to be attacked through; a session makes a handful of requests.
        http.httpVersion = .http1Only
        // A refused connection is an answer; when to try again is the sync plan's business.
        http.connectionPool.retryConnectionEstablishment = false
        http.connectionPool.idleTimeout = .seconds(30)
        return http
    }
}

/// Shuts an HTTP client down with the last who has it: let go of as it is, it stops the process, and a daemon that cannot start has had
/// no time for more.
private final class HTTPOwner: Sendable {
    let client: HTTPClient

    init(_ client: HTTPClient) {
        self.client = client
    }

    deinit {
        // One that was shut down before says so, which is well.
        client.shutdown { _ in }
    }
}

/// An answer of the API.
struct CloudAnswer: Equatable {
    let text: JSONText
    /// The time that the cloud named with it.
    let at: Timestamp?
}

extension CloudReply {
    fileprivate init(_ response: HTTPClientResponse, body: ByteBuffer, at moment: Timestamp?) {
        self.init(
            status: Int(response.status.code),
            contentType: response.headers.first(name: "content-type"),
            contentEncoding: response.headers.first(name: "content-encoding")?.lowercased(),
            retryAfter: response.headers.first(name: "retry-after"),
            requestID: response.headers.first(name: "seam-request-id"),
            date: response.headers.first(name: "date"),
            receivedAt: moment,
            body: Array(body.readableBytesView)
        )
    }
}
