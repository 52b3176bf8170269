import CLinuxSupport

/// Readings of the machine's clocks.
///
/// Cores never call this: their callers pass the time in.
package enum SystemClock {
    /// Time since an arbitrary start. Setting the clock does not change it, and it stands still while the machine
    /// sleeps.
    package static func monotonic() -> Duration { .nanoseconds(seam_monotonic_nanoseconds()) }

    /// Time since boot, including sleep; comparable only within one `bootID()`.
    package static func sinceBoot() -> Duration { .nanoseconds(seam_boottime_nanoseconds()) }

    /// The wall clock in milliseconds since 1970-01-01T00:00:00Z; it may jump either way.
    package static func wallMilliseconds() -> Int64 { seam_wall_milliseconds() }

    /// Whether the kernel considers the wall clock synchronized, according to adjtimex(2); false if a process may not
    /// ask.
    package static func isSynchronized() -> Bool { seam_clock_is_synchronized() != 0 }

    /// The kernel's name for this boot: 36 characters, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`.
    package static func bootID() throws(LinuxError) -> String {
        let bytes = try SystemFile.read("/proc/sys/kernel/random/boot_id", limit: 64)
        let text = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
        guard text.utf8.count == 36 else { throw LinuxError(.unsafeFile, "the kernel's boot id is not readable") }
        return String(text)
    }
}
