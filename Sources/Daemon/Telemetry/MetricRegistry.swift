package import CoreMetrics
import LinuxSupport
package import RPC

/// Keeps the values of a daemon's metrics, which can be read at any time.
///
/// The registry knows only the metrics with which it was created. For any other name, kind or label value, the registry
/// records no values, but counts the refused request.
package final class MetricRegistry: MetricsFactory {
    private struct Place: Hashable {
        let name: String
        let values: [String]
    }

    private enum Cell {
        case counter(CounterCell)
        case gauge(GaugeCell)
        case histogram(HistogramCell)

        var reading: MetricFamily.Reading {
            switch self {
            case .counter(let cell): .value(Double(cell.value))
            case .gauge(let cell): .value(cell.value)
            case .histogram(let cell): .histogram(cell.histogram)
            }
        }
    }

    /// The largest number of series of all metrics together.
    private static let seriesLimit = 4096

    private let descriptions: [String: MetricDescription]
    private let names: [String]
    private let cells = Locked<[Place: Cell]>([:])
    private let refused = CounterCell()

    /// Creates a registry. If two metrics have the same name, the first one is used.
    package init(_ descriptions: [MetricDescription]) {
        self.descriptions = Dictionary(descriptions.map { ($0.name, $0) }) { first, _ in first }
        names = descriptions.map(\.name)
    }

    /// Returns the metrics that have a series, with their current values.
    package func families() -> [MetricFamily] {
        let cells = cells.withLock { $0 }
        let known = names.compactMap { name -> MetricFamily? in
            guard let description = descriptions[name] else { return nil }
            let series = description.combinations.compactMap { values -> MetricFamily.Series? in
                guard let reading = cells[Place(name: name, values: values)]?.reading else { return nil }
                let labels = zip(description.labels, values).map { MetricLabel($0.name, $1) }
                return MetricFamily.Series(labels, reading)
            }
            return series.isEmpty ? nil : MetricFamily(name, description.kind, description.help, series)
        }
        return known + [
            MetricFamily(
                "seam_metrics_refused_total", .counter, "Requested series that do not belong to this program.",
                value: Double(refused.value))
        ]
    }

    /// Returns the cell of a series. A missing cell is created. If the series is not allowed, returns nil.
    private func cell(
        _ label: String, _ dimensions: [(String, String)], _ kind: MetricFamily.Kind,
        make: (MetricDescription) -> Cell
    ) -> Cell? {
        guard let description = descriptions[label], description.kind == kind,
            let values = description.values(of: dimensions)
        else {
            refused.increment(by: 1)
            return nil
        }
        let fresh = make(description)
        return cells.withLock { cells in
            let place = Place(name: label, values: values)
            if let cell = cells[place] { return cell }
            guard cells.count < Self.seriesLimit else { return nil }
            cells[place] = fresh
            return fresh
        }
    }

    /// Returns the counter of a series.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        guard case .counter(let cell)? = cell(label, dimensions, .counter, make: { _ in .counter(CounterCell()) })
        else { return NOOPMetricsHandler.instance }
        return cell
    }

    /// Returns the gauge of a series.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        guard case .gauge(let cell)? = cell(label, dimensions, .gauge, make: { _ in .gauge(GaugeCell()) })
        else { return NOOPMetricsHandler.instance }
        return cell
    }

    /// Returns the recorder of a series. Without an aggregate, the recorder is a gauge of the last value.
    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else {
            guard case .gauge(let cell)? = cell(label, dimensions, .gauge, make: { _ in .gauge(GaugeCell()) })
            else { return NOOPMetricsHandler.instance }
            return cell
        }
        guard let cell = histogram(label, dimensions) else { return NOOPMetricsHandler.instance }
        return cell
    }

    /// Returns the histogram of a series, in seconds.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        guard let cell = histogram(label, dimensions) else { return NOOPMetricsHandler.instance }
        return cell
    }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramCell? {
        let made = cell(label, dimensions, .histogram) { .histogram(HistogramCell(bounds: $0.bounds)) }
        guard case .histogram(let cell)? = made else { return nil }
        return cell
    }

    /// Does nothing, so that the counter keeps its value. A counter that restarts at 0 would look like a restart of the
    /// daemon.
    package func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing, so that the gauge keeps its value.
    package func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing, so that the recorder keeps its value.
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing, so that the timer keeps its value.
    package func destroyTimer(_ handler: any TimerHandler) {}
}
