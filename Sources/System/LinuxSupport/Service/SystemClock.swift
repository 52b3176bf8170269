import CLinuxSupport

/// Readings of the machine's clocks.
///
/// The core modules never read a clock; their callers pass the time to them.
package enum SystemClock {
    /// Returns the time since an arbitrary start. Setting the wall clock does not change this time, and this clock is
    /// paused while the machine sleeps.
    package static func monotonic() -> Duration { .nanoseconds(seam_monotonic_nanoseconds()) }

    /// Returns the time since boot, including sleep. Such times can be compared only if they have the same `bootID()`.
    package static func sinceBoot() -> Duration { .nanoseconds(seam_boottime_nanoseconds()) }

    /// Returns the wall clock in milliseconds since 1970-01-01T00:00:00Z. The wall clock may jump forward or backward.
    package static func wallMilliseconds() -> Int64 { seam_wall_milliseconds() }

    /// Whether the kernel considers the wall clock synchronized, according to adjtimex(2). If this process may not ask
    /// the kernel, this is false.
    package static func isSynchronized() -> Bool { seam_clock_is_synchronized() != 0 }

    /// Returns the kernel's id of this boot: 36 characters, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`.
    package static func bootID() throws(LinuxError) -> String {
        let bytes = try SystemFile.read("/proc/sys/kernel/random/boot_id", limit: 64)
        let text = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
        guard text.utf8.count == 36 else { throw LinuxError(.unsafeFile, "the kernel's boot id is not readable") }
        return String(text)
    }
}
