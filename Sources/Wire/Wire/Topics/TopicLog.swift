/// The latest events of a topic, numbered in the order in which they happened (`Protocol/framing.md` section 5.3).
///
/// The log is limited by the number, the bytes and the age of its events. Each event is encoded once for all followers.
/// A ``TopicFollower`` is only a place in the log, so a slow follower costs the others nothing.
package struct TopicLog: Sendable {
    /// An event as all followers receive it. It is an object that all followers share.
    package final class Event: Sendable {
        /// The event's number in the topic.
        package let seq: Int64
        package let kind: String
        /// The event's key. If the policy is `latest`, a newer event with the same key replaces this event.
        package let key: String?
        /// When the event happened.
        package let at: Duration
        /// The part of the event's item that comes after the call's id. It is encoded once for all followers.
        let told: [UInt8]
        /// The number of bytes at the end of `told` that are the data.
        let dataCount: Int
        /// The largest number of bytes that the payload of the event's item can have.
        let largestPayload: Int

        init(seq: Int64, kind: String, data: JSONText, key: String?, at moment: Duration) {
            self.seq = seq
            self.kind = kind
            self.key = key
            at = moment
            dataCount = data.bytes.count
            largestPayload = dataCount + Item.largestEnvelope(of: kind)
            let written = JSONWriter.bytes { writer in
                writer.fragment(",\"seq\":")
                writer.integer(seq)
                writer.fragment(",\"kind\":")
                writer.string(kind)
                writer.fragment(",\"data\":")
                writer.text(data)
            }
            // The array is exactly as large as needed, because it is kept for a long time.
            var told: [UInt8] = []
            told.reserveCapacity(written.count)
            told.append(contentsOf: written)
            self.told = told
        }

        package var data: JSONText { JSONText(checked: told.suffix(dataCount)) }

        /// The approximate memory that is needed to keep the event.
        var size: Int { dataCount + kind.utf8.count + (key?.utf8.count ?? 0) + 64 }
    }

    /// The limits of the kept events.
    package struct Bounds: Sendable, Hashable {
        package var events = 1024
        package var bytes = 1_048_576
        package var age: Duration = .seconds(600)

        package init() {}
    }

    /// Why a follower cannot resume from its place.
    package enum FreshReason: String, Sendable, Hashable, CaseIterable {
        /// The cursor comes from another server, or from this server before it restarted.
        case epoch
        /// The events after the cursor are no longer kept.
        case expired
        /// The cursor is after the last event that has happened.
        case future
    }

    /// The server's epoch, which is random each time the server starts. Cursors from another epoch are invalid.
    package let epoch: String
    package let bounds: Bounds
    private var events: [Event] = []
    /// The number of the newest kept event for each key.
    private var newest: [String: Int64] = [:]
    /// The index in `events` of the first kept event.
    private var head = 0
    private var byteCount = 0
    /// The number of the newest event. Before the first event, this is the number that the first event will get, minus
    /// one.
    package private(set) var last: Int64

    /// Creates a log whose first event gets number `start` + 1. If the start is random, a cursor from an earlier topic
    /// hardly ever fits.
    package init(epoch: String, after start: Int64 = 0, bounds: Bounds = Bounds()) {
        self.epoch = epoch
        self.bounds = bounds
        last = start
    }

    /// The number of the first kept event. If no event is kept, this is one more than ``last``.
    package var first: Int64 { last - Int64(events.count - head) + 1 }

    /// Adds an event, and drops the events that exceed the limits. The event itself is always kept.
    @discardableResult
    package mutating func append(_ kind: String, _ data: JSONText, key: String? = nil, at now: Duration) -> Event {
        last += 1
        let event = Event(seq: last, kind: kind, data: data, key: key, at: now)
        events.append(event)
        if let key { newest[key] = event.seq }
        byteCount += event.size
        while events.count - head > 1, isBeyondBounds(at: now) { dropFirst() }
        return event
    }

    /// Counts events that happened but are not kept. All events before them are also dropped.
    package mutating func skip(_ count: Int) {
        guard count > 0 else { return }
        last += Int64(count)
        (events, newest, head, byteCount) = ([], [:], 0, 0)
    }

    /// Drops events that are too old.
    package mutating func forget(at now: Duration) {
        while head < events.count, now - events[head].at > bounds.age { dropFirst() }
    }

    /// The event with this number, or nil if the event is no longer kept.
    package subscript(seq: Int64) -> Event? {
        guard seq >= first, seq <= last else { return nil }
        return events[head + Int(seq - first)]
    }

    /// The kept events from this number on, but no more than `most`.
    func events(from seq: Int64, most: Int) -> ArraySlice<Event> {
        guard seq >= first, seq <= last else { return [] }
        let start = head + Int(seq - first)
        return events[start..<min(start + most, events.count)]
    }

    /// Whether a newer event with the same key is kept.
    func hasNewer(than event: Event) -> Bool {
        guard let key = event.key, let seq = newest[key] else { return false }
        return seq > event.seq
    }

    /// Why a follower cannot resume from a cursor. Returns nil if it can.
    package func obstacle(to cursor: TopicCursor) -> FreshReason? {
        if cursor.epoch != epoch { return .epoch }
        if cursor.seq > last { return .future }
        return cursor.seq < first - 1 ? .expired : nil
    }

    private func isBeyondBounds(at now: Duration) -> Bool {
        events.count - head > bounds.events || byteCount > bounds.bytes || now - events[head].at > bounds.age
    }

    private mutating func dropFirst() {
        let event = events[head]
        byteCount -= event.size
        if let key = event.key, newest[key] == event.seq { newest[key] = nil }
        head += 1
        // The events are moved only when more than half of them have been dropped, so each event is moved once on
        // average.
        guard head * 2 > events.count else { return }
        events.removeSubrange(..<head)
        head = 0
    }
}

extension TopicLog.Event: Hashable {
    package static func == (left: TopicLog.Event, right: TopicLog.Event) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
