import DaemonCore
import RPC
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// Who follows what: the topics of the sessions, each made when somebody first follows it, and the operator's.
struct SignalFollowers {
    /// What is followed of one session.
    private struct Followed {
        var auth: Topic?
        var user: Topic?
        var alarm: Topic?
        var notifications: Topic?
        /// Who is signed in, as the followers know it.
        var person: SignalPerson?
        /// The alarm, as the followers know it.
        var known: SignalAlarm?

        var count: Int { [auth, user, alarm, notifications].compactMap { $0?.followerCount }.reduce(0, +) }
    }

    /// The most sessions; those that nobody follows any more go first.
    private static let most = 4_096

    /// What the operator is told.
    let outbox: Topic
    private let topics: TopicSource
    private var followed: [SessionID: Followed] = [:]

    /// Nobody follows anything yet.
    init(_ topics: TopicSource) {
        self.topics = topics
        outbox = topics.topic()
    }

    mutating func auth(_ session: SessionID, _ person: SignalPerson?) throws(WireError) -> Topic {
        try follow(session, person, \.auth) { $0.topic(rows: [SignalState(person: person).jsonText]) }
    }

    mutating func user(_ session: SessionID, _ person: SignalPerson) throws(WireError) -> Topic {
        try follow(session, person, \.user) { $0.topic(rows: [person.jsonText]) }
    }

    mutating func alarm(
        _ session: SessionID, _ person: SignalPerson, _ alarm: SignalAlarm
    ) throws(WireError) -> Topic {
        let topic = try follow(session, person, \.alarm) { $0.topic(rows: [alarm.jsonText]) }
        followed[session]?.known = alarm
        return topic
    }

    mutating func notifications(_ session: SessionID, _ person: SignalPerson) throws(WireError) -> Topic {
        try follow(session, person, \.notifications) { $0.topic() }
    }

    private mutating func follow(
        _ session: SessionID, _ person: SignalPerson?, _ path: WritableKeyPath<Followed, Topic?>,
        _ make: (TopicSource) -> Topic
    ) throws(WireError) -> Topic {
        if let topic = followed[session]?[keyPath: path] { return topic }
        if followed.count >= Self.most { followed = followed.filter { $0.value.count > 0 } }
        guard followed.count < Self.most else {
            throw .quotaExceeded(QuotaBreach("topics", limit: Self.most, used: followed.count, scope: "server"))
        }
        let topic = make(topics)
        followed[session, default: Followed(person: person)][keyPath: path] = topic
        return topic
    }

    /// Somebody, or nobody, is signed in to a session now.
    mutating func signedIn(_ session: SessionID, _ person: SignalPerson?) {
        guard var now = followed[session], now.person != person else { return }
        let state = SignalState(person: person).jsonText
        now.auth?.publish("auth", state, key: "auth", rows: [state])
        if person == nil || person?.id != now.person?.id {
            for path in [\Followed.user, \.alarm, \.notifications] {
                now[keyPath: path]?.publish("ended", JSONText(.members(("why", "signed_out"))))
                now[keyPath: path]?.finish()
                now[keyPath: path] = nil
            }
            now.known = nil
        } else if let person {
            now.user?.publish("user", person.jsonText, key: "user", rows: [person.jsonText])
        }
        now.person = person
        followed[session] = now
    }

    /// A person is another than before, in every session that they are signed in to.
    mutating func changed(_ person: SignalPerson) {
        for session in sessions(of: person) { signedIn(session, person) }
    }

    /// The same, after an event.
    mutating func changed(_ person: SignalPerson, _ alarm: SignalAlarm, _ change: WatchChange) {
        changed(person)
        for session in sessions(of: person) {
            if followed[session]?.known != alarm {
                followed[session]?.alarm?.publish("alert", alarm.jsonText, key: "alert", rows: [alarm.jsonText])
                followed[session]?.known = alarm
            }
            for notification in change.notifications {
                followed[session]?.notifications?.publish("notification", SignalNotification(notification).jsonText)
            }
        }
        for message in change.messages { outbox.publish("message", SignalMessage(message).jsonText) }
    }

    private func sessions(of person: SignalPerson) -> [SessionID] {
        followed.filter { $0.value.person?.id == person.id }.map(\.key)
    }

    /// A session is over: nothing of it is followed any more.
    mutating func end(_ session: SessionID) {
        signedIn(session, nil)
        followed.removeValue(forKey: session)?.auth?.finish()
    }
}

extension SignalNotification {
    init(_ stored: StoredNotification) {
        self.init(
            id: SignalID(of: stored.id), at: stored.at, type: stored.type, title: stored.title,
            message: stored.message, isRead: stored.isRead, alert: stored.alert.map { SignalID(of: $0) })
    }
}

extension SignalMessage {
    init(_ stored: StoredMessage) {
        self.init(
            number: stored.number, at: stored.at, kind: stored.kind, text: stored.text,
            alert: SignalID(of: stored.alert))
    }
}

extension SignalAlert {
    init(_ stored: StoredAlert) {
        self.init(
            id: SignalID(of: stored.id), at: stored.at, kind: stored.kind.rawValue,
            status: stored.resolvedAt == nil ? "active" : "resolved")
        resolution = stored.resolution?.rawValue
        resolvedAt = stored.resolvedAt
        resolvedBy = stored.resolvedBy.map { SignalID(of: $0) }
        acknowledgedAt = stored.acknowledgedAt
        acknowledgedBy = stored.acknowledgedBy.map { SignalID(of: $0) }
    }
}
