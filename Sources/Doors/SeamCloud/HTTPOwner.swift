import AsyncHTTPClient
import LinuxSupport
import NIOCore
import NIOSSL

/// Shuts an HTTP client down when its last owner lets go of it. Releasing a client without shutting it down crashes the
/// process, and a daemon that fails to start has no time to do so.
final class HTTPOwner: Sendable {
    let client: HTTPClient

    init(_ client: HTTPClient) {
        self.client = client
    }

    deinit {
        // A client that has already been shut down reports that, which is fine.
        client.shutdown { _ in }
    }
}

/// The connections to one host, which can be replaced: the buffers of a kept connection hold the last exchange.
final class HTTPConnections: Sendable {
    private let make: @Sendable () -> HTTPOwner
    private let current: Locked<HTTPOwner>

    init(_ configuration: HTTPClient.Configuration) {
        make = { HTTPOwner(HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)) }
        current = Locked(make())
    }

    /// The owner to use for one request; hold it until the answer is complete.
    var owner: HTTPOwner { current.withLock { $0 } }

    /// From now on, requests use new connections. Earlier ones are closed once no request uses them.
    func renew() {
        let new = make()
        // Released outside the lock, because that shuts a client down.
        let old = current.withLock { current in
            defer { current = new }
            return current
        }
        withExtendedLifetime(old) {}
    }
}

extension HTTPClient.Configuration {
    /// How long a peer has to say goodbye. Until then, the connection's buffers stay; the lengths of answers are known
    /// without a goodbye.
    private static let goodbye = TimeAmount.milliseconds(250)

    /// How secrets are sent: with at least TLS 1.2, without following redirects, and without decompression.
    ///
    /// `trustRootsPath` names a PEM file of the only authorities to trust; nil for the system's. `moreRoots` are
    /// trusted in addition.
    static func strict(
        connectTimeout: Duration, trustRootsPath: String? = nil, moreRoots: CloudAuthorities?
    ) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.shutdownTimeout = goodbye
        if let path = trustRootsPath { tls.trustRoots = .file(path) }
        if let more = moreRoots { tls.additionalTrustRoots = [.certificates(more.certificates)] }
        var http = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(connectTimeout)),
            decompression: .disabled
        )
        // This leaves one protocol less to attack; a session makes only a handful of requests.
        http.httpVersion = .http1Only
        // A refused connection is an answer; the caller decides when to try again.
        http.connectionPool.retryConnectionEstablishment = false
        http.connectionPool.idleTimeout = .seconds(30)
        return http
    }
}
