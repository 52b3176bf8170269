import Glibc

/// What this process uses of the machine.
package struct ProcessUsage: Sendable, Hashable {
    /// Memory in use and not swapped out.
    package let residentBytes: Int64
    /// Processor time since the process started, its own and the kernel's on its behalf.
    package let processorTime: Duration

    /// The current values from the kernel; nil if the kernel cannot be asked.
    package static func now() -> ProcessUsage? {
        guard let bytes = try? SystemFile.read("/proc/self/statm", limit: 512) else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int64(fields[1]) else { return nil }
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        return ProcessUsage(
            residentBytes: pages * Int64(sysconf(Int32(_SC_PAGESIZE))),
            processorTime: time(usage.ru_utime) + time(usage.ru_stime))
    }

    private static func time(_ value: timeval) -> Duration {
        .seconds(Int64(value.tv_sec)) + .microseconds(Int64(value.tv_usec))
    }
}
