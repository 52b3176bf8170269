import CoreMetrics
import LinuxSupport
import RPC
import Synchronization

/// The value of a counter. Counting takes one relaxed addition.
final class CounterCell: CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    /// Adds an amount. Amounts that are not positive are ignored, because a counter never decreases.
    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// The last value recorded for a gauge.
final class GaugeCell: MeterHandler, RecorderHandler {
    private let last = Locked(0.0)

    var value: Double { last.withLock { $0 } }

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { last.withLock { $0 = value } }
    func increment(by amount: Double) { last.withLock { $0 += amount } }
    func decrement(by amount: Double) { last.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
}

/// The number of values that fell into each bucket of a histogram. Values recorded in nanoseconds are kept in seconds.
final class HistogramCell: TimerHandler, RecorderHandler {
    private struct State {
        /// The number of values in each bucket, not cumulative. The last bucket is for values above all bounds.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Locked<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Locked(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(max(0, duration)) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    var histogram: MetricHistogram {
        let state = state.withLock { $0 }
        var total = 0
        var buckets: [MetricHistogram.Bucket] = []
        for (bound, count) in zip(bounds, state.counts) {
            total += count
            buckets.append(.init(upTo: bound, count: total))
        }
        return MetricHistogram(buckets: buckets, count: total + (state.counts.last ?? 0), sum: state.sum)
    }
}
