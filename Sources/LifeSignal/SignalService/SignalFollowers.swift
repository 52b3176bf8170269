import DaemonCore
import RPC
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// A person and their alarm, as their sessions see them at one revision.
struct PersonSight: Sendable, Hashable {
    var person: SignalPerson
    var alarm: SignalAlarm
    var revision: Int64

    init(_ record: PersonRecord, isWatched: Bool) {
        person = SignalPerson(record, isWatched: isWatched)
        alarm = SignalAlarm(record)
        revision = record.revision
    }
}

/// Who follows what: the topics of the sessions, each made when somebody first follows it, and the operator's. What is
/// older than what followers know already is not told: calls may end in another order than they were stored in.
struct SignalFollowers {
    /// What is followed of one session.
    private struct Followed {
        var auth: Topic?
        var user: Topic?
        var alarm: Topic?
        var notifications: Topic?
        /// Who is signed in, as the followers know it.
        var sight: PersonSight?

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

    mutating func auth(_ session: SessionID, _ sight: PersonSight?) throws(WireError) -> Topic {
        try follow(session, sight, \.auth) { $0.topic(rows: [SignalState(person: sight?.person).jsonText]) }
    }

    mutating func user(_ session: SessionID, _ sight: PersonSight) throws(WireError) -> Topic {
        try follow(session, sight, \.user) { $0.topic(rows: [sight.person.jsonText]) }
    }

    mutating func alarm(_ session: SessionID, _ sight: PersonSight) throws(WireError) -> Topic {
        try follow(session, sight, \.alarm) { $0.topic(rows: [sight.alarm.jsonText]) }
    }

    mutating func notifications(_ session: SessionID, _ sight: PersonSight) throws(WireError) -> Topic {
        try follow(session, sight, \.notifications) { $0.topic() }
    }

    private mutating func follow(
        _ session: SessionID, _ sight: PersonSight?, _ path: WritableKeyPath<Followed, Topic?>,
        _ make: (TopicSource) -> Topic
    ) throws(WireError) -> Topic {
        if followed[session] == nil {
            if followed.count >= Self.most { followed = followed.filter { $0.value.count > 0 } }
            guard followed.count < Self.most else {
                throw .quotaExceeded(QuotaBreach("topics", limit: Self.most, used: followed.count, scope: "server"))
            }
            followed[session] = Followed(sight: sight)
        }
        signedIn(session, sight)
        if let topic = followed[session]?[keyPath: path] { return topic }
        let topic = make(topics)
        followed[session]?[keyPath: path] = topic
        return topic
    }

    /// Somebody, or nobody, is signed in to a session now, or is another than before.
    mutating func signedIn(_ session: SessionID, _ sight: PersonSight?) {
        guard var now = followed[session], now.sight != sight else { return }
        let isSame = sight?.person.id == now.sight?.person.id
        if isSame, let sight, let known = now.sight, sight.revision < known.revision { return }
        if now.sight?.person != sight?.person {
            let state = SignalState(person: sight?.person).jsonText
            now.auth?.publish("auth", state, key: "auth", rows: [state])
        }
        if let sight, isSame {
            if now.sight?.person != sight.person {
                now.user?.publish("user", sight.person.jsonText, key: "user", rows: [sight.person.jsonText])
            }
            if now.sight?.alarm != sight.alarm {
                now.alarm?.publish("alert", sight.alarm.jsonText, key: "alert", rows: [sight.alarm.jsonText])
            }
        } else {
            for path in [\Followed.user, \.alarm, \.notifications] {
                now[keyPath: path]?.publish("ended", JSONText(.members(("why", "signed_out"))))
                now[keyPath: path]?.finish()
                now[keyPath: path] = nil
            }
        }
        now.sight = sight
        followed[session] = now
    }

    /// A person is another than before, in every session that they are signed in to.
    mutating func changed(_ sight: PersonSight, _ change: WatchChange? = nil) {
        for (session, known) in followed where known.sight?.person.id == sight.person.id {
            signedIn(session, sight)
            for notification in change?.notifications ?? [] {
                known.notifications?.publish("notification", SignalNotification(notification).jsonText)
            }
        }
        for message in change?.messages ?? [] { outbox.publish("message", SignalMessage(message).jsonText) }
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
