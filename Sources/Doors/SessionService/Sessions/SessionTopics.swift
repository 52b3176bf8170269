import RPC
import SeamModel
import SessionCore
import Wire

/// The topics of one session: its status and its keys. Each topic is created when somebody first follows it.
struct SessionTopics: Sendable {
    private var status: Topic?
    /// The key topics, by the followers' groups.
    private var keys: [Set<UInt32>: KeyView] = [:]
    /// The status that the followers last received.
    private var told: SessionStatus?
    /// The progress of reading the keys that the followers of the keys last received.
    private var toldProgress: KeyReadingProgress?

    /// The topic of the status and its changes.
    mutating func status(_ status: SessionStatus, from environment: SessionEnvironment) -> Topic {
        changed(status)
        if let topic = self.status { return topic }
        let topic = environment.topics.topic(rows: [status.jsonText])
        self.status = topic
        told = status
        return topic
    }

    /// The topic of the keys and their changes, as processes with these groups see them. `staleSince` is the time since
    /// which the cloud has not answered.
    mutating func keys(
        _ keys: PersonKeys, of groups: Set<UInt32>, from environment: SessionEnvironment, staleSince: Timestamp?
    ) throws(WireError) -> Topic {
        if let view = self.keys[groups] { return view.topic }
        try makeRoom()
        let topic = environment.topics.topic(state: Topic.Rows(keys))
        self.keys[groups] = KeyView(local: keys.local, topic: topic)
        markStale(since: staleSince, in: environment)
        return topic
    }

    /// The largest number of different sets of groups that may follow the keys. Each set has its own topic.
    private static let mostViews = 8

    /// If there are too many key topics, ends the topics that nobody follows. Throws if there are still too many.
    private mutating func makeRoom() throws(WireError) {
        guard keys.count >= Self.mostViews else { return }
        for (groups, view) in keys where view.topic.followerCount == 0 {
            view.topic.finish()
            keys[groups] = nil
        }
        guard keys.count < Self.mostViews else {
            throw .quotaExceeded(
                QuotaBreach("key_views", limit: Self.mostViews, used: keys.count, scope: "session"))
        }
    }

    mutating func changed(_ status: SessionStatus) {
        guard let topic = self.status, status != told else { return }
        told = status
        topic.publish("session", status.jsonText, key: "session", rows: [status.jsonText])
    }

    /// Publishes how many of the keys have been read. If all keys have been read, the value is nil.
    mutating func changed(_ progress: KeyReadingProgress?) {
        guard progress != toldProgress else { return }
        let end = toldProgress.map { KeyReadingProgress(done: $0.count ?? $0.done, count: $0.count ?? $0.done) }
        toldProgress = progress
        guard let data = (progress ?? end)?.jsonText else { return }
        for view in keys.values { view.topic.publish("reading", data, key: "reading") }
    }

    /// Publishes changes of the cloud's keys and of this machine's own keys, which `local` derives again. Publishes
    /// nothing if nothing changed. If there are more changes than a follower may fall behind by, publishes only the
    /// latest of them. Followers then begin again.
    mutating func changed(from old: KeyList?, to new: KeyList?, local: (Set<UInt32>) -> [DerivedCredential]) {
        guard !keys.isEmpty else { return }
        let changes = LastChanges(from: old, to: new, most: TopicLog.Bounds().events)
        let isReplaced = (old == nil) != (new == nil) || old?.isOfSameOrder(as: new) == false
        for (groups, view) in keys {
            let own = local(groups)
            let ofOwn = CredentialChange.changes(
                from: view.local.map(\.credential), to: own.map(\.credential))
            guard isReplaced || !changes.isEmpty || !ofOwn.isEmpty else { continue }
            keys[groups] = KeyView(local: own, topic: view.topic)
            view.topic.publish(
                changes.events + ofOwn.map(Topic.Event.init), state: Topic.Rows(PersonKeys(new, own)),
                skipped: changes.skipped)
        }
    }

    /// Publishes the time since which the keys may be older than the cloud's keys. If the keys are current, the value
    /// is nil.
    func markStale(since moment: Timestamp?, in environment: SessionEnvironment) {
        guard !keys.isEmpty else { return }
        let stale = moment.map { environment.monotonic() - max(.zero, $0.duration(to: environment.now())) }
        for view in keys.values { view.topic.markStale(since: stale) }
    }

    /// Ends all streams about the session. The next follower gets new topics.
    mutating func end(_ end: SessionEnd) {
        status?.publish("ended", JSONText(.members(("why", .string(end.rawValue)))))
        status?.finish()
        for view in keys.values { view.topic.finish() }
        (status, keys, told, toldProgress) = (nil, [:], nil, nil)
    }
}

/// The keys that processes with certain groups see.
private struct KeyView: Sendable {
    /// The local keys that this machine gives these processes.
    var local: [DerivedCredential]
    let topic: Topic
}

/// The last changes between two lists, as events.
private struct LastChanges {
    /// The events, in order.
    private(set) var events: [Topic.Event] = []
    /// The number of changes that came before these events.
    private(set) var skipped = 0

    init(from old: KeyList?, to new: KeyList?, most: Int) {
        if old == nil, let new {
            skipped = max(0, new.count - most)
            events = new.suffix(most).map { Topic.Event(.added($0.credential)) }
            return
        }
        KeyList.forEachChange(from: old, to: new) { change in
            let event = Topic.Event(change)
            guard events.count == most else { return events.append(event) }
            events[skipped % most] = event
            skipped += 1
        }
        let first = skipped % max(1, events.count)
        events = Array(events[first...] + events[..<first])
    }

    var isEmpty: Bool { events.isEmpty }
}

extension Topic.Rows {
    fileprivate init(_ keys: PersonKeys) {
        self.init(count: keys.count) { keys[$0].credential.jsonText }
    }
}

extension Topic.Event {
    fileprivate init(_ change: CredentialChange) {
        switch change {
        case .added(let credential): self.init("added", credential.jsonText)
        case .changed(let credential): self.init("changed", credential.jsonText)
        case .removed(let id): self.init("removed", JSONText(.members(("id", .string(id)))))
        }
    }
}
