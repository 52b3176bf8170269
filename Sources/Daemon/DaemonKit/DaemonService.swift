package import LinuxSupport
package import Logging
package import RPC
import ServiceLifecycle
package import Telemetry

/// The foundation of a daemon: its service manager, its metrics and its log.
package struct DaemonBasis: Sendable {
    package let supervisor: Supervisor
    package let telemetry: DaemonTelemetry
    package let logger: Logger

    /// Creates a basis.
    package init(supervisor: Supervisor, telemetry: DaemonTelemetry, logger: Logger) {
        self.supervisor = supervisor
        self.telemetry = telemetry
        self.logger = logger
    }

    /// Returns the settings of a server with this contract. The server reports `metrics` in addition to the metrics of
    /// the telemetry.
    package func settings(
        _ contract: [UInt8], epoch: String, quotas: RPCQuotas, health: Health? = nil,
        metrics: @escaping @Sendable () -> [MetricFamily] = { [] }
    ) throws -> RPCServer.Configuration {
        var settings = try RPCServer.Configuration(
            name: telemetry.name, version: Release.version, epoch: epoch,
            contracts: [ServedContract(bytes: contract)], quotas: quotas, logger: logger, health: health)
        settings.metrics = { [telemetry] in telemetry.families(metrics()) }
        settings.logThreshold = telemetry.threshold
        return settings
    }

    /// Returns the socket that was passed under a name, or a new socket bound at `path`. Only `group` can open a new
    /// socket. If `group` is nil, everyone can open it. For either socket, admission depends on the peer's user and
    /// groups, as reported by the kernel.
    package func endpoint(
        _ name: String, at path: String, openTo group: UInt32?, admitting allowed: RPCAllowList
    ) throws -> RPCEndpoint {
        let listener =
            try supervisor.listener(name)
            ?? UnixSocket.listen(at: path, mode: group == nil ? 0o666 : 0o660, group: group)
        return RPCEndpoint(socket: name, listener: listener) { allowed.admit($0) }
    }
}

/// The service of a daemon: its sockets, and its reports to the service manager.
package struct DaemonService: Service {
    private let basis: DaemonBasis
    private let server: RPCServer
    private let endpoints: [RPCEndpoint]

    /// A part of the daemon that runs alongside the server until it is cancelled.
    package typealias Part = @Sendable () async throws -> Void

    /// Creates a service that is not running yet. Clients can already connect to the endpoints, but are served only
    /// once the service runs.
    package init(_ basis: DaemonBasis, _ server: RPCServer, at endpoints: [RPCEndpoint]) {
        self.basis = basis
        self.server = server
        self.endpoints = endpoints
    }

    /// The service's current activity, for people.
    package var status: String { "serving \(endpoints.map(\.socket).joined(separator: " and "))" }

    /// Serves until a graceful shutdown, which finishes running calls, or until cancellation. The service reports that
    /// it is ready once all sockets accept connections.
    package func run() async throws {
        try await run { await tellReady(status) }
    }

    /// Serves alongside `parts`. When the server or one of the parts ends, all of them end, because they are useless
    /// without each other.
    ///
    /// The closure `accepting` runs once all sockets accept connections, and calls ``tellReady(_:_:)``. The service
    /// manager receives signs of life while the server's loops and `loops` respond. A graceful shutdown waits for
    /// `settle` before the server stops.
    package func run(
        beside parts: [Part] = [], watching loops: [Watchdog.Part] = [],
        settle: (@Sendable () async -> Void)? = nil, accepting: @escaping @Sendable () async -> Void
    ) async throws {
        let (accepted, isAccepting) = AsyncStream.makeStream(of: Void.self)
        let watchdog = basis.supervisor.watchdog([Watchdog.Part("server", ask: server.checkIn)] + loops) { silent in
            basis.logger.error("a loop does not answer", metadata: ["loops": "\(silent)"])
        }
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in parts { group.addTask { try await part() } }
                group.addTask { try await server.run(endpoints) { isAccepting.yield() } }
                group.addTask { for await _ in accepted { await accepting() } }
                if let watchdog { group.addTask { await watchdog.run() } }
                defer { group.cancelAll() }
                try await group.next()
            }
        } onGracefulShutdown: {
            basis.supervisor.tellStopping()
            guard let settle else { return server.drain() }
            // This task ends once the running work has settled.
            Task {
                await settle()
                server.drain()
            }
        }
    }

    /// Reports to the service manager that the daemon is ready, and logs the same.
    package func tellReady(_ status: String, _ metadata: Logger.Metadata = [:]) async {
        await tell(.ready(status), status)
        basis.logger.info("ready", metadata: metadata)
    }

    /// Reports the daemon's state to the service manager. Call this method only after the daemon has reported that it
    /// is ready.
    package func tellStatus(_ status: String) async { await tell(.status(status), status) }

    private func tell(_ report: ServiceReport, _ status: String) async {
        guard await basis.supervisor.notifier.deliver(report) else {
            return basis.logger.error("the service manager cannot be reached", metadata: ["status": "\(status)"])
        }
    }
}
