import AsyncHTTPClient
import LinuxSupport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Wire

/// The command `--look`, with which `seam signal doctor` looks at the page for phones as a phone does: by its own name,
/// and with the certificates that this machine trusts. It sends one GET request, and nothing of LifeSignal.
struct PageLook: Sendable {
    /// What came of the request.
    private enum Outcome: String {
        /// There was an answer, whatever it says.
        case answered
        /// The host's name has no address.
        case unknownName = "unknown_name"
        /// Nobody accepts a connection.
        case unreachable
        case timedOut = "timed_out"
        /// The certificate is not valid now.
        case notNow = "certificate_not_now"
        /// The certificate is for another name.
        case otherName = "certificate_other_name"
        /// Nobody whom this machine trusts has signed the certificate.
        case untrusted = "certificate_untrusted"
        /// The connection failed in another way.
        case failed
    }

    private let url: String
    private let host: String?
    private let trust: String?

    /// The time for each of at most three connections.
    private static let limit = TimeAmount.seconds(4)
    /// The most bytes of an answer that are shown.
    private static let most = 1_024

    /// Reads the arguments: a URL, and then perhaps `--host` with a name that replaces the URL's in the request, and
    /// `--trust` with a file of certificates that are trusted as well. Returns nil for anything else.
    init?(_ arguments: [String]) {
        guard let url = arguments.first, url.hasPrefix("https://") || url.hasPrefix("http://") else { return nil }
        var (rest, host, trust) = (arguments.dropFirst(), nil as String?, nil as String?)
        while rest.count >= 2, let name = rest.popFirst(), let value = rest.popFirst() {
            switch name {
            case "--host": host = value
            case "--trust": trust = value
            default: return nil
            }
        }
        guard rest.isEmpty else { return nil }
        (self.url, self.host, self.trust) = (url, host, trust)
    }

    /// The result: `outcome`, the answer's `status` and the beginning of its `body`, and when the `certificate` begins
    /// and ends. Takes a few seconds at most.
    func json() async -> JSON {
        async let certificate = leaf()
        var (outcome, status, body) = await ask(.fullVerification)
        let leaf = await certificate
        if outcome == .failed, let leaf { outcome = await fault(of: leaf) }
        return .members(
            ("outcome", .string(outcome.rawValue)), ("status", status.map { .integer(Int64($0)) }),
            ("body", body.map(JSON.string)),
            (
                "certificate",
                leaf.map {
                    .members(
                        ("starts", .string(Self.time($0.notValidBefore).description)),
                        ("ends", .string(Self.time($0.notValidAfter).description)))
                }
            ))
    }

    private static func time(_ seconds: Int) -> Timestamp { Timestamp(millisecondsSince1970: Int64(seconds) * 1_000) }

    private func settings(_ verification: CertificateVerification) -> TLSConfiguration {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.certificateVerification = verification
        if let trust { settings.additionalTrustRoots = [.file(trust)] }
        return settings
    }

    private func ask(_ verification: CertificateVerification) async -> (Outcome, status: UInt?, body: String?) {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: settings(verification), redirectConfiguration: .disallow,
            timeout: .init(connect: Self.limit, read: Self.limit), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        defer { client.shutdown { _ in } }
        var request = HTTPClientRequest(url: url)
        request.headers = ["user-agent": "lifesignal-doctor"]
        if let host { request.headers.add(name: "host", value: host) }
        do {
            let response = try await client.execute(request, timeout: Self.limit)
            let body = try? await response.body.collect(upTo: Self.most)
            return (.answered, response.status.code, body.map { String(decoding: $0.readableBytesView, as: UTF8.self) })
        } catch let error as NIOConnectionError {
            let isKnown = !error.connectionErrors.isEmpty
            return (isKnown ? .unreachable : .unknownName, nil, nil)
        } catch is IOError {
            return (.unreachable, nil, nil)
        } catch let error as HTTPClientError where error == .connectTimeout || error == .deadlineExceeded {
            return (.timedOut, nil, nil)
        } catch {
            return (.failed, nil, nil)
        }
    }

    /// Why a connection with this certificate failed.
    private func fault(of leaf: NIOSSLCertificate) async -> Outcome {
        let now = SystemClock.wallMilliseconds()
        guard Self.time(leaf.notValidBefore).millisecondsSince1970 <= now,
            now < Self.time(leaf.notValidAfter).millisecondsSince1970
        else { return .notNow }
        if case .answered = await ask(.noHostnameVerification).0 { return .otherName }
        return .untrusted
    }

    /// The server's own certificate, whether it is valid or not. Nothing is sent over the connection. Returns nil if
    /// the server shows none.
    private func leaf() async -> NIOSSLCertificate? {
        guard url.hasPrefix("https://"), let server = Self.server(url),
            let context = try? NIOSSLContext(configuration: settings(.none))
        else { return nil }
        let found = Locked<NIOSSLCertificate?>(nil)
        let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(Self.limit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(
                            context: context, serverHostname: isAddress ? nil : server.host,
                            customVerificationCallback: { chain, verified in
                                found.withLock { $0 = chain.first }
                                verified.succeed(.failed)
                                channel.close(promise: nil)
                            }))
                }
            }
        guard let channel = try? await bootstrap.connect(host: server.host, port: server.port).get() else { return nil }
        let timeout = channel.eventLoop.scheduleTask(in: Self.limit) { channel.close(promise: nil) }
        try? await channel.closeFuture.get()
        timeout.cancel()
        return found.withLock { $0 }
    }

    /// The host and the port of a URL with TLS.
    private static func server(_ url: String) -> (host: String, port: Int)? {
        let place = url.dropFirst("https://".count).prefix { $0 != "/" }
        guard let colon = place.lastIndex(of: ":"), let port = UInt16(place[place.index(after: colon)...]) else {
            return (unbracketed(place), 443)
        }
        return (unbracketed(place[..<colon]), Int(port))
    }

    private static func unbracketed(_ host: Substring) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
    }
}
