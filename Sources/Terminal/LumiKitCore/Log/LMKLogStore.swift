public import Foundation
import LinuxSupport

/// The importance of a log entry.
public enum LMKLogLevel: String, Sendable, CaseIterable {
    case debug
    case info
    case warning
    case error

    /// The level as a syslog number (RFC 5424).
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .warning: 4
        case .error: 3
        }
    }
}

/// A log entry.
public struct LMKLogEntry: Sendable, Hashable {
    /// The time of the entry.
    public let timestamp: Date
    /// The importance of the entry.
    public let level: LMKLogLevel
    /// The name of the entry's category, as in "Network".
    public let category: String
    /// The text of the entry, with the file, line and function of the log statement.
    public let message: String

    /// Creates an entry, for programs that make their own entries.
    public init(timestamp: Date, level: LMKLogLevel, category: String, message: String) {
        self.timestamp = timestamp
        self.level = level
        self.category = category
        self.message = message
    }
}

/// Keeps the last entries of the log in memory. Any thread may use the store. The method `LMKLogger.enableLogStore`
/// creates a store.
public final class LMKLogStore: Sendable {
    /// The entries. Once there are `maxEntries` entries, the oldest entry is at the index `first`.
    private struct Ring {
        var entries: [LMKLogEntry] = []
        var first = 0
    }

    private let maxEntries: Int
    private let ring = Locked(Ring())

    /// Creates a store that keeps the last `maxEntries` entries. It keeps at least one.
    public init(maxEntries: Int) { self.maxEntries = max(1, maxEntries) }

    /// The current entries, the oldest first.
    public var entries: [LMKLogEntry] {
        ring.withLock { Array($0.entries[$0.first...] + $0.entries[..<$0.first]) }
    }

    /// The number of entries.
    public var count: Int { ring.withLock { $0.entries.count } }

    /// Whether no entry is kept.
    public var isEmpty: Bool { count == 0 }

    /// Adds an entry. If there is no room, the oldest entry is dropped.
    public func append(_ entry: LMKLogEntry) {
        ring.withLock { ring in
            if ring.entries.count < maxEntries { return ring.entries.append(entry) }
            ring.entries[ring.first] = entry
            ring.first = (ring.first + 1) % maxEntries
        }
    }

    /// Removes all entries.
    public func clear() { ring.withLock { $0 = Ring() } }

    /// Returns a line for each entry, "[HH:mm:ss.SSS] [LEVEL] [Category] message". Without entries, the text is "(no
    /// logs captured)".
    public func formatted() -> String {
        let entries = entries
        guard !entries.isEmpty else { return "(no logs captured)" }
        let times = DateFormatter()
        times.locale = Locale(identifier: "en_US_POSIX")
        times.dateFormat = "HH:mm:ss.SSS"
        return entries.map {
            "[\(times.string(from: $0.timestamp))] [\($0.level.rawValue.uppercased())] [\($0.category)] \($0.message)"
        }.joined(separator: "\n")
    }
}
