/// The latest events of a topic, numbered in the order in which they happened (`Protocol/framing.md` section 5.3).
///
/// Bounded by number, bytes and age. An event is encoded once, for all who follow; a ``TopicFollower`` is a place in
/// it and no more, so that nobody's slowness costs the others anything.
package struct TopicLog: Sendable {
    /// Something that has happened, as all followers are told it. An object, which they share.
    package final class Event: Sendable {
        /// Its number in the topic.
        package let seq: Int64
        package let kind: String
        /// A newer event of the same key makes this one superfluous, where the policy is `latest`.
        package let key: String?
        /// When it happened.
        package let at: Duration
        /// Its item, as it stands behind the id of whoever's call: written once, for all.
        let told: [UInt8]
        /// How many bytes at the end of it are the data.
        let dataCount: Int
        /// What the payload of its item holds at most.
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
            // As large as it has to be, since it is kept.
            var told: [UInt8] = []
            told.reserveCapacity(written.count)
            told.append(contentsOf: written)
            self.told = told
        }

        package var data: JSONText { JSONText(checked: told.suffix(dataCount)) }

        /// About what it costs to keep.
        var size: Int { dataCount + kind.utf8.count + (key?.utf8.count ?? 0) + 64 }
    }

    /// What is kept at most.
    package struct Bounds: Sendable, Hashable {
        package var events = 1024
        package var bytes = 1_048_576
        package var age: Duration = .seconds(600)

        package init() {}
    }

    /// Why a follower cannot go on from where it was.
    package enum FreshReason: String, Sendable, Hashable, CaseIterable {
        /// The cursor is another server's, or this one's before it was restarted.
        case epoch
        /// What follows the cursor is not kept any more.
        case expired
        /// The cursor lies beyond what has happened.
        case future
    }

    /// Random at each start of the server: cursors of another epoch mean nothing.
    package let epoch: String
    package let bounds: Bounds
    private var events: [Event] = []
    /// The number of the newest event of each key that is kept.
    private var newest: [String: Int64] = [:]
    /// Index of the first one kept in `events`.
    private var head = 0
    private var byteCount = 0
    /// The number of the newest event; before the first, the number before its.
    package private(set) var last: Int64

    /// The first event is number `start` + 1: a topic that is made anew begins where no cursor of the earlier one can
    /// point to.
    package init(epoch: String, after start: Int64 = 0, bounds: Bounds = Bounds()) {
        self.epoch = epoch
        self.bounds = bounds
        last = start
    }

    /// The number of the first event that is kept; one more than ``last`` where none is.
    package var first: Int64 { last - Int64(events.count - head) + 1 }

    /// Adds an event, and lets go of what is beyond the bounds; the event itself is always kept.
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

    /// Counts events that happened and are not kept, nor anything before them.
    package mutating func skip(_ count: Int) {
        guard count > 0 else { return }
        last += Int64(count)
        (events, newest, head, byteCount) = ([], [:], 0, 0)
    }

    /// Lets go of what is too old.
    package mutating func forget(at now: Duration) {
        while head < events.count, now - events[head].at > bounds.age { dropFirst() }
    }

    /// The event with that number, if it is kept.
    package subscript(seq: Int64) -> Event? {
        guard seq >= first, seq <= last else { return nil }
        return events[head + Int(seq - first)]
    }

    /// The events from that number on that are kept, at most so many.
    func events(from seq: Int64, most: Int) -> ArraySlice<Event> {
        guard seq >= first, seq <= last else { return [] }
        let start = head + Int(seq - first)
        return events[start..<min(start + most, events.count)]
    }

    /// Whether a newer event of its key is kept.
    func hasNewer(than event: Event) -> Bool {
        guard let key = event.key, let seq = newest[key] else { return false }
        return seq > event.seq
    }

    /// Why a cursor cannot be resumed; nil if it can.
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
        // Moved together once half of them are gone: each event is moved once on average.
        guard head * 2 > events.count else { return }
        events.removeSubrange(..<head)
        head = 0
    }
}

extension TopicLog.Event: Hashable {
    package static func == (left: TopicLog.Event, right: TopicLog.Event) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
