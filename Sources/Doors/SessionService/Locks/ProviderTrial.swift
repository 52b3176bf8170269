import LinuxSupport
import ProviderHost

/// Answers `providers.try`. Concurrent callers wait for the same trial, and the trial's result is valid for ten
/// seconds. So nobody can make the daemon start processes endlessly.
actor ProviderTrial {
    private static let validity = Duration.seconds(10)

    private let host: ProviderHost
    /// The function that is called when there are results to examine.
    private let tried: @Sendable (ProviderHost) -> Void
    private var running: Task<Void, Never>?
    private var ended: Duration?

    init(_ host: ProviderHost, tried: @escaping @Sendable (ProviderHost) -> Void) {
        (self.host, self.tried) = (host, tried)
    }

    /// Returns once each provider has been tried.
    func run() async {
        if let running { return await running.value }
        // Operations may have learned something since the last trial.
        if let ended, SystemClock.monotonic() - ended < Self.validity { return tried(host) }
        // This task ends within a few seconds per provider, even if nobody is waiting by then.
        let trial = Task { [host, tried] in
            await host.tryAll()
            tried(host)
        }
        running = trial
        await trial.value
        (running, ended) = (nil, SystemClock.monotonic())
    }
}
