import RPC
import SeamModel
import SessionCore
import Wire

/// What streams follow of one session: its status, and its keys. Each topic is made when somebody first follows it.
struct SessionTopics: Sendable {
    private var status: Topic?
    /// By the groups of those who follow.
    private var keys: [Set<UInt32>: KeyView] = [:]
    /// What the status' followers know.
    private var told: SessionStatus?

    /// The status and its changes.
    mutating func status(_ status: SessionStatus, from environment: SessionEnvironment) -> Topic {
        changed(status)
        if let topic = self.status { return topic }
        let topic = environment.topics.topic(rows: [status.jsonText])
        self.status = topic
        told = status
        return topic
    }

    /// The keys and their changes, as processes with those groups see them. `staleSince`: since when the cloud did not answer.
    mutating func keys(
        _ keys: [Credential], of groups: Set<UInt32>, from environment: SessionEnvironment, staleSince: Timestamp?
    ) throws(WireError) -> Topic {
        if let view = self.keys[groups] { return view.topic }
        try makeRoom()
        let topic = environment.topics.topic(rows: keys.map(\.jsonText))
        self.keys[groups] = KeyView(local: keys.filter { $0.authority == .localGrant }, topic: topic)
        isStale(since: staleSince, in: environment)
        return topic
    }

    /// How many sets of groups are followed with; each is told for itself.
    private static let mostViews = 8

    /// Ends what nobody follows where there are too many.
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

    /// The cloud's keys have changed, or this machine's may have: `local` makes these anew, `all` both.
    mutating func changed(
        _ changes: [CredentialChange], local: (Set<UInt32>) -> [Credential], all: ([Credential]) -> [Credential]
    ) {
        for (groups, view) in keys {
            let own = local(groups)
            let events = changes + CredentialChange.changes(from: view.local, to: own)
            guard !events.isEmpty else { continue }
            keys[groups] = KeyView(local: own, topic: view.topic)
            view.topic.publish(events.map(Topic.Event.init), rows: all(own).map(\.jsonText))
        }
    }

    /// Since when the keys may be behind the cloud's; nil: they are as it last said.
    func isStale(since moment: Timestamp?, in environment: SessionEnvironment) {
        guard !keys.isEmpty else { return }
        let stale = moment.map { environment.monotonic() - max(.zero, $0.duration(to: environment.now())) }
        for view in keys.values { view.topic.isStale(since: stale) }
    }

    /// Ends all streams about the session; whoever follows it next begins with topics of its own.
    mutating func end(_ end: SessionEnd) {
        status?.publish("ended", JSONText(.members(("why", .string(end.rawValue)))))
        status?.finish()
        for view in keys.values { view.topic.finish() }
        (status, keys, told) = (nil, [:], nil)
    }
}

/// The keys as processes with some groups see them.
private struct KeyView: Sendable {
    /// Those of them that this machine gives.
    var local: [Credential]
    let topic: Topic
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
