/// Merges a burst of changes into one event. A network that comes up reports each address and each route separately.
/// Times are durations since any fixed start.
package struct ChangeBurst: Sendable, Equatable {
    /// How long there must be no change before a burst counts as over.
    package static let quiet = Duration.seconds(2)
    /// How long a burst may last. After this time, it is reported even if it is not over.
    package static let longest = Duration.seconds(10)
    /// The shortest time between two events.
    package static let apart = Duration.seconds(30)

    private struct Burst: Equatable {
        let begun: Duration
        var last: Duration
    }

    private var burst: Burst?
    private var lastEvent: Duration?

    /// Creates a value that has seen no change yet.
    package init() {}

    /// Records a change.
    package mutating func changed(at now: Duration) {
        burst = Burst(begun: burst?.begun ?? now, last: now)
    }

    /// How long until ``take(at:)`` may return true, or nil if nothing has changed.
    package func wait(at now: Duration) -> Duration? { dueAt.map { max(.zero, $0 - now) } }

    /// Takes the event if it is due. Returns whether it was due.
    package mutating func take(at now: Duration) -> Bool {
        guard let dueAt, dueAt <= now else { return false }
        burst = nil
        lastEvent = now
        return true
    }

    private var dueAt: Duration? {
        guard let burst else { return nil }
        let settled = min(burst.last + Self.quiet, burst.begun + Self.longest)
        return max(settled, lastEvent.map { $0 + Self.apart } ?? settled)
    }
}
