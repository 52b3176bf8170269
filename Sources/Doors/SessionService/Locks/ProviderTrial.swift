import LinuxSupport
import ProviderHost

/// Answers `providers.try`. All who ask at one time wait for the same trial, and its result counts for ten seconds:
/// nobody can make the daemon start processes without end.
actor ProviderTrial {
    private static let validity = Duration.seconds(10)

    private let host: ProviderHost
    /// Called when there is something to look at.
    private let tried: @Sendable (ProviderHost) -> Void
    private var running: Task<Void, Never>?
    private var ended: Duration?

    init(_ host: ProviderHost, tried: @escaping @Sendable (ProviderHost) -> Void) {
        (self.host, self.tried) = (host, tried)
    }

    /// Returns when each provider was tried.
    func run() async {
        if let running { return await running.value }
        // Operations may have found something since.
        if let ended, SystemClock.monotonic() - ended < Self.validity { return tried(host) }
        // Ends within some seconds for each provider, also when nobody waits for it any longer.
        let trial = Task { [host, tried] in
            await host.tryAll()
            tried(host)
        }
        running = trial
        await trial.value
        (running, ended) = (nil, SystemClock.monotonic())
    }
}
