import Glibc
import LinuxSupport

/// A log that writes one line of text to standard error for each entry.
package struct StandardErrorLog: LogOutput {
    private let descriptor: Int32

    package init() { self.init(descriptor: STDERR_FILENO) }

    /// Creates a log that writes to another descriptor, which must stay open.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes a line and waits for its reader. A line that cannot be written is dropped.
    package func write(_ entry: LogEntry) {
        StandardError.write(
            Array((LogLine.text(entry, time: Self.text(of: entry.time)) + "\n").utf8), to: descriptor)
    }

    /// Returns a time in the machine's time zone, such as `2026-01-31T08:15:30+0000`.
    private static func text(of time: Int) -> String {
        MachineZone.text(time, "%Y-%m-%dT%H:%M:%S%z") ?? "-"
    }
}
