/// The service manager from a daemon's point of view: reports, signs of life, and the sockets it has opened.
package struct Supervisor: Sendable {
    package let notifier: ServiceNotifier
    private let watchdog: Duration?
    private let listeners: [String: UnixListener]

    /// There is no service manager.
    package static let none = Supervisor()

    /// The service manager described by `environment`, for a daemon with the sockets `paths`, by name.
    ///
    /// Throws what ``ServiceEnvironment/listeners(at:)`` throws.
    package init(_ environment: ServiceEnvironment, sockets paths: [String: String]) throws(LinuxError) {
        listeners = try environment.listeners(at: paths)
        notifier = try ServiceNotifier(to: environment.notifySocket)
        watchdog = environment.watchdog
    }

    private init() {
        (notifier, watchdog, listeners) = (.silent, nil, [:])
    }

    /// The socket passed under `name`; nil if the daemon must create it itself.
    package func listener(_ name: String) -> UnixListener? { listeners[name] }

    /// Reports that the daemon has been told to stop: immediately if the service manager has room, otherwise within a
    /// second.
    package func tellStopping() {
        let report = ServiceReport.stopping("finishing what runs")
        guard !notifier.send(report) else { return }
        // The task ends after that second.
        Task { await notifier.deliver(report) }
    }

    /// Gives signs of life twice as often as required, while all `parts` answer; nil if nobody watches.
    ///
    /// `silent` receives the names of the parts that do not answer.
    package func watchdog(
        _ parts: [Watchdog.Part], silent: @escaping @Sendable ([String]) -> Void
    ) -> Watchdog? {
        // A service manager that requires signs of life within microseconds would leave no time for anything else.
        watchdog.map { limit in
            Watchdog(
                every: max(limit / 2, .milliseconds(5)), parts: parts, alive: { notifier.send(.alive) }, silent: silent)
        }
    }
}
