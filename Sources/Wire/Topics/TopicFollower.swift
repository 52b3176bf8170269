/// One who follows a ``TopicLog``: a place in it, and what the policy makes of falling behind.
package struct TopicFollower: Sendable, Hashable {
    /// What there is for a follower.
    package enum Step: Sendable, Hashable {
        /// The next event; `count` is the number of events that it stands for.
        case event(TopicLog.Event, count: Int)
        /// Events were dropped, from the first to the last of these numbers; the next ones follow.
        case gap(from: Int64, to: Int64)
        /// Nothing new.
        case upToDate
        /// What comes next is not kept any more. A lossless stream ends, to be resumed from ``TopicFollower/place``;
        /// one of the latest values begins again with a snapshot.
        case lost
    }

    package let policy: OverflowPolicy
    /// The number of the last event that was handed out or passed over.
    package private(set) var place: Int64
    /// Events that were passed over because a newer one of their key is coming, by key.
    private var passed: [String: Int] = [:]

    /// A follower who has seen everything up to event `place`.
    package init(at place: Int64, policy: OverflowPolicy) {
        self.place = place
        self.policy = policy
    }

    /// The next step; the follower moves on with it.
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

    /// The events that come next, at most so many, where each of them would be a step of its own; empty:
    /// ``next(in:)`` says what there is. The follower stays where it is until it ``moveOn(by:)``.
    package func events(in log: TopicLog, most: Int) -> ArraySlice<TopicLog.Event> {
        policy == .latest || place < log.first - 1 ? [] : log.events(from: place + 1, most: most)
    }

    /// So many of the ``events(in:most:)`` were handed out.
    package mutating func moveOn(by count: Int) { place += Int64(count) }

    /// How long the next event has been waiting; zero where there is none.
    package func lag(in log: TopicLog, at now: Duration) -> Duration {
        guard let next = log[max(place + 1, log.first)] else { return .zero }
        return max(.zero, now - next.at)
    }
}
