import DaemonKit
package import LinuxSupport
package import Logging
import RPC
import RadioAPI
import RadioCore
import RadioModel
import ServiceLifecycle
package import Telemetry
import Wire

/// The broker as a service, with one driver and one socket.
package struct RadioDaemon: Service {
    private let driver: any RadioDriver
    private let broker: RadioBroker
    private let bus: BusWatch?
    private let service: DaemonService
    private let health: Health

    /// Claims the sockets that `supervisor` has not passed. From then on, clients can connect. They are served once
    /// ``run()`` is running.
    ///
    /// `telemetry` has the log and metrics for the operator. By default, the daemon creates its own telemetry.
    ///
    /// - Throws: The reason why the daemon cannot start, such as a path that is taken.
    package init(
        _ configuration: RadioConfiguration, air: RadioAir, supervisor: Supervisor = .none,
        telemetry: DaemonTelemetry = RadioProgram.telemetry(), logger: Logger
    ) throws {
        let basis = DaemonBasis(supervisor: supervisor, telemetry: telemetry, logger: logger)
        driver = try air.driver()
        let epoch = try RandomID.hex(bytes: 8)
        let topics = TopicSource(epoch: epoch)
        let health = Health(topics: topics)
        health.report("adapter", .notServing, "the adapter's state is not known yet")
        health.report("driver", .notServing, "the driver has not started")
        self.health = health
        broker = RadioBroker(
            driver: driver, slots: configuration.maxLinks, topics: topics, logger: logger,
            instruments: RadioInstruments(telemetry.metrics))
        let broker = broker
        bus = air.bus.map { address in
            BusWatch(configuration.busCheck, address: address, broker: broker, health: health, logger: logger)
        }
        bus?.look()
        let settings = try basis.settings(
            RadioContract.bytes, epoch: epoch, quotas: configuration.quotas, health: health,
            metrics: { broker.metrics })
        let endpoint = try basis.endpoint(
            "radio", at: configuration.socket, openTo: configuration.socketGroup, admitting: configuration.allow)
        service = DaemonService(basis, RPCServer(settings, handlers: broker.handlers), at: [endpoint])
    }

    /// Serves until graceful shutdown, which finishes running calls, or until cancellation.
    ///
    /// The daemon reports to the service manager that it is ready once the socket accepts connections and the driver
    /// has reported its adapter's state. It sends signs of life as long as both the server's loops and the driver's
    /// loop answer.
    package func run() async throws {
        let adapter = AdapterReports(broker, health)
        var parts: [DaemonService.Part] = [
            {
                health.report("driver", .serving)
                defer { health.report("driver", .notServing, "it has ended") }
                try await driver.run(into: adapter)
            },
            { await broker.keepPace() },
        ]
        if let bus { parts.append { await bus.run() } }
        try await service.run(beside: parts, watching: [Watchdog.Part("driver", ask: driver.checkIn)]) {
            var isReady = false
            for await state in adapter.states {
                let status = "adapter \(state.rawValue)"
                if isReady {
                    await service.tellStatus(status)
                } else {
                    await service.tellReady(status, ["adapter": "\(state.rawValue)"])
                }
                isReady = true
            }
        }
    }
}

/// Passes all events on to the broker, and passes the adapter's latest state to the daemon's health and to one reader.
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
    /// Reports the adapter's state in words for the daemon's health.
    fileprivate func report(adapter: AdapterState) {
        let reason: String? =
            switch adapter {
            case .ready: nil
            case .absent: "there is no adapter"
            case .noBluetoothd: "bluetoothd is not running"
            case .bluetoothdSilent: "bluetoothd does not answer"
            case .off: "the adapter is switched off"
            case .blocked: "the adapter is blocked by rfkill"
            case .noPermission: "the bus does not let the broker use the adapter"
            case .wedged: "the adapter no longer answers"
            }
        report("adapter", adapter == .ready ? .serving : .notServing, reason)
    }
}
