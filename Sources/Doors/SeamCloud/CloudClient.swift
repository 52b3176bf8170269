import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SeamModel
package import Wire

/// The Seam API, for one base URL and any number of client sessions.
///
/// Nothing is cached, and nothing is repeated behind the caller's back, except a read whose connection broke: the
/// server may have closed a kept connection at that moment. Redirects are not followed, so a token reaches no other
/// host. Call ``shutdown()`` once, after the last call has returned.
package struct CloudClient: Sendable {
    /// How a client is configured.
    package struct Configuration: Sendable {
        /// The cloud's address.
        package var address: CloudAddress
        /// The limit of one request, from name lookup to the last byte of the answer.
        package var requestTimeout: Duration = .seconds(15)
        /// The limit for name lookup, connection and handshake, within ``requestTimeout``.
        package var connectTimeout: Duration = .seconds(5)
        /// The limit for everything that one ``CloudClient/reading(token:known:)`` reads.
        package var snapshotTimeout: Duration = .seconds(600)
        /// How many keys' doors one ``CloudClient/reading(token:known:)`` asks for, one request each; later reads ask
        /// for the others. Also limits the number of doors whose keys are asked for.
        package var doorReads = 500
        /// The limits of one list.
        var list = PageWalk.Bounds()
        /// Called with the time that the cloud reports in each answer of its API.
        package var heard: @Sendable (Timestamp) -> Void = { _ in }
        /// Called at the end of each request with the answer's HTTP status; nil without an answer.
        package var answered: @Sendable (CloudRoute, Int?) -> Void = { _, _ in }
        /// A PEM file of the only authorities to trust; nil for the system's.
        package var trustRootsPath: String?
        /// Further authorities to trust.
        package var moreRoots: CloudAuthorities?
        /// The machine's wall clock. Only used to interpret a server's date when there is no other date to compare it
        /// with.
        package var now: @Sendable () -> Timestamp? = { nil }

        /// Creates a configuration with the usual deadlines.
        package init(address: CloudAddress) {
            self.address = address
        }
    }

    /// The size limit of one answer, in bytes; a longer one is refused while it arrives.
    static let longestReply = 4 << 20

    let configuration: Configuration
    private let connections: HTTPConnections
    /// What each request waits for before it is sent, and how long it waited.
    private var admission: (@Sendable () async throws(CloudError) -> Void)?
    let waiting = WaitingTime()

    /// Makes a client; no connection is made before the first call.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        connections = HTTPConnections(
            .strict(
                connectTimeout: configuration.connectTimeout, trustRootsPath: configuration.trustRootsPath,
                moreRoots: configuration.moreRoots))
    }

    /// The same client, except that each request begins when `admission` returns, and is not sent if that throws. The
    /// time that `admission` takes does not count towards any deadline.
    package func admitting(_ admission: @escaping @Sendable () async throws(CloudError) -> Void) -> CloudClient {
        CloudClient(self, admission)
    }

    private init(_ other: CloudClient, _ admission: @escaping @Sendable () async throws(CloudError) -> Void) {
        (configuration, connections, self.admission) = (other.configuration, other.connections, admission)
    }

    /// Closes the connections. Calls that are still running fail.
    package func shutdown() async {
        // This can only fail because the client has already been shut down.
        try? await connections.owner.client.shutdown()
    }

    /// From now on, requests use new connections: nothing is left of earlier exchanges once the requests on the old
    /// connections have ended.
    package func renewConnections() { connections.renew() }

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
            "accept-encoding": "identity",
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

    /// Sends a request and reports how it ended.
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
        let (owner, configuration) = (connections.owner, configuration)
        return try await withDeadline(configuration.requestTimeout) { () throws(CloudError) -> CloudReply in
            do {
                let response = try await owner.client.execute(request, deadline: .distantFuture)
                let body = try await response.body.collect(upTo: Self.longestReply)
                // When cancelled, a body ends early instead of throwing.
                try Task.checkCancellation()
                return CloudReply(response, body: body, at: configuration.now())
            } catch {
                throw CloudError(transport: error)
            }
        }
    }
}

/// An answer of the API.
struct CloudAnswer: Equatable {
    let text: JSONText
    /// The time that the cloud reported in the answer.
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
