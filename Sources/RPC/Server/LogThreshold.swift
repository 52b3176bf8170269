package import Logging
import Synchronization

/// The least level that a daemon logs, for all of its loggers at once. May be read and set from anywhere; reading is
/// one load.
package final class LogThreshold: Sendable {
    private static let levels = Logger.Level.allCases

    private let index: Atomic<Int>

    /// Begins with `level`.
    package init(_ level: Logger.Level = .info) {
        index = Atomic(Self.index(of: level))
    }

    /// What is logged now, and whatever is more severe.
    package var level: Logger.Level { Self.level(index.load(ordering: .relaxed)) }

    /// Logs from `level` on; answers what it was before.
    package func set(_ level: Logger.Level) -> Logger.Level {
        Self.level(index.exchange(Self.index(of: level), ordering: .relaxed))
    }

    private static func level(_ index: Int) -> Logger.Level { levels.indices.contains(index) ? levels[index] : .info }

    private static func index(of level: Logger.Level) -> Int { levels.firstIndex(of: level) ?? 0 }
}
