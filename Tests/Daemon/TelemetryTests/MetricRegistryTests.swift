import CoreMetrics
import RPC
import Telemetry
import Testing

@Suite("The daemons' metrics") struct MetricRegistryTests {
    private static let doors = MetricDescription.counter(
        "doors_total", "Doors.", by: .init("way", ["near", "far"]), .init("end", ["open", "shut"]))
    private static let level = MetricDescription.gauge("level", "A level.")
    private static let waits = MetricDescription.histogram("wait_seconds", "Waits.", bounds: [0.1, 1])

    private func family(_ name: String, of registry: MetricRegistry) throws -> MetricFamily {
        try #require(registry.families().first { $0.name == name })
    }

    @Test("metric registry: a metric has every series from the start, in the order of its labels")
    func complete() throws {
        let registry = MetricRegistry([Self.doors])
        let counters = LabelledCounters(Self.doors, registry)
        counters.increment("far", "open")
        counters.increment("far", "open")
        let family = try family("doors_total", of: registry)
        #expect(family.kind == .counter && family.help == "Doors.")
        let labels = family.series.map { $0.labels.map { "\($0.name)=\($0.value)" } }
        #expect(labels.first == ["way=near", "end=open"])
        #expect(family.series.map(\.reading) == [.value(0), .value(0), .value(2), .value(0)])
    }

    @Test("metric registry: what is not described is counted nowhere, and that it was asked for is seen")
    func closed() throws {
        let registry = MetricRegistry([Self.doors, Self.waits])
        Counter(label: "others_total", factory: registry).increment()
        Counter(label: "doors_total", dimensions: [("way", "Ada's"), ("end", "open")], factory: registry).increment()
        Counter(label: "doors_total", dimensions: [("way", "near")], factory: registry).increment()
        Counter(label: "wait_seconds", factory: registry).increment()
        let counters = LabelledCounters(Self.doors, registry)
        counters.increment("near", "Ada's")
        #expect(registry.families().map(\.name) == ["doors_total", "seam_metrics_refused_total"])
        #expect(try family("seam_metrics_refused_total", of: registry).series.first?.reading == .value(4))
        let sum = try family("doors_total", of: registry).series.map(\.reading)
        #expect(sum.allSatisfy { $0 == .value(0) })
    }

    @Test("metric registry: there are 4096 series at most; those that are there go on")
    func many() throws {
        let numbers = (0..<65).map(String.init)
        let large = MetricDescription.counter("large_total", "Large.", by: .init("x", numbers), .init("y", numbers))
        let registry = MetricRegistry([large])
        for x in numbers {
            for y in numbers {
                Counter(label: "large_total", dimensions: [("x", x), ("y", y)], factory: registry).increment()
            }
        }
        Counter(label: "large_total", dimensions: [("x", "0"), ("y", "0")], factory: registry).increment()
        let series = try family("large_total", of: registry).series
        #expect(series.count == 4096)
        #expect(series.first?.reading == .value(2))
    }

    @Test("registry: a histogram counts what is at most its bounds, a bound itself among it, and times in seconds")
    func histogram() throws {
        let registry = MetricRegistry([Self.waits])
        let timers = LabelledTimers(Self.waits, registry)
        for time in [Duration.milliseconds(100), .milliseconds(101), .seconds(1), .seconds(90)] { timers.record(time) }
        guard case .histogram(let told)? = try family("wait_seconds", of: registry).series.first?.reading else {
            Issue.record("no histogram")
            return
        }
        #expect(told.buckets.map(\.count) == [1, 3] && told.count == 4)
        #expect(abs(told.sum - 91.201) < 0.000_001)
    }

    @Test("metric registry: a counter does not go back, and gauges say what was last said")
    func values() throws {
        let registry = MetricRegistry([Self.doors, Self.level])
        let dimensions = [("way", "near"), ("end", "open")]
        let counter = Counter(label: "doors_total", dimensions: dimensions, factory: registry)
        counter.increment(by: 3)
        counter.increment(by: -2)
        #expect(try family("doors_total", of: registry).series.first?.reading == .value(3))
        let again = Counter(label: "doors_total", dimensions: dimensions, factory: registry)
        again.increment()
        #expect(try family("doors_total", of: registry).series.first?.reading == .value(4))
        let meter = Meter(label: "level", dimensions: [], factory: registry)
        meter.set(7.5)
        meter.decrement(by: 1)
        #expect(try family("level", of: registry).series.first?.reading == .value(6.5))
    }

    @Test("metric registry: a daemon tells its process's share of the machine")
    func process() throws {
        let telemetry = DaemonTelemetry("test", version: "1", metrics: [])
        let families = telemetry.families([])
        func value(_ name: String) -> Double? {
            guard case .value(let value)? = families.first(where: { $0.name == name })?.series.first?.reading else {
                return nil
            }
            return value
        }
        #expect((value("process_resident_memory_bytes") ?? 0) > 1_000_000)
        #expect((value("process_open_fds") ?? 0) >= 3)
        #expect((value("process_max_fds") ?? 0) >= (value("process_open_fds") ?? 0))
        #expect((value("process_start_time_seconds") ?? 0) > 1_700_000_000)
        #expect(value("seam_build_info") == 1)
    }
}
