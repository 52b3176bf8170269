import DaemonCore
import RPC
import SeamWords
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// A person and their alarm, as their sessions see them at one revision.
struct PersonSight: Sendable, Hashable {
    var person: SignalPerson
    var alarm: SignalAlarm
    /// The person's language, or nil for the machine's language.
    var language: SeamLanguage?
    var revision: Int64

    init(_ record: PersonRecord, isWatched: Bool) {
        person = SignalPerson(record, isWatched: isWatched)
        alarm = SignalAlarm(record)
        (language, revision) = (record.language, record.revision)
    }
}

/// The followers: each session's topics, which are created when they are first followed, and the operator's topic.
/// Calls may finish in another order than the order in which they were stored. For this reason, news that is older than
/// the followers' state is not sent.
struct SignalFollowers {
    /// The followed topics of one session.
    private struct Followed {
        var auth: Topic?
        var user: Topic?
        var alarm: Topic?
        var notifications: Topic?
        var contacts: Topic?
        var pings: Topic?
        /// The contacts, as the followers know them.
        var known: [SignalContact] = []
        /// The signed-in person, as the followers know them.
        var sight: PersonSight?

        var count: Int {
            [auth, user, alarm, notifications, contacts, pings].compactMap { $0?.followerCount }.reduce(0, +)
        }
    }

    /// The largest number of sessions. Sessions without followers are dropped first.
    private static let most = 4_096

    /// The operator's messages.
    let outbox: Topic
    private let topics: TopicSource
    /// The machine's language.
    private let language: SeamLanguage
    private var followed: [SessionID: Followed] = [:]

    /// Starts with nothing followed.
    init(_ topics: TopicSource, _ language: SeamLanguage) {
        (self.topics, self.language) = (topics, language)
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

    mutating func pings(_ session: SessionID, _ sight: PersonSight) throws(WireError) -> Topic {
        try follow(session, sight, \.pings) { $0.topic() }
    }

    mutating func contacts(
        _ session: SessionID, _ sight: PersonSight, _ contacts: [SignalContact]
    ) throws(WireError) -> Topic {
        let isNew = followed[session]?.contacts == nil
        let topic = try follow(session, sight, \.contacts) { $0.topic(rows: contacts.map(\.jsonText)) }
        if isNew { followed[session]?.known = contacts }
        return topic
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

    /// Records a change of a session: somebody has signed in, the session's person has changed, or nobody is signed in
    /// now.
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
            for path in [\Followed.user, \.alarm, \.notifications, \.contacts, \.pings] {
                now[keyPath: path]?.publish("ended", JSONText(.members(("why", "signed_out"))))
                now[keyPath: path]?.finish()
                now[keyPath: path] = nil
            }
        }
        now.sight = sight
        followed[session] = now
    }

    /// Records that a person has changed, in every session in which that person is signed in.
    mutating func changed(_ sight: PersonSight) {
        for (session, known) in followed where known.sight?.person.id == sight.person.id { signedIn(session, sight) }
    }

    /// Records whether deadlines are being watched, because every screen shows this.
    mutating func watched(_ isWatched: Bool) {
        for (session, known) in followed {
            guard var sight = known.sight else { continue }
            sight.person.isWatched = isWatched
            signedIn(session, sight)
        }
    }

    /// Sends the news to the people concerned.
    func tell(_ news: SignalNews) {
        for message in news.messages { outbox.publish("message", SignalMessage(message, in: language).jsonText) }
        guard !news.notifications.isEmpty || !news.pings.isEmpty else { return }
        for known in followed.values {
            guard let sight = known.sight else { continue }
            let (person, language) = (sight.person.id.bytes, sight.language ?? language)
            for notification in news.notifications where notification.person == person {
                known.notifications?.publish(
                    "notification", SignalNotification(notification, in: language).jsonText)
            }
            for ping in news.pings where ping.person == person {
                known.pings?.publish("ping", SignalPing(ping, at: ping.respondedAt ?? ping.at).jsonText)
            }
        }
    }

    /// Which of these people have a session whose contacts are being followed.
    func whoFollowsContacts(_ people: Set<SignalPersonID>) -> Set<SignalPersonID> {
        let following = followed.values.compactMap { $0.contacts == nil ? nil : $0.sight?.person.id.bytes }
        return people.intersection(following)
    }

    /// Sends the differences between a person's contacts and those that their followers have received so far.
    mutating func contactsAre(_ contacts: [SignalContact], of person: SignalPersonID) {
        for (session, known) in followed where known.sight?.person.id.bytes == person {
            guard let topic = known.contacts, known.known != contacts else { continue }
            let before = Dictionary(known.known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let ids = Set(contacts.map(\.id))
            let rows = contacts.map(\.jsonText)
            for gone in known.known where !ids.contains(gone.id) {
                topic.publish(
                    "removed", ContactWatch.Removed(id: gone.id).jsonText, key: gone.id.description, rows: rows)
            }
            for contact in contacts where before[contact.id] != contact {
                topic.publish("contact", contact.jsonText, key: contact.id.description, rows: rows)
            }
            followed[session]?.known = contacts
        }
    }

    /// Records that a session has ended and is no longer followed.
    mutating func end(_ session: SessionID) {
        signedIn(session, nil)
        followed.removeValue(forKey: session)?.auth?.finish()
    }
}
