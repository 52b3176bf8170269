import RPC
import SeamModel
import SessionCore
import Wire

/// What streams follow of one session: its status, and its keys. Each topic is made when somebody first follows it.
struct SessionTopics: Sendable {
    private var status: Topic?
    private var keys: Topic?
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

    /// The keys and their changes. `staleSince`: since when the cloud did not answer.
    mutating func keys(_ keys: [Credential], from environment: SessionEnvironment, staleSince: Timestamp?) -> Topic {
        if let topic = self.keys { return topic }
        let topic = environment.topics.topic(rows: keys.map(\.jsonText))
        self.keys = topic
        isStale(since: staleSince, in: environment)
        return topic
    }

    mutating func changed(_ status: SessionStatus) {
        guard let topic = self.status, status != told else { return }
        told = status
        topic.publish("session", status.jsonText, key: "session", rows: [status.jsonText])
    }

    func changed(_ changes: [CredentialChange], to keys: [Credential]) {
        self.keys?.publish(changes.map(Topic.Event.init), rows: keys.map(\.jsonText))
    }

    /// Since when the keys may be behind the cloud's; nil: they are as it last said.
    func isStale(since moment: Timestamp?, in environment: SessionEnvironment) {
        guard let keys else { return }
        keys.isStale(
            since: moment.map { environment.monotonic() - max(.zero, $0.duration(to: environment.now())) })
    }

    /// Ends all streams about the session; whoever follows it next begins with topics of its own.
    mutating func end(_ end: SessionEnd) {
        status?.publish("ended", JSONText(.members(("why", .string(end.rawValue)))))
        status?.finish()
        keys?.finish()
        (status, keys, told) = (nil, nil, nil)
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
