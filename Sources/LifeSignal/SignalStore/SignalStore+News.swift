internal import Foundation
internal import GRDB
internal import LinuxSupport
internal import SealedDatabase
internal import SeamWords
internal import SignalCore
internal import Wire

/// An entry in somebody's notifications.
struct Note {
    var notice: Notice
    var alert: SignalAlertID?
    /// The person that the entry is about.
    var about: SignalPersonID?
    var ping: [UInt8]?
    /// The part of an alarm or a drill that the entry is about: the message's kind, `help`, `question`, or `own` for
    /// the person's own alarm.
    var kind: String?
    /// The kind of the entry's deliveries outside the machine. If the entry is not sent outside, this is nil.
    var delivery: DeliveryKind?

    init(
        _ notice: Notice, alert: SignalAlertID? = nil, about: SignalPersonID? = nil, ping: [UInt8]? = nil,
        kind: String? = nil, delivery: DeliveryKind? = nil
    ) {
        (self.notice, self.alert, self.about, self.ping) = (notice, alert, about, ping)
        (self.kind, self.delivery) = (kind, delivery)
    }
}

/// A message about an alarm. There is only one such message per kind, round and recipient.
struct Message {
    var kind: String
    var round: Int
    var text: SeamText
    /// The text for the operator. If no message can be written for the recipient, the operator gets this text instead.
    var operatorText: SeamText?
    var alert: SignalAlertID
}

/// Informs people.
extension SignalStore {
    /// The largest number of notifications, and of past alarms, that are kept for one person.
    private static let most = 1_000

    /// Sends a message to a recipient. If the recipient's rows are unreadable, the operator is informed instead, and
    /// other recipients still get their messages.
    func tell(
        _ recipient: SignalRecipient, _ message: Message, _ change: inout WatchChange, in db: Database,
        at now: Timestamp
    ) throws {
        let before = change
        do {
            try db.inKeptSavepoint { try store(recipient, message, &change, in: db, at: now) }
        } catch  where Self.isOnePersons(error) {
            change = before
            guard recipient != .operator else { return }
            var instead = message
            instead.text = message.operatorText ?? message.text
            try tell(.operator, instead, &change, in: db, at: now)
        }
    }

    /// Stores a message, unless it already exists. A person also gets it as a notification, which no setting
    /// suppresses.
    private func store(
        _ recipient: SignalRecipient, _ message: Message, _ change: inout WatchChange, in db: Database,
        at now: Timestamp
    ) throws {
        let key = try keys.makeDataKey(for: .messages, in: db, at: now)
        let row = "\(Hex.encode(message.alert))/\(recipient.kept)/\(message.kind)/\(message.round)"
        let sealed = try Seal.close(message.text.json.bytes, key: key, context: Self.messageContext(row))
        try db.execute(
            kept: """
                INSERT OR IGNORE INTO message (alert, recipient, kind, round, at_ms, text) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Data(message.alert), recipient.kept, message.kind, message.round, now.millisecondsSince1970, sealed,
            ])
        guard db.changesCount == 1 else { return }
        let number = db.lastInsertedRowID
        try queueDeliveries(of: number, message, to: recipient, in: db, at: now)
        switch recipient {
        case .operator:
            change.news.messages.append(
                StoredMessage(
                    number: number, alert: message.alert, kind: message.kind, at: now,
                    text: message.text))
        case .person(let id):
            let notice: Notice =
                switch message.kind {
                case "all_clear": .allClear(message.text)
                case Self.drill: .drill(message.text)
                default: .alarm(message.text)
                }
            let note = Note(notice, alert: message.alert, about: change.person.id, kind: message.kind)
            try notify(id, note, &change.news, in: db, at: now)
        }
    }

    /// Informs the person in need that somebody is on the way.
    func tellOfHelp(
        _ alert: SignalAlertID, _ by: SignalRecipient, _ change: inout WatchChange, in db: Database, at now: Timestamp
    ) throws {
        let name = try by.person.map { try shownName(of: $0, to: change.person.id, in: db) }
        let note = Note(.help(by: name), alert: alert, about: by.person, kind: "help", delivery: .news)
        try notify(change.person.id, note, &change.news, in: db, at: now)
    }

    /// Says to the others who were alerted that somebody is on the way, so that they need not come.
    func tellOthersOfHelp(
        _ alert: SignalAlertID, _ by: SignalRecipient, _ change: inout WatchChange, in db: Database, at now: Timestamp
    ) throws {
        let (person, told) = (change.person, change.person.watch.alert?.told ?? [])
        let notice = Notice.help(
            for: person.spokenName, by: by, isConcealed: person.watch.alert?.isConcealed == true,
            word: AlarmText.word(of: alert))
        let note = Note(notice, alert: alert, about: person.id, kind: "help", delivery: .news)
        for responder in try responders(of: person.id, in: db)
        where .person(responder.id) != by && told.contains(.person(responder.id)) {
            try notify(responder.id, note, &change.news, in: db, at: now)
        }
    }

    /// Says to the people who were alerted that the alarm is over. People who have since withdrawn get no more
    /// messages.
    func tellAllClear(
        _ alert: SignalAlertID, _ recipients: [SignalRecipient], _ change: inout WatchChange, in db: Database,
        at now: Timestamp
    ) throws {
        let (person, word) = (change.person, AlarmText.word(of: alert))
        let text = AlarmText.allClear(try resolution(of: alert, in: db), of: person.spokenName, word: word)
        let message = Message(kind: "all_clear", round: 0, text: text, alert: alert)
        let agreed = Set(try responders(of: person.id, in: db).map { SignalRecipient.person($0.id) })
        for recipient in recipients where recipient == .operator || agreed.contains(recipient) {
            try tell(recipient, message, &change, in: db, at: now)
        }
    }

    /// Informs a person's responders of a changed setting. `notice` makes the notice from the person's name.
    func tellResponders(
        _ notice: (SeamText) -> Notice, _ change: inout WatchChange, in db: Database, at now: Timestamp
    ) throws {
        for responder in try responders(of: change.person.id, in: db) {
            let name = try shownName(of: change.person.id, to: responder.id, in: db)
            try notify(responder.id, Note(notice(name), about: change.person.id), &change.news, in: db, at: now)
        }
    }

    /// Asks the responder who was on the way whether all is well, if they are still a responder.
    func ask(
        _ by: SignalPersonID, _ alert: SignalAlertID, _ change: inout WatchChange, in db: Database, at now: Timestamp
    ) throws {
        guard try responders(of: change.person.id, in: db).contains(where: { $0.id == by }) else { return }
        let notice = Notice.isAllWell(with: change.person.spokenName, word: AlarmText.word(of: alert))
        let note = Note(notice, alert: alert, about: change.person.id, kind: "question", delivery: .news)
        try notify(by, note, &change.news, in: db, at: now)
    }

    /// Adds an entry to somebody's notifications.
    func notify(
        _ person: SignalPersonID, _ note: Note, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        let id = try SystemRandom.bytes(16)
        let key = try keys.makeDataKey(for: .person(person), in: db, at: now)
        let text = JSON.members(("title", note.notice.title.json), ("message", note.notice.message.json))
        let sealed = try Seal.close(text.bytes, key: key, context: Self.notificationContext(id, person))
        try db.execute(
            kept: """
                INSERT INTO notification (id, person, type, at_ms, alert, about, ping, kind, is_read, text)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
                """,
            arguments: [
                Data(id), Data(person), note.notice.type.rawValue, now.millisecondsSince1970,
                note.alert.map { Data($0) },
                note.about.map { Data($0) }, note.ping.map { Data($0) }, note.kind, sealed,
            ])
        if let kind = note.delivery {
            try queueDeliveries(ofNote: db.lastInsertedRowID, kind, to: person, in: db, at: now)
        }
        try forget("notification", of: person, in: db)
        news.notifications.append(
            StoredNotification(
                person: person, id: id, type: note.notice.type.rawValue, at: now, title: note.notice.title,
                message: note.notice.message,
                alert: note.alert, contact: try note.about.flatMap { try contactID(of: $0, to: person, in: db) },
                ping: note.ping, kind: note.kind))
    }

    /// Removes a person's oldest rows, but no rows about a running alarm.
    func forget(_ table: String, of person: SignalPersonID, in db: Database) throws {
        let isOver =
            table == "alert"
            ? "AND resolved_at_ms IS NOT NULL"
            : "AND (alert IS NULL OR alert NOT IN (SELECT id FROM alert WHERE resolved_at_ms IS NULL))"
        try db.execute(
            kept: """
                DELETE FROM \(table) WHERE person = ?1 \(isOver) AND number <=
                    (SELECT number FROM \(table) WHERE person = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
                """,
            arguments: [Data(person), Self.most])
    }

    static func messageContext(_ row: String) -> SealingContext {
        SealingContext(place: "message.text", row: row, owner: .messages)
    }

    static func notificationContext(_ id: [UInt8], _ person: SignalPersonID) -> SealingContext {
        SealingContext(place: "notification.text", row: Hex.encode(id), owner: .person(person))
    }
}

extension SealOwner {
    /// The owner of texts about alarms. The readers of these texts use other keys than the people whom the texts are
    /// about.
    static let messages = SealOwner("messages")
}
