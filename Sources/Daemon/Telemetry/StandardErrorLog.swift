import Glibc
import LinuxSupport

/// One line of text on standard error for each entry.
package struct StandardErrorLog: LogOutput {
    private let descriptor: Int32

    package init() { self.init(descriptor: STDERR_FILENO) }

    /// Writes to another descriptor, which must stay open.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes the line, and waits for its reader; drops it if it cannot be written.
    package func write(_ entry: LogEntry) {
        StandardError.write(
            Array((LogLine.text(entry, time: Self.text(of: entry.time)) + "\n").utf8), to: descriptor)
    }

    /// A time as `2026-01-31T08:15:30+0000`, in the machine's time zone.
    private static func text(of time: Int) -> String {
        MachineZone.text(time, "%Y-%m-%dT%H:%M:%S%z") ?? "-"
    }
}
