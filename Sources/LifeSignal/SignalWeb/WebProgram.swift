import DaemonKit
import LinuxSupport
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The program `lifesignal-web`.
package enum WebProgram {
    private static let usage = """
        usage: lifesignal-web [--config FILE]
               lifesignal-web --check-config FILE

        Serves the page behind the link in an alarm's message, on which people see the alarm and answer it, and the
        pages of people's phones. It keeps nothing.

          --config FILE            configuration (default /etc/seam/lifesignal-web.json)
          --check-config FILE      checks whether FILE can be used, and says why if it cannot; then exits
          --version                prints the version; then exits
        """

    /// Runs until a signal ends it, and returns its exit status (``DaemonProgram``).
    package static func run(_ arguments: [String]) async -> Int32 {
        await DaemonProgram("lifesignal-web", usage: usage).run(arguments, command: command) { configuration, basis in
            try WebService(configuration, basis)
        }
    }

    /// The command `--check-config`, which also checks the certificate.
    private static func command(_ arguments: [String]) -> DaemonCommand<WebConfiguration>? {
        guard arguments.first == "--check-config", arguments.count == 2 else { return nil }
        return .own {
            if let tls = try WebConfiguration.read(arguments[1]).tls { _ = try WebCertificate(tls) }
            return "\(arguments[1]) can be used"
        }
    }
}

/// The pages as a service.
struct WebService: Service {
    private let basis: DaemonBasis
    private let server: WebServer

    /// Creates the service without listening yet. Throws if the certificate cannot be used.
    init(_ configuration: WebConfiguration, _ basis: DaemonBasis) throws {
        self.basis = basis
        let options = SignalLines.options(version: Release.version)
        let lines = SignalLines(
            path: configuration.lifesignal, options: options, visitors: configuration.limits.all)
        let responder = WebResponder(
            rules: WebRules(site: configuration.site),
            lines: lines, pages: OpenPages(lines),
            devices: DeviceLines(path: configuration.lifesignal, options: options),
            connections: WebConnections(trustsProxy: configuration.trustsProxy, limits: configuration.limits),
            logger: basis.logger)
        server = WebServer(
            listen: configuration.listen, passed: basis.supervisor.listener("http"),
            certificate: try configuration.tls.map(WebCertificate.init),
            responder: responder)
    }

    /// Serves until cancellation or graceful shutdown. A graceful shutdown finishes the requests that have begun.
    func run() async throws {
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                if let watchdog { group.addTask { await watchdog.run() } }
                if let certificate = server.certificate {
                    group.addTask { [logger = basis.logger] in
                        while (try? await Task.sleep(for: WebCertificate.period)) != nil { certificate.refresh(logger) }
                    }
                }
                group.addTask { try await server.run { await tellReady($0) } }
                defer { group.cancelAll() }
                try await group.next()
            }
        } onGracefulShutdown: {
            basis.supervisor.tellStopping()
        }
    }

    private var watchdog: Watchdog? {
        basis.supervisor.watchdog([
            Watchdog.Part("server") { answered in
                MultiThreadedEventLoopGroup.singleton.next().execute(answered)
            },
            Watchdog.Part("lines") { [lines = server.responder.lines] answered in
                // This task ends when the actor has answered.
                Task {
                    await lines.isThere()
                    answered()
                }
            },
        ]) { silent in basis.logger.error("a loop does not answer", metadata: ["loops": "\(silent)"]) }
    }

    private func tellReady(_ address: String) async {
        if await !basis.supervisor.notifier.deliver(.ready("serving pages")) {
            basis.logger.error("the service manager cannot be reached")
        }
        basis.logger.info("ready", metadata: ["listen": "\(address)"])
    }
}
