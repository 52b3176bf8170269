import AsyncHTTPClient
import LinuxSupport
import NIOCore
import NIOSSL

/// Shuts an HTTP client down when its last owner releases it. Releasing a client that was not shut down crashes the
/// process, and a daemon that fails to start has no time to shut a client down.
final class HTTPOwner: Sendable {
    let client: HTTPClient

    init(_ client: HTTPClient) {
        self.client = client
    }

    deinit {
        // A client that has already been shut down reports an error, but the error does not matter.
        client.shutdown { _ in }
    }
}

/// The connections to one host. They can be replaced, because the buffers of a kept connection contain the last
/// exchange.
final class HTTPConnections: Sendable {
    private let make: @Sendable () -> HTTPOwner
    private let current: Locked<HTTPOwner>

    init(_ configuration: HTTPClient.Configuration) {
        make = { HTTPOwner(HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)) }
        current = Locked(make())
    }

    /// The owner to use for one request. The caller must keep it until the answer is complete.
    var owner: HTTPOwner { current.withLock { $0 } }

    /// Sends all further requests over new connections. Earlier connections are closed once no request uses them.
    func renew() {
        let new = make()
        // The old owner is released outside the lock, because its release shuts a client down.
        let old = current.withLock { current in
            defer { current = new }
            return current
        }
        withExtendedLifetime(old) {}
    }
}

extension HTTPClient.Configuration {
    /// How long the client waits for a peer to close a connection properly. Until then, the connection's buffers stay
    /// in memory. The client knows the length of an answer even if the connection is not closed properly.
    private static let goodbye = TimeAmount.milliseconds(250)

    /// The configuration for sending secrets: with at least TLS 1.2, without following redirects, and without
    /// decompression.
    ///
    /// `trustRootsPath` names a PEM file with the only authorities that the client trusts. If it is nil, the client
    /// trusts the system's authorities. The client also trusts `moreRoots`.
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
        // Without HTTP/2, there is one protocol less to attack. A session makes only a few requests, so HTTP/1.1 is
        // enough.
        http.httpVersion = .http1Only
        // A refused connection counts as an answer, and the caller decides when to try again.
        http.connectionPool.retryConnectionEstablishment = false
        http.connectionPool.idleTimeout = .seconds(30)
        return http
    }
}
