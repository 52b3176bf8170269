/// The latest events of a topic, numbered in the order they happened (`Protocol/framing.md` section 5.3).
///
/// The log is bounded by number, bytes and age. Each event is encoded once for all followers. A ``TopicFollower`` is
/// only a place in the log, so a slow one costs the others nothing.
package struct TopicLog: Sendable {
    /// An event as all followers receive it. It is an object shared by them.
    package final class Event: Sendable {
        /// Its number in the topic.
        package let seq: Int64
        package let kind: String
        /// Under the policy `latest`, a newer event with the same key makes this one obsolete.
        package let key: String?
        /// When it happened.
        package let at: Duration
        /// The part of its item that follows the call's id, encoded once for all followers.
        let told: [UInt8]
        /// How many bytes at the end of `told` are the data.
        let dataCount: Int
        /// The maximum number of bytes of its item's payload.
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
            // Exactly as large as needed, because it is kept.
            var told: [UInt8] = []
            told.reserveCapacity(written.count)
            told.append(contentsOf: written)
            self.told = told
        }

        package var data: JSONText { JSONText(checked: told.suffix(dataCount)) }

        /// Roughly the memory it takes to keep the event.
        var size: Int { dataCount + kind.utf8.count + (key?.utf8.count ?? 0) + 64 }
    }

    /// The limits of what is kept.
    package struct Bounds: Sendable, Hashable {
        package var events = 1024
        package var bytes = 1_048_576
        package var age: Duration = .seconds(600)

        package init() {}
    }

    /// Why a follower cannot resume from its place.
    package enum FreshReason: String, Sendable, Hashable, CaseIterable {
        /// The cursor comes from another server, or from this one before a restart.
        case epoch
        /// The events after the cursor are no longer kept.
        case expired
        /// The cursor is beyond what has happened.
        case future
    }

    /// Random each time the server starts. Cursors from another epoch mean nothing.
    package let epoch: String
    package let bounds: Bounds
    private var events: [Event] = []
    /// The number of the newest kept event for each key.
    private var newest: [String: Int64] = [:]
    /// The index in `events` of the first kept event.
    private var head = 0
    private var byteCount = 0
    /// The number of the newest event. Before the first event, one less than its number will be.
    package private(set) var last: Int64

    /// Creates a log whose first event gets number `start` + 1. With a random start, a cursor from an earlier topic
    /// hardly ever fits.
    package init(epoch: String, after start: Int64 = 0, bounds: Bounds = Bounds()) {
        self.epoch = epoch
        self.bounds = bounds
        last = start
    }

    /// The number of the first kept event. One more than ``last`` if none is.
    package var first: Int64 { last - Int64(events.count - head) + 1 }

    /// Adds an event and drops those beyond the limits. The event itself is always kept.
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

    /// Counts events that happened but are not kept. Everything before them is also dropped.
    package mutating func skip(_ count: Int) {
        guard count > 0 else { return }
        last += Int64(count)
        (events, newest, head, byteCount) = ([], [:], 0, 0)
    }

    /// Drops events that are too old.
    package mutating func forget(at now: Duration) {
        while head < events.count, now - events[head].at > bounds.age { dropFirst() }
    }

    /// The event with that number, if it is kept.
    package subscript(seq: Int64) -> Event? {
        guard seq >= first, seq <= last else { return nil }
        return events[head + Int(seq - first)]
    }

    /// The kept events from that number on, at most `most`.
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

    /// Why a cursor cannot be resumed. Nil if it can.
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
        // Entries move only once more than half of them have been dropped, so each event is moved once on average.
        guard head * 2 > events.count else { return }
        events.removeSubrange(..<head)
        head = 0
    }
}

extension TopicLog.Event: Hashable {
    package static func == (left: TopicLog.Event, right: TopicLog.Event) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
