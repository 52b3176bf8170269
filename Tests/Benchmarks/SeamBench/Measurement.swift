import Glibc
import Histogram

/// Measures the elapsed time, and the processor time of this process, since the measurement was created.
struct Measurement: Sendable {
    private let wall = Self.nanoseconds(CLOCK_MONOTONIC)
    private let processor = Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID)

    /// Nanoseconds since an arbitrary start.
    static func now() -> UInt64 { nanoseconds(CLOCK_MONOTONIC) }

    /// The text to print about `count` calls or events that were handled since the measurement began. The text has
    /// their rate and their processor time.
    func rate(of count: Int) -> String {
        let seconds = Double(Self.now() - wall) / 1e9
        return "{\"rate\":\(Double(count) / seconds),\"cpu_us\":\(processorMicroseconds / Double(count))}"
    }

    /// The text to print about the calls that were made since the measurement began. It contains percentiles of the
    /// calls' latencies.
    func percentiles(of latencies: Histogram<UInt32>) -> String {
        let cpu = processorMicroseconds / Double(latencies.totalCount)
        let median = Double(latencies.valueAtPercentile(50)) / 1000
        let slow = Double(latencies.valueAtPercentile(99)) / 1000
        return "{\"p50\":\(median),\"p99\":\(slow),\"cpu_us\":\(cpu)}"
    }

    /// A histogram of latencies up to ten seconds, in nanoseconds, with three significant digits.
    static func makeHistogram() -> Histogram<UInt32> {
        Histogram<UInt32>(highestTrackableValue: 10_000_000_000, numberOfSignificantValueDigits: .three)
    }

    private var processorMicroseconds: Double {
        Double(Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor) / 1000
    }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
