package import Logging
import Synchronization

/// The lowest level that a daemon logs. All of the daemon's loggers share it. Any thread may read and set the level.
/// Reading the level costs one load.
package final class LogThreshold: Sendable {
    private static let levels = Logger.Level.allCases

    private let index: Atomic<Int>

    /// Creates a threshold that begins at `level`.
    package init(_ level: Logger.Level = .info) {
        index = Atomic(Self.index(of: level))
    }

    /// The lowest level that is logged now.
    package var level: Logger.Level { Self.level(index.load(ordering: .relaxed)) }

    /// Makes the daemon log from `level` on. Returns the previous level.
    package func set(_ level: Logger.Level) -> Logger.Level {
        Self.level(index.exchange(Self.index(of: level), ordering: .relaxed))
    }

    private static func level(_ index: Int) -> Logger.Level { levels.indices.contains(index) ? levels[index] : .info }

    private static func index(of level: Logger.Level) -> Int { levels.firstIndex(of: level) ?? 0 }
}
