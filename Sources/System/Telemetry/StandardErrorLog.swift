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
        var time = time
        var parts = unsafe tm()
        // The C library looks at the machine's zone again only when it is told to.
        tzset()
        guard unsafe localtime_r(&time, &parts) != nil else { return "-" }
        var room = [CChar](repeating: 0, count: 64)
        let count = unsafe strftime(&room, room.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
        return String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
