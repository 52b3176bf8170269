package import LinuxSupport
package import Logging
import RPC
import RadioAPI
import RadioCore
import SeamModel
import ServiceLifecycle
package import Telemetry
import Wire

/// The broker as a service: one driver, one socket.
package struct RadioDaemon: Service {
    private let driver: any RadioDriver
    private let broker: RadioBroker
    private let bus: BusWatch?
    private let server: RPCServer
    private let endpoint: RPCEndpoint
    private let supervisor: Supervisor
    private let health: Health
    private let logger: Logger

    /// Claims the sockets that `supervisor` has not passed. From then on clients can connect; they are served once
    /// ``run()`` runs.
    ///
    /// `telemetry` holds what the operator reads; by default the daemon makes its own.
    ///
    /// - Throws: What prevents the start, such as a path that is taken.
    package init(
        _ configuration: RadioConfiguration, air: RadioAir, supervisor: Supervisor = .none,
        telemetry: DaemonTelemetry = RadioProgram.telemetry(), logger: Logger
    ) throws {
        self.logger = logger
        self.supervisor = supervisor
        driver = try air.driver()
        let epoch = Hex.encode(try SystemRandom.bytes(8))
        let topics = TopicSource(epoch: epoch)
        let health = Health(topics: topics)
        health.report("adapter", .notServing, "its state is not known yet")
        health.report("driver", .notServing, "it has not started")
        self.health = health
        broker = RadioBroker(
            driver: driver, slots: configuration.maxLinks, topics: topics, logger: logger,
            instruments: RadioInstruments(telemetry.metrics))
        let contract = try ServedContract(bytes: RadioContract.bytes)
        var settings = try RPCServer.Configuration(
            name: "seam-radiod", version: Release.version, epoch: epoch,
            contracts: [contract], quotas: configuration.quotas, logger: logger, health: health)
        let broker = broker
        bus = air.bus.map { address in
            BusWatch(configuration.busCheck, address: address, broker: broker, health: health, logger: logger)
        }
        bus?.look()
        settings.metrics = { telemetry.families(broker.metrics) }
        settings.logThreshold = telemetry.threshold
        server = RPCServer(settings, handlers: broker.handlers)
        let mode: UInt32 = configuration.socketGroup == nil ? 0o666 : 0o660
        let listener =
            try supervisor.listener("radio")
            ?? UnixSocket.listen(at: configuration.socket, mode: mode, group: configuration.socketGroup)
        let allowed = configuration.allow
        endpoint = RPCEndpoint(socket: "radio", listener: listener) { allowed.admit($0) }
    }

    /// Serves until graceful shutdown, which finishes running calls, or until cancellation.
    ///
    /// The service manager hears that the daemon is ready when the socket accepts connections and the driver has told
    /// its adapter's state. It hears signs of life as long as both the server's loops and the driver's loop answer.
    package func run() async throws {
        let adapter = AdapterReports(broker, health)
        let (accepting, isAccepting) = AsyncStream.makeStream(of: Void.self)
        let watchdog = supervisor.watchdog(
            [Watchdog.Part("server", ask: server.checkIn), Watchdog.Part("driver", ask: driver.checkIn)],
            silent: { logger.error("a loop does not answer", metadata: ["loops": "\($0)"]) })
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    health.report("driver", .serving)
                    defer { health.report("driver", .notServing, "it has ended") }
                    try await driver.run(into: adapter)
                }
                group.addTask { await broker.keepPace() }
                if let bus { group.addTask { await bus.run() } }
                group.addTask { try await server.run([endpoint]) { isAccepting.yield() } }
                group.addTask { await report(accepting, adapter) }
                if let watchdog { group.addTask { await watchdog.run() } }
                // The first to end ends all: none is of use without the others.
                defer { group.cancelAll() }
                try await group.next()
            }
        } onGracefulShutdown: {
            supervisor.tellStopping()
            server.drain()
        }
    }

    /// Tells the service manager when all works, and from then on the adapter's states; ends with the task.
    private func report(_ accepting: AsyncStream<Void>, _ adapter: AdapterReports) async {
        for await _ in accepting { break }
        var isReady = false
        for await state in adapter.states {
            let status = "adapter \(state.rawValue)"
            let isTold = await supervisor.notifier.deliver(isReady ? .status(status) : .ready(status))
            if !isTold { logger.error("the service manager cannot be told", metadata: ["status": "\(status)"]) }
            if !isReady { logger.info("ready", metadata: ["adapter": "\(state.rawValue)"]) }
            isReady = true
        }
    }
}

/// Hands all events on to the broker, and tells the adapter's newest state to the health and to one reader.
private final class AdapterReports: RadioEventSink {
    let states: AsyncStream<AdapterState>
    private let broker: RadioBroker
    private let health: Health
    private let newest: AsyncStream<AdapterState>.Continuation

    init(_ broker: RadioBroker, _ health: Health) {
        self.broker = broker
        self.health = health
        (states, newest) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func handle(_ event: RadioEvent) {
        broker.handle(event)
        guard case .adapter(let state) = event else { return }
        health.report(adapter: state)
        newest.yield(state)
    }
}

extension Health {
    /// Reports the adapter's state in words for the health.
    fileprivate func report(adapter: AdapterState) {
        let reason: String? =
            switch adapter {
            case .ready: nil
            case .absent: "there is no adapter"
            case .off: "the adapter is switched off"
            case .blocked: "the adapter is blocked by rfkill"
            case .noPermission: "the bus does not let the broker use the adapter"
            case .wedged: "the adapter does not answer any more"
            }
        report("adapter", adapter == .ready ? .serving : .notServing, reason)
    }
}
