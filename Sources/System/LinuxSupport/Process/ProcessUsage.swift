import Glibc

/// The machine's resources that this process uses.
package struct ProcessUsage: Sendable, Hashable {
    /// The memory in use that is not swapped out.
    package let residentBytes: Int64
    /// The processor time since the process started, including the kernel's time on behalf of the process.
    package let processorTime: Duration

    /// Returns the current values from the kernel. If the kernel cannot be asked, returns nil.
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
