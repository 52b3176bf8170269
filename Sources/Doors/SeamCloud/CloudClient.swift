import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SeamModel
package import Wire

/// A client of the Seam API, for one base URL and any number of client sessions.
///
/// The client caches nothing. It repeats a request by itself in only one case: the request is a read, and its
/// connection broke. The server may have closed a kept connection at that moment. Redirects are not followed, so a
/// token reaches no other host. The owner must call ``shutdown()`` once, after the last call has returned.
package struct CloudClient: Sendable {
    /// How a client is configured.
    package struct Configuration: Sendable {
        /// The cloud's address.
        package var address: CloudAddress
        /// The time limit for one request, from name lookup to the last byte of the answer.
        package var requestTimeout: Duration = .seconds(15)
        /// The time limit for name lookup, connection and handshake, within ``requestTimeout``.
        package var connectTimeout: Duration = .seconds(5)
        /// The time limit for everything that one ``CloudClient/reading(token:known:)`` reads.
        package var snapshotTimeout: Duration = .seconds(600)
        /// The largest number of keys whose doors one ``CloudClient/reading(token:known:)`` asks for. Each of these
        /// keys takes one request. Later reads ask about the other keys. This number also limits the doors whose keys
        /// are asked for.
        package var doorReads = 500
        /// The limits of one list.
        var list = PageWalk.Bounds()
        /// The function that gets the time. The cloud reports this time in each answer of its API.
        package var heard: @Sendable (Timestamp) -> Void = { _ in }
        /// The function that is called at the end of each request. It gets the answer's HTTP status, or nil if there
        /// was no answer.
        package var answered: @Sendable (CloudRoute, Int?) -> Void = { _, _ in }
        /// A PEM file with the only authorities that the client trusts. If it is nil, the client trusts the system's
        /// authorities.
        package var trustRootsPath: String?
        /// Further authorities that the client trusts.
        package var moreRoots: CloudAuthorities?
        /// The machine's wall clock. It is used only to interpret a server's date if there is no other date for
        /// comparison.
        package var now: @Sendable () -> Timestamp? = { nil }

        /// Creates a configuration with the usual deadlines.
        package init(address: CloudAddress) {
            self.address = address
        }
    }

    /// The size limit of one answer, in bytes. A longer answer is refused while it arrives.
    static let longestReply = 4 << 20

    let configuration: Configuration
    private let connections: HTTPConnections
    /// The function for which each request waits before it is sent. Also the time for which requests have waited.
    private var admission: (@Sendable () async throws(CloudError) -> Void)?
    let waiting = WaitingTime()

    /// Creates a client. No connection is made before the first call.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        connections = HTTPConnections(
            .strict(
                connectTimeout: configuration.connectTimeout, trustRootsPath: configuration.trustRootsPath,
                moreRoots: configuration.moreRoots))
    }

    /// The same client with one difference: each request begins when `admission` returns. If `admission` throws, the
    /// request is not sent. The time that `admission` takes does not count towards any deadline.
    package func admitting(_ admission: @escaping @Sendable () async throws(CloudError) -> Void) -> CloudClient {
        CloudClient(self, admission)
    }

    private init(_ other: CloudClient, _ admission: @escaping @Sendable () async throws(CloudError) -> Void) {
        (configuration, connections, self.admission) = (other.configuration, other.connections, admission)
    }

    /// Closes the connections. Calls that are still running fail.
    package func shutdown() async {
        // Shutting down can fail only if the client has already been shut down.
        try? await connections.owner.client.shutdown()
    }

    /// Sends all further requests over new connections. Once the requests on the old connections have ended, no data of
    /// earlier exchanges is left.
    package func renewConnections() { connections.renew() }

    /// Reads from the API: sends a GET request with a query.
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

    /// Changes something through the API: sends a POST request with JSON, once.
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
                // If the task is cancelled, a body ends early instead of throwing.
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
