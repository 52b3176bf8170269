import CoreMetrics
package import LinuxSupport
package import Logging
package import RPC

/// The information that a daemon gives its operator: its metrics and its log.
package struct DaemonTelemetry: Sendable {
    /// The registry from which the daemon's parts get their counters.
    package let metrics: MetricRegistry
    /// The lowest level of entries that are logged. The method `rpc.log_level` sets this level.
    package let threshold: LogThreshold
    /// The daemon's name.
    package let name: String
    private let version: String
    private let dropped = CounterCell()
    private let started = ProcessMetrics.now()

    /// Creates the telemetry of the daemon `name`. The telemetry counts the described metrics.
    package init(_ name: String, version: String, metrics descriptions: [MetricDescription]) {
        self.name = name
        self.version = version
        metrics = MetricRegistry(descriptions)
        threshold = LogThreshold()
    }

    /// Installs the daemon's metrics as the process-wide metrics, so that libraries record theirs there. Call this
    /// method only once in a process.
    package func bootstrap() { MetricsSystem.bootstrap(metrics) }

    /// Creates a queue before `output`, so that no logger waits for the log's reader.
    ///
    /// Throws if no thread can be created.
    package func queue(before output: any LogOutput) throws(LinuxError) -> QueuedLog {
        try QueuedLog(name, to: output, dropped: dropped)
    }

    /// Creates a logger that writes entries at or above the level of ``threshold`` to `output`.
    package func logger(to output: any LogOutput) -> Logger {
        Logger(label: name) { [threshold] label in
            DaemonLogHandler(label, threshold: threshold, output: output)
        }
    }

    /// Returns the metrics in `rpc.metrics` apart from the server's own: the process's metrics, the daemon's metrics,
    /// and `more`, which the caller has just read.
    package func families(_ more: [MetricFamily]) -> [MetricFamily] {
        let build = MetricFamily(
            "seam_build_info", .gauge, "Always 1; the labels show the program and its version.",
            [.init([MetricLabel("program", name), MetricLabel("version", version)], .value(1))])
        let dropped = MetricFamily(
            "seam_log_dropped_total", .counter, "Log entries that were not read in time.", value: Double(dropped.value))
        return [build, dropped] + ProcessMetrics.families(started: started) + more + metrics.families()
    }
}

extension MetricFamily {
    /// Returns a gauge that is 1 for the current state and 0 for all other states.
    package static func states<State: CaseIterable & RawRepresentable<String> & Equatable>(
        _ name: String, _ help: String, _ now: State
    ) -> MetricFamily {
        MetricFamily(name, .gauge, help, by: "state", State.allCases.map { ($0.rawValue, $0 == now ? 1 : 0) })
    }
}
