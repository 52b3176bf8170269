import LinuxSupport
import Logging

/// A log for which no logger waits. Entries keep their order, and a dedicated thread passes them to an output that may
/// wait for its reader. If too many entries are waiting, new entries are dropped and counted. Another entry takes their
/// place and reports how many they were.
package final class QueuedLog: LogOutput {
    /// The limits on the waiting entries. They are enough for a few minutes of a busy daemon's log.
    private static let bounds = Backlog<LogEntry>.Bounds(count: 4_096, bytes: 1 << 20)

    private let queue: OutputQueue<LogEntry>
    private let dropped: CounterCell

    /// Creates the log of the program `label`. The log counts dropped entries in `dropped`.
    init(_ label: String, to output: any LogOutput, dropped: CounterCell) throws(LinuxError) {
        self.dropped = dropped
        queue = try OutputQueue("log", bounds: Self.bounds) { item in
            switch item {
            case .element(let entry): output.write(entry)
            case .gap(let missing):
                output.write(
                    LogEntry(
                        level: .warning, label: label, source: "Telemetry",
                        message: "entries are missing here because the log was not read in time",
                        fields: [.init(key: "dropped", value: "\(missing)")]))
            }
        }
    }

    /// Accepts the entry or drops it. This method never waits.
    package func write(_ entry: LogEntry) {
        let entry = entry.cut
        let bytes = entry.fields.reduce(entry.message.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        if !queue.add(entry, bytes: bytes) { dropped.increment(by: 1) }
    }

    /// Waits until all entries have been written, but only for a short time. Used at the end of the process.
    package func flush() { queue.flush() }
}

extension LogEntry {
    /// The entry, with its values truncated to the length that outputs show.
    fileprivate var cut: LogEntry {
        guard fields.contains(where: { $0.value.utf8.count > LogLine.valueLimit }) else { return self }
        var entry = self
        entry.fields = fields.map { Field(key: $0.key, value: LogLine.cut($0.value)) }
        return entry
    }
}
