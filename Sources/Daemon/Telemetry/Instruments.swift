package import CoreMetrics

/// The counters of one metric. Each counter is resolved once, so that counting takes one lookup and one addition.
package struct LabelledCounters: Sendable {
    private let counters: [[String]: Counter]

    package init(_ description: MetricDescription, _ factory: any MetricsFactory) {
        counters = description.resolved { Counter(label: description.name, dimensions: $0, factory: factory) }
    }

    /// Adds one to the counter with these label values, given in the order of the metric's labels. Nothing is counted
    /// if the metric has no such combination.
    package func increment(_ values: String...) { counters[values]?.increment() }
}

/// The timers of one metric. Each timer is resolved once.
package struct LabelledTimers: Sendable {
    private let timers: [[String]: CoreMetrics.Timer]

    package init(_ description: MetricDescription, _ factory: any MetricsFactory) {
        timers = description.resolved {
            CoreMetrics.Timer(label: description.name, dimensions: $0, factory: factory)
        }
    }

    /// Records a duration under these label values. See ``LabelledCounters/increment(_:)``.
    package func record(_ duration: Duration, _ values: String...) {
        let (seconds, attoseconds) = duration.components
        let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        timers[values]?.recordNanoseconds(isOver ? Int64.max : whole &+ attoseconds / 1_000_000_000)
    }
}

extension MetricDescription {
    fileprivate func resolved<Instrument>(_ make: ([(String, String)]) -> Instrument) -> [[String]: Instrument] {
        let pairs = combinations.map { values in
            (values, make(zip(labels, values).map { ($0.name, $1) }))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
