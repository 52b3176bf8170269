import FoundationEssentials
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
package import Wire

/// A server that behaves like the Seam API, with its objects in memory and with faults on request.
///
/// The server listens only on loopback or a Unix socket, knows one API key, and issues client session tokens for the
/// people in its seed. The server ends when the task that runs it is cancelled, or when its service group shuts down
/// gracefully.
package struct DevCloudServer: Service {
    /// The configuration of a server.
    package struct Configuration: Sendable {
        /// The address on which the server listens.
        package let address: ListenAddress
        /// The only key that may create tokens and use the development routes. The key consists of `seam_` and 8 to 128
        /// more characters of `[A-Za-z0-9_]`.
        package let apiKey: String
        /// The file to which every event is appended as a JSON line. If there is no such file, this is nil.
        package let eventsPath: String?
        /// The certificate that the server presents to clients. For a server without TLS, this is nil. With a
        /// certificate, clients use TLS.
        package let certificate: ServerCertificate?
        /// The secret of the kiosk that may show the desk codes, if there is one.
        package var kioskSecret: String?
        /// The secret with which the desk signs passes for LifeSignal, if it makes passes.
        package var passSecret: String?
        /// The control socket of the virtual locks. Through it, the locks learn that somebody has authorized. If there
        /// is no such socket, this is nil.
        package var lockControlPath: String?

        /// Creates a configuration. Throws a ``DevCloudError`` for a key that does not have the form of an API key.
        package init(
            address: ListenAddress,
            apiKey: String,
            eventsPath: String? = nil,
            certificate: ServerCertificate? = nil
        ) throws(DevCloudError) {
            guard Self.isKey(apiKey) else {
                throw DevCloudError(
                    .apiKey, "an API key must be seam_ followed by 8 to 128 letters, digits and underscores")
            }
            self.address = address
            self.apiKey = apiKey
            self.eventsPath = eventsPath
            self.certificate = certificate
        }

        private static func isKey(_ text: String) -> Bool {
            guard text.hasPrefix("seam_"), !text.hasPrefix("seam_cst") else { return false }
            let rest = text.utf8.dropFirst("seam_".utf8.count)
            return (8...128).contains(rest.count)
                && rest.allSatisfy { byte in
                    UInt8(ascii: "_") == byte || Character(UnicodeScalar(byte)).isASCIILetterOrDigit
                }
        }
    }

    private let configuration: Configuration
    private let cloud: Cloud
    private let logger: Logger
    private let onReady: @Sendable (String) async -> Void

    /// Creates a server that calls `onReady` with its base URL as soon as it accepts connections.
    ///
    /// Throws a ``DevCloudError`` if the events file cannot be opened.
    package init(
        _ configuration: Configuration,
        seed: Seed,
        clock: @escaping @Sendable () -> Timestamp = DevCloudServer.wallClock,
        onReady: @escaping @Sendable (String) async -> Void
    ) throws(DevCloudError) {
        let journal: EventJournal?
        if let path = configuration.eventsPath { journal = try EventJournal(path: path) } else { journal = nil }
        self.configuration = configuration
        self.onReady = onReady
        cloud = Cloud(
            state: CloudState(
                seed: seed, desk: Desk(secret: configuration.kioskSecret, passSecret: configuration.passSecret)),
            apiKey: configuration.apiKey,
            clock: clock, journal: journal, locks: configuration.lockControlPath.map(LockControl.init))
        // Hummingbird logs addresses, and logs every connection that a shutdown ends as an error. Important errors are
        // thrown.
        var logger = Logger(label: "seam-devcloud")
        logger.logLevel = .critical
        self.logger = logger
    }

    /// Returns the time of this machine.
    package static func wallClock() -> Timestamp {
        Timestamp(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000))
    }

    /// Serves until shutdown. Throws if the address cannot be bound.
    package func run() async throws {
        let address = configuration.address
        let bind: BindAddress =
            switch address {
            case .loopback(let host, let port): .hostname(host, port: port)
            case .unix(let path): .unixDomainSocket(path: path)
            }
        let onReady = onReady
        let responder = CloudResponder(cloud: cloud)
        let certificate = configuration.certificate
        let builder = try certificate.map { try HTTPServerBuilder.tls(tlsConfiguration: $0.configuration) } ?? .http1()
        // Hummingbird's own application is not used, because it writes this machine's time into every answer, but the
        // development cloud has its own clock.
        let server = try builder.buildServer(
            configuration: ServerConfiguration(address: bind),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: logger,
            responder: { request, writer, channel in
                try await responder.respond(to: request, writer, on: channel)
            },
            onServerRunning: { channel in
                let scheme = certificate == nil ? "http" : "https"
                await onReady(address.url(port: channel.localAddress?.port, scheme: scheme))
            }
        )
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [.init(service: server)], logger: logger)
        )
        .run()
    }
}

extension Character {
    fileprivate var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
