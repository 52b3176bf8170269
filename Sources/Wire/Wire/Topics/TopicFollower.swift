/// A follower of a ``TopicLog``. It has a place in the log, and a policy that applies if it falls behind.
package struct TopicFollower: Sendable, Hashable {
    /// The next value for a follower.
    package enum Step: Sendable, Hashable {
        /// The next event. `count` is the number of events that it replaces.
        case event(TopicLog.Event, count: Int)
        /// The events with these numbers, from the first to the last, were dropped. The events after them follow.
        case gap(from: Int64, to: Int64)
        /// There is no new event.
        case upToDate
        /// The next event is no longer kept. A `lossless` stream ends and can be resumed from ``TopicFollower/place``.
        /// A stream with policy `latest` starts again with a snapshot.
        case lost
    }

    package let policy: OverflowPolicy
    /// The number of the last event that was returned or skipped.
    package private(set) var place: Int64
    /// The number of events that were skipped because a newer event with the same key follows. The counts are kept by
    /// key.
    private var passed: [String: Int] = [:]

    /// Creates a follower that has seen all events up to number `place`.
    package init(at place: Int64, policy: OverflowPolicy) {
        self.place = place
        self.policy = policy
    }

    /// Returns the next step and advances the follower.
    package mutating func next(in log: TopicLog) -> Step {
        guard place < log.last else { return .upToDate }
        if place < log.first - 1 {
            switch policy {
            case .lossless, .latest: return .lost
            case .dropOldest:
                defer { place = log.first - 1 }
                return .gap(from: place + 1, to: log.first - 1)
            }
        }
        while let event = log[place + 1] {
            place += 1
            guard policy == .latest, let key = event.key else { return .event(event, count: 1) }
            guard log.hasNewer(than: event) else {
                return .event(event, count: (passed.removeValue(forKey: key) ?? 0) + 1)
            }
            passed[key, default: 0] += 1
        }
        return .upToDate
    }

    /// Returns at most `most` of the next events if each of them is a separate step. Otherwise, the caller must use
    /// ``next(in:)``. The follower keeps its place until ``moveOn(by:)``.
    package func events(in log: TopicLog, most: Int) -> ArraySlice<TopicLog.Event> {
        policy == .latest || place < log.first - 1 ? [] : log.events(from: place + 1, most: most)
    }

    /// Records that `count` of the ``events(in:most:)`` were sent to the client.
    package mutating func moveOn(by count: Int) { place += Int64(count) }

    /// How long the next event has been waiting. If there is no next event, the result is zero.
    package func lag(in log: TopicLog, at now: Duration) -> Duration {
        guard let next = log[max(place + 1, log.first)] else { return .zero }
        return max(.zero, now - next.at)
    }
}
