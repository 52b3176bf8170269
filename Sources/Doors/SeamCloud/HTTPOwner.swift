import AsyncHTTPClient
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

extension HTTPClient.Configuration {
    /// How secrets are sent: with TLS 1.2 at least, never to where a redirect leads, and nothing unpacked.
    ///
    /// `trustRootsPath` names a PEM file of the only authorities to trust; nil for the system's. `moreRoots` come
    /// besides.
    static func strict(
        connectTimeout: Duration, trustRootsPath: String? = nil, moreRoots: CloudAuthorities?
    ) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
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
        // A refused connection is an answer; whoever asked decides when to try again.
        http.connectionPool.retryConnectionEstablishment = false
        http.connectionPool.idleTimeout = .seconds(30)
        return http
    }
}
