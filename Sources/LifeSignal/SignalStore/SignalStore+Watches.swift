internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// What an event came to: what its person is now, and what others are to be told.
package struct WatchChange: Sendable, Hashable {
    package var person: PersonRecord
    /// What was done.
    package var actions: [SignalAction]
    /// What happened to the person, as it was stored.
    package var notifications: [StoredNotification] = []
    /// What the operator is told.
    package var messages: [StoredMessage] = []
}

/// Something that happened to a person.
package struct StoredNotification: Sendable, Hashable {
    package var id: [UInt8]
    package var type: String
    package var at: Timestamp
    package var title: String
    package var message: String
    package var alert: SignalAlertID?
    package var isRead: Bool
}

/// A message to the operator.
package struct StoredMessage: Sendable, Hashable {
    package var number: Int64
    package var alert: SignalAlertID
    package var kind: String
    package var at: Timestamp
    package var text: String
}

/// An alarm, running or past.
package struct StoredAlert: Sendable, Hashable {
    package var id: SignalAlertID
    package var kind: AlertKind
    package var at: Timestamp
    package var resolution: AlertEnd?
    package var resolvedAt: Timestamp?
    package var resolvedBy: SignalPersonID?
    package var acknowledgedAt: Timestamp?
    package var acknowledgedBy: SignalPersonID?
}

/// Deadlines and alarms. An event, what it decides, and what that leaves are one transaction, which begins with the
/// person's row: so a check-in and an alarm are never both true.
extension SignalStore {
    /// How many people are looked at in one transaction: other calls get their turn in between.
    private static let batch = 50

    /// Applies an event to a person. Throws ``StoreError/Code/conflict`` if there is no such person.
    package func apply(
        _ event: SignalEvent, to id: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> WatchChange {
        try write { db in
            guard let person = try person(id, in: db) else { throw StoreError(.conflict, "there is no such person") }
            return try apply(event, to: person, in: db, at: now)
        }
    }

    /// Looks at the next people for whom something is due, at most 50; returns what came of it, and whether there may
    /// be more. A person whose rows cannot be read is looked at again a minute later, and named in `failed`.
    package func lookAtDue(
        at now: Timestamp, jump: Duration
    ) throws(StoreError) -> (changes: [WatchChange], failed: [SignalPersonID], isDone: Bool) {
        try write { db in
            let ids = try Row.fetchAll(
                db, sql: "SELECT id FROM person WHERE next_look_ms <= ? ORDER BY next_look_ms LIMIT ?",
                arguments: [now.millisecondsSince1970, Self.batch]
            ).map { [UInt8](try StoredRow($0).value("id", as: Data.self)) }
            var (changes, failed) = ([WatchChange](), [SignalPersonID]())
            for id in ids {
                do {
                    try db.inSavepoint {
                        guard let person = try person(id, in: db) else { return .commit }
                        let event = SignalEvent.time(jump: jump, try alertID(of: person, in: db))
                        changes.append(try apply(event, to: person, in: db, at: now))
                        return .commit
                    }
                } catch  where Self.isOnePersons(error) {
                    failed.append(id)
                    try db.execute(
                        sql: "UPDATE person SET next_look_ms = ? WHERE id = ?",
                        arguments: [now.advanced(by: .seconds(60)).millisecondsSince1970, Data(id)])
                }
            }
            return (changes, failed, ids.count < Self.batch)
        }
    }

    /// Whether an error is about one person's rows, and not about the store.
    private static func isOnePersons(_ error: any Error) -> Bool {
        if let error = error as? StoreError { return !error.code.mayPass }
        return (error as? DatabaseError)?.resultCode.primaryResultCode == .SQLITE_CONSTRAINT
    }

    /// An id for the alarm of a deadline: the same whoever raises it.
    private func alertID(of person: PersonRecord, in db: Database) throws -> SignalAlertID {
        let due = person.watch.due?.millisecondsSince1970 ?? 0
        return Array(try keys.seal(of: person.id + Array("\(due)".utf8), for: "alert", in: db).prefix(16))
    }

    private func apply(
        _ event: SignalEvent, to before: PersonRecord, in db: Database, at now: Timestamp
    ) throws -> WatchChange {
        var person = before
        let actions = person.watch.reduce(event, at: now, tiers: [])
        guard person.watch != before.watch || !actions.isEmpty else {
            return WatchChange(person: person, actions: [])
        }
        person.revision += 1
        var change = WatchChange(person: person, actions: actions)
        try save(person, in: db, at: now)
        let key = try keys.makeDataKey(for: .person(person.id), in: db, at: now)
        for action in actions { try perform(action, before, &change, key, in: db, at: now) }
        return change
    }

    private func perform(
        _ action: SignalAction, _ before: PersonRecord, _ change: inout WatchChange, _ key: DataKey,
        in db: Database, at now: Timestamp
    ) throws {
        let (person, ms) = (change.person, now.millisecondsSince1970)
        switch action {
        case .record(let source, _):
            try db.execute(
                sql: "INSERT INTO check_in (person, at_ms, source) VALUES (?, ?, ?)",
                arguments: [Data(person.id), ms, source.rawValue])
        case .remind(let due, _):
            let isOver = due <= now
            guard !person.silenced.contains("check_ins") else { return }
            try notify(
                &change, key, "checkIn", isOver ? "Check in now" : "A check-in is due soon",
                isOver ? "Your check-in is overdue. Others are told soon." : "Check in, so that nobody worries.", nil,
                in: db, at: now)
        case .raise(let id, let kind, _, let isSuspect):
            try db.execute(
                sql: "INSERT INTO alert (id, person, kind, at_ms, is_suspect) VALUES (?, ?, ?, ?, ?)",
                arguments: [Data(id), Data(person.id), kind.rawValue, ms, isSuspect])
            let what = kind == .manual ? "You have called for help." : "You have missed a check-in."
            try notify(&change, key, "alert", "Alarm", "\(what) Others are being told.", id, in: db, at: now)
        case .turn(let id, let kind):
            try db.execute(sql: "UPDATE alert SET kind = ? WHERE id = ?", arguments: [kind.rawValue, Data(id)])
            if person.watch.alert?.isOverdue == true, before.watch.alert?.isOverdue != true {
                try notify(
                    &change, key, "alert", "Alarm", "You have missed a check-in. Others are being told.", id, in: db,
                    at: now)
            }
        case .tell(let id, let recipients, let round, let isLast):
            guard let alert = person.watch.alert else { return }
            let text = AlarmText.alarm(
                alert, of: person.spokenName, since: person.watch.lastCheckIn, isLast: isLast,
                isSuspect: try isSuspect(id, in: db))
            for recipient in recipients {
                try tell(&change, recipient, isLast ? "last" : "alert", round, text, id, in: db, at: now)
            }
        case .acknowledge(let id, let by, _):
            try db.execute(
                sql: "UPDATE alert SET acknowledged_at_ms = ?, acknowledged_by = ? WHERE id = ?",
                arguments: [ms, Data(by), Data(id)])
            try dropDeliveries(about: id, in: db)
        case .askWhetherResolved: break
        case .resolve(let id, let end, let by, _):
            try db.execute(
                sql: "UPDATE alert SET resolution = ?, resolved_at_ms = ?, resolved_by = ? WHERE id = ?",
                arguments: [end.rawValue, ms, by.map { Data($0) }, Data(id)])
            try dropDeliveries(about: id, in: db)
            try notify(&change, key, "alert", "The alarm is over", "Others are told that.", id, in: db, at: now)
        case .allClear(let id, let recipients):
            let end = try resolution(of: id, in: db)
            let text = AlarmText.allClear(end, of: person.spokenName, word: AlarmText.word(of: id))
            for recipient in recipients { try tell(&change, recipient, "all_clear", 0, text, id, in: db, at: now) }
        }
    }

    /// Stores a message, unless it is there already.
    private func tell(
        _ change: inout WatchChange, _ recipient: SignalRecipient, _ kind: String, _ round: Int, _ text: String,
        _ alert: SignalAlertID, in db: Database, at now: Timestamp
    ) throws {
        let key = try keys.makeDataKey(for: .messages, in: db, at: now)
        let row = "\(Hex.encode(alert))/\(recipient.kept)/\(kind)/\(round)"
        let sealed = try Seal.close(Array(text.utf8), key: key, context: Self.messageContext(row))
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO message (alert, recipient, kind, round, at_ms, text) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [Data(alert), recipient.kept, kind, round, now.millisecondsSince1970, sealed])
        guard db.changesCount == 1 else { return }
        let number = db.lastInsertedRowID
        try queueDeliveries(of: number, kind, to: recipient, about: alert, in: db, at: now)
        guard recipient == .operator else { return }
        change.messages.append(
            StoredMessage(number: number, alert: alert, kind: kind, at: now, text: text))
    }

    private func notify(
        _ change: inout WatchChange, _ key: DataKey, _ type: String, _ title: String, _ message: String,
        _ alert: SignalAlertID?, in db: Database, at now: Timestamp
    ) throws {
        var generator = SystemRandomNumberGenerator()
        let id = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let sealed = try Seal.close(
            Array(JSON.members(("title", .string(title)), ("message", .string(message))).text.utf8), key: key,
            context: Self.notificationContext(id, change.person.id))
        try db.execute(
            sql: """
                INSERT INTO notification (id, person, type, at_ms, alert, is_read, text) VALUES (?, ?, ?, ?, ?, 0, ?)
                """,
            arguments: [
                Data(id), Data(change.person.id), type, now.millisecondsSince1970, alert.map { Data($0) }, sealed,
            ])
        change.notifications.append(
            StoredNotification(
                id: id, type: type, at: now, title: title, message: message, alert: alert, isRead: false))
    }

    private func isSuspect(_ id: SignalAlertID, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT is_suspect FROM alert WHERE id = ?", arguments: [Data(id)]) ?? false
    }

    private func resolution(of id: SignalAlertID, in db: Database) throws -> AlertEnd {
        let row = try Row.fetchOne(db, sql: "SELECT resolution FROM alert WHERE id = ?", arguments: [Data(id)])
        guard let row, let end: AlertEnd = try StoredRow(row).optionalChoice("resolution") else { return .cancelled }
        return end
    }

    static func messageContext(_ row: String) -> SealingContext {
        SealingContext(place: "message.text", row: row, owner: .messages)
    }

    static func notificationContext(_ id: [UInt8], _ person: SignalPersonID) -> SealingContext {
        SealingContext(place: "notification.text", row: Hex.encode(id), owner: .person(person))
    }
}

extension SealOwner {
    /// What is told about alarms: the keys of people who are told are not those of whom it is about.
    static let messages = SealOwner("messages")
}
