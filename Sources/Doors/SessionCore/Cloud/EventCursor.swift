package import CloudModel
package import Wire

/// Records how far the cloud's events have been read, in the cloud's own time.
///
/// Queries overlap, because an event may be recorded shortly after a later event was seen. The events' ids show which
/// events have been seen before.
package struct EventCursor: Sendable, Equatable {
    /// How far each query reaches back before the last event that was seen.
    package static let overlap: Duration = .seconds(5)
    /// If an answer has this many events, it may be incomplete, because nobody knows which events follow.
    package static let longestAnswer = 500

    private static let mostRemembered = 2_000

    private var place: Timestamp?
    /// The recording times of events that the cloud may return again, by event id.
    private var seen: [String: Timestamp] = [:]

    /// Creates a cursor without a place. Only a full read can give the cursor a place.
    package init() {}

    /// The cloud's parameter for the next query. It is nil until a full read has given the cursor a starting point.
    package var since: Timestamp? { place?.advanced(by: .zero - Self.overlap) }

    /// Notes a completed full read that began at `moment` in the cloud's time. Later events report the changes that the
    /// read missed.
    package mutating func readAll(begunAt moment: Timestamp) {
        if place == nil { place = moment }
    }

    /// Handles an answer and returns the events that have not been seen before. After an answer that may be incomplete,
    /// the cursor has no starting point, because only a full read makes up for the missing events.
    package mutating func take(_ events: [CloudEvent]) -> [CloudEvent] {
        let fresh = events.filter { seen[$0.id] == nil }
        for event in fresh { seen[event.id] = event.createdAt }
        guard events.count < Self.longestAnswer, seen.count <= Self.mostRemembered else {
            self = EventCursor()
            return fresh
        }
        if let latest = events.map(\.createdAt).max(), let place, latest > place {
            self.place = latest
            let limit = latest.advanced(by: .zero - Self.overlap)
            seen = seen.filter { $0.value >= limit }
        }
        return fresh
    }
}
