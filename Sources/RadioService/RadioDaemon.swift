import LinuxSupport
package import Logging
import RPC
import RadioAPI
import RadioCore
import ServiceLifecycle
import VirtualRadio
import Wire

/// The broker as a service: one driver, one socket.
package struct RadioDaemon: Service {
    private let driver: VirtualRadioDriver
    private let broker: RadioBroker
    private let server: RPCServer
    private let endpoint: RPCEndpoint
    private let logger: Logger

    /// Claims the sockets; from then on clients can connect, and they are served once ``run()`` runs.
    ///
    /// - Throws: What makes it impossible to start, such as a path that is taken.
    package init(_ configuration: RadioConfiguration, virtualRadio: String, logger: Logger) throws {
        self.logger = logger
        driver = try VirtualRadioDriver(path: virtualRadio)
        let epoch = Hex.encode(try SystemRandom.bytes(8))
        broker = RadioBroker(
            driver: driver, slots: configuration.maxLinks, topics: TopicSource(epoch: epoch), logger: logger)
        let contract = try ServedContract(bytes: RadioContract.bytes)
        let settings = try RPCServer.Configuration(
            name: "seam-radiod", version: RadioProgram.version, epoch: epoch,
            contracts: [contract], quotas: configuration.quotas, logger: logger)
        server = RPCServer(settings, handlers: broker.handlers)
        let mode: UInt32 = configuration.socketGroup == nil ? 0o666 : 0o660
        let listener = try UnixSocket.listen(
            at: configuration.socket, mode: mode, group: configuration.socketGroup)
        let allowed = RPCAllowList(users: configuration.users, groups: configuration.groups)
        endpoint = RPCEndpoint(socket: "radio", listener: listener) { allowed.admit($0) }
    }

    /// Serves until graceful shutdown, which finishes what runs, or cancellation.
    package func run() async throws {
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await driver.run(into: broker) }
                group.addTask { await broker.keepPace() }
                group.addTask {
                    try await server.run([endpoint]) { logger.info("ready") }
                }
                // Whichever ends first ends all: none is of use without the others.
                defer { group.cancelAll() }
                try await group.next()
            }
        } onGracefulShutdown: {
            server.drain()
        }
    }
}
