/// Merges a burst of changes into one event: a network that comes up reports each address and route separately. Time is
/// a duration since any fixed start.
package struct ChangeBurst: Sendable, Equatable {
    /// How long it must be quiet before a burst counts as over.
    package static let quiet = Duration.seconds(2)
    /// How long a burst may last before it is reported anyway.
    package static let longest = Duration.seconds(10)
    /// The minimum time between two events.
    package static let apart = Duration.seconds(30)

    private struct Burst: Equatable {
        let begun: Duration
        var last: Duration
    }

    private var burst: Burst?
    private var lastEvent: Duration?

    /// Starts without a change.
    package init() {}

    /// Notes that something changed.
    package mutating func changed(at now: Duration) {
        burst = Burst(begun: burst?.begun ?? now, last: now)
    }

    /// How long until ``take(at:)`` may return true; nil if nothing has changed.
    package func wait(at now: Duration) -> Duration? { dueAt.map { max(.zero, $0 - now) } }

    /// Takes the event if it is due; returns whether it was.
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
