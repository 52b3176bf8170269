package import LinuxSupport
package import Logging
package import RPC
import ServiceLifecycle
package import Telemetry

/// What a daemon is built on: its service manager, its metrics and its log.
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

    /// The settings of a server with that contract. `metrics` are counted in addition to the telemetry's.
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

    /// The socket passed under a name, or one bound at `path` now. Only `group` may open the latter, or everyone if it
    /// is nil. In any case, the peer's user and groups, as reported by the kernel, decide.
    package func endpoint(
        _ name: String, at path: String, openTo group: UInt32?, admitting allowed: RPCAllowList
    ) throws -> RPCEndpoint {
        let listener =
            try supervisor.listener(name)
            ?? UnixSocket.listen(at: path, mode: group == nil ? 0o666 : 0o660, group: group)
        return RPCEndpoint(socket: name, listener: listener) { allowed.admit($0) }
    }
}

/// A daemon that serves: its sockets, and its reports to the service manager.
package struct DaemonService: Service {
    private let basis: DaemonBasis
    private let server: RPCServer
    private let endpoints: [RPCEndpoint]

    /// Runs alongside the server until it is cancelled.
    package typealias Part = @Sendable () async throws -> Void

    /// Creates a service that is not running yet. Clients can already connect to the endpoints; they are served once it
    /// runs.
    package init(_ basis: DaemonBasis, _ server: RPCServer, at endpoints: [RPCEndpoint]) {
        self.basis = basis
        self.server = server
        self.endpoints = endpoints
    }

    /// What it does, for people.
    package var status: String { "serving \(endpoints.map(\.socket).joined(separator: " and "))" }

    /// Serves until graceful shutdown, which finishes running calls, or until cancellation. Ready once all sockets
    /// accept connections.
    package func run() async throws {
        try await run { await tellReady(status) }
    }

    /// Does the same alongside `parts`: when one of them ends, all end, because they are useless without each other.
    ///
    /// `accepting` runs once all sockets accept connections, and calls ``tellReady(_:_:)``. The service manager
    /// receives signs of life for as long as the server's loops and `loops` answer. Graceful shutdown waits for
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
            // Ends once what is running has settled.
            Task {
                await settle()
                server.drain()
            }
        }
    }

    /// Reports to the service manager that everything works, and logs it.
    package func tellReady(_ status: String, _ metadata: Logger.Metadata = [:]) async {
        await tell(.ready(status), status)
        basis.logger.info("ready", metadata: metadata)
    }

    /// Reports the daemon's state to the service manager once it is ready.
    package func tellStatus(_ status: String) async { await tell(.status(status), status) }

    private func tell(_ report: ServiceReport, _ status: String) async {
        guard await basis.supervisor.notifier.deliver(report) else {
            return basis.logger.error("the service manager cannot be reached", metadata: ["status": "\(status)"])
        }
    }
}
