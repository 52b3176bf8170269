import LinuxSupport
package import RPC

/// The resources of a daemon's process, under the names that monitoring tools know from other programs.
package enum ProcessMetrics {
    /// Returns the current metrics of the process. The argument `started` is the time at which the process began, in
    /// seconds since 1970.
    package static func families(started: Double) -> [MetricFamily] {
        var families = [
            MetricFamily(
                "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.", value: started)
        ]
        if let usage = ProcessUsage.now() {
            families += [
                MetricFamily(
                    "process_resident_memory_bytes", .gauge, "Memory that is in use and not swapped out.",
                    value: Double(usage.residentBytes)),
                MetricFamily(
                    "process_cpu_seconds_total", .counter, "Time on processors, in user and system mode.",
                    value: usage.processorTime / .seconds(1)),
            ]
        }
        if let count = ProcessHygiene.openFileCount() {
            families.append(
                MetricFamily("process_open_fds", .gauge, "Descriptors that are open.", value: Double(count)))
        }
        if let limit = try? ResourceLimit.current(.openFiles).soft {
            families.append(
                MetricFamily(
                    "process_max_fds", .gauge, "The largest number of descriptors that may be open.",
                    value: Double(limit)))
        }
        return families
    }

    /// Returns the current time, in seconds since 1970.
    package static func now() -> Double { Double(SystemClock.wallMilliseconds()) / 1000 }
}
