import CoreMetrics
package import Logging
package import RPC

/// What a daemon tells its operator: what it counts, and what it logs.
package struct DaemonTelemetry: Sendable {
    /// Where the daemon's parts get their counters from.
    package let metrics: MetricRegistry
    /// What is logged; `rpc.log_level` sets it.
    package let threshold: LogThreshold
    private let name: String
    private let version: String
    private let started = ProcessMetrics.now()

    /// Of the daemon `name`, which counts what is described.
    package init(_ name: String, version: String, metrics descriptions: [MetricDescription]) {
        self.name = name
        self.version = version
        metrics = MetricRegistry(descriptions)
        threshold = LogThreshold()
    }

    /// Makes the daemon's metrics those of the process, for libraries that count. Once in a process's life.
    package func bootstrap() { MetricsSystem.bootstrap(metrics) }

    /// A logger to `output`, as loud as ``threshold`` says.
    package func logger(to output: any LogOutput) -> Logger {
        Logger(label: name) { [threshold] label in
            DaemonLogHandler(label, threshold: threshold, output: output)
        }
    }

    /// What `rpc.metrics` tells besides the server's own: the process's, the daemon's, and `more`, which is read now.
    package func families(_ more: [MetricFamily]) -> [MetricFamily] {
        let build = MetricFamily(
            "seam_build_info", .gauge, "1, with the program and its version.",
            [.init([MetricLabel("program", name), MetricLabel("version", version)], .value(1))])
        return [build] + ProcessMetrics.families(started: started) + more + metrics.families()
    }
}

extension MetricFamily {
    /// A gauge of 1 under the state that is, and 0 under all others.
    package static func states<State: CaseIterable & RawRepresentable<String> & Equatable>(
        _ name: String, _ help: String, _ now: State
    ) -> MetricFamily {
        MetricFamily(name, .gauge, help, by: "state", State.allCases.map { ($0.rawValue, $0 == now ? 1 : 0) })
    }
}
