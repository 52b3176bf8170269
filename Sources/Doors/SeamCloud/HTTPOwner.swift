import AsyncHTTPClient
import LinuxSupport
import NIOCore
import NIOSSL

/// Shuts an HTTP client down when its last owner lets go of it. A client that is released without that stops the
/// process, and a daemon that cannot start has had no time to shut it down.
final class HTTPOwner: Sendable {
    let client: HTTPClient

    init(_ client: HTTPClient) {
        self.client = client
    }

    deinit {
        // A client that was shut down before reports that, which is fine.
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

    /// For one request; hold it until the answer is whole.
    var owner: HTTPOwner { current.withLock { $0 } }

    /// Requests from now on make new connections. The earlier ones are closed when no request uses them.
    func renew() {
        let new = make()
        // Released after the lock, because that shuts a client down.
        let old = current.withLock { current in
            defer { current = new }
            return current
        }
        withExtendedLifetime(old) {}
    }
}

extension HTTPClient.Configuration {
    /// The time for a peer to say goodbye. Until it is over, the buffers of the connection stay; lengths of answers are
    /// known without a goodbye.
    private static let goodbye = TimeAmount.milliseconds(250)

    /// How secrets are sent: with TLS 1.2 at least, never to where a redirect leads, and nothing unpacked.
    ///
    /// `trustRootsPath` names a PEM file of the only authorities to trust; nil for the system's. `moreRoots` come
    /// besides.
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
        // One protocol less to be attacked through; a session makes a handful of requests.
        http.httpVersion = .http1Only
        // A refused connection is an answer; the caller decides when to try again.
        http.connectionPool.retryConnectionEstablishment = false
        http.connectionPool.idleTimeout = .seconds(30)
        return http
    }
}
