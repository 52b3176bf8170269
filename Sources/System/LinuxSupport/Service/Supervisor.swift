/// The service manager from a daemon's point of view: reports, signs of life, and the sockets opened by the service
/// manager.
package struct Supervisor: Sendable {
    package let notifier: ServiceNotifier
    private let watchdog: Duration?
    private let listeners: [String: UnixListener]

    /// The supervisor of a daemon without a service manager.
    package static let none = Supervisor()

    /// Creates the supervisor for the service manager described by `environment`. The argument `paths` contains the
    /// name and path of each Unix socket of the daemon, and `open` the names of its other sockets.
    ///
    /// Throws the errors of ``ServiceEnvironment/listeners(at:open:)``.
    package init(
        _ environment: ServiceEnvironment, sockets paths: [String: String], open: Set<String> = []
    ) throws(LinuxError) {
        listeners = try environment.listeners(at: paths, open: open)
        notifier = try ServiceNotifier(to: environment.notifySocket)
        watchdog = environment.watchdog
    }

    private init() {
        (notifier, watchdog, listeners) = (.silent, nil, [:])
    }

    /// Returns the socket that was passed under `name`. If the daemon must create the socket itself, returns nil.
    package func listener(_ name: String) -> UnixListener? { listeners[name] }

    /// Reports that the daemon has been told to stop. The report is sent immediately if the service manager has room,
    /// and otherwise within a second.
    package func tellStopping() {
        let report = ServiceReport.stopping("finishing what runs")
        guard !notifier.send(report) else { return }
        // This task ends after a second.
        Task { await notifier.deliver(report) }
    }

    /// Creates a watchdog. While all `parts` answer, it gives signs of life twice as often as required. If the service
    /// manager does not watch the daemon, returns nil.
    ///
    /// The closure `silent` receives the names of the parts that do not answer.
    package func watchdog(
        _ parts: [Watchdog.Part], silent: @escaping @Sendable ([String]) -> Void
    ) -> Watchdog? {
        // A service manager that requires signs of life within microseconds would leave no time for other work.
        watchdog.map { limit in
            Watchdog(
                every: max(limit / 2, .milliseconds(5)), parts: parts, alive: { notifier.send(.alive) }, silent: silent)
        }
    }
}
