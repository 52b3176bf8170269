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
    package var news = SignalNews()
    /// Whether it is on the disk. What is not was told all the same, and is gone if the process ends.
    package var isStored = true
    /// What senders are to be given of it if it is not stored.
    package var deliveries: [ClaimedDelivery] = []
}

/// What is to be told of a change, as it was stored.
package struct SignalNews: Sendable, Hashable {
    package var notifications: [StoredNotification] = []
    /// What the operator is told.
    package var messages: [StoredMessage] = []
    /// Pings that are new or answered, once for each side.
    package var pings: [StoredPing] = []
    /// People whose contacts may look another way now.
    package var touched: Set<SignalPersonID> = []

    /// Nothing.
    package init() {}
}

/// Something that happened to a person.
package struct StoredNotification: Sendable, Hashable {
    /// Who is told.
    package var person: SignalPersonID
    package var id: [UInt8]
    package var type: String
    package var at: Timestamp
    package var title: String
    package var message: String
    package var alert: SignalAlertID?
    /// One of the person's contacts.
    package var contact: [UInt8]?
    package var ping: [UInt8]?
    /// What of an alarm or a drill it says.
    package var kind: String?
    package var isRead = false
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
    /// One of the person's contacts, if they still are one.
    package var resolvedBy: [UInt8]?
    package var acknowledgedAt: Timestamp?
    /// One of the person's contacts, if they still are one.
    package var acknowledgedBy: [UInt8]?
}

/// Deadlines and alarms. An event, what it decides, and what that leaves are one transaction, which begins with the
/// person's row: so a check-in and an alarm are never both true.
extension SignalStore {
    /// How many people are looked at in one transaction: other calls get their turn in between.
    private static let batch = 50

    /// Applies an event to a person, if the PIN that comes with it lets it. Throws ``StoreError/Code/conflict`` if
    /// there is no such person.
    package func apply(
        _ event: SignalEvent, to id: SignalPersonID, with use: PINUse, at now: Timestamp
    ) throws(StoreError) -> Guarded<WatchChange> {
        let body = { (db: Database) in
            try self.guarding(id, use, in: db, at: now) { news, _ in
                guard let person = try self.person(id, in: db) else {
                    throw StoreError(.conflict, "there is no such person")
                }
                var (change, told) = (try self.apply(event, to: person, in: db, at: now), news)
                told.append(change.news)
                change.news = told
                return change
            }
        }
        guard case .called = event else { return try write(body) }
        // A call for help is an alarm: what cannot be stored is told.
        return try writeOrTell(body) { db, outcome, _ in
            guard case .done(var change) = outcome else { return }
            try completeUnstored(&change, in: db, at: now)
            outcome = .done(change)
        }
    }

    /// What a look at those for whom something was due came to.
    package struct Look: Sendable {
        package var changes: [WatchChange] = []
        /// People whose rows cannot be read; they are looked at again a minute later.
        package var failed: [SignalPersonID] = []
        /// When something is due next; nil if nothing runs.
        package var next: Timestamp?
        /// Whether there may be more that is due.
        package var isPartial = false
        /// Whether there is room for alarms.
        package var room = AlarmRoom.kept
        /// Why nothing of it is stored, although it is all there; nil if it is.
        package var failure: StoreError?
    }

    /// Looks at the next people for whom something is due, at most 50. What the store has no room for, or cannot
    /// write, is returned all the same; the next people come after `skipping` of them then.
    package func lookAtDue(at now: Timestamp, jump: Duration, skipping: Int = 0) throws(StoreError) -> Look {
        var look = try writeOrTell { db in
            try self.look(in: db, at: now, jump: jump, skipping: skipping)
        } unstored: { db, look, error in
            guard !look.changes.isEmpty else { throw error }
            look.failure = error
            for index in look.changes.indices {
                try completeUnstored(&look.changes[index], in: db, at: now)
            }
        }
        look.room = room
        return look
    }

    private func look(in db: Database, at now: Timestamp, jump: Duration, skipping: Int) throws -> Look {
        let ids = try Row.fetchAll(
            db, kept: "SELECT id FROM person WHERE next_look_ms <= ? ORDER BY next_look_ms LIMIT ? OFFSET ?",
            arguments: [now.millisecondsSince1970, Self.batch, skipping]
        ).map { [UInt8](try StoredRow($0).value("id", as: Data.self)) }
        var look = Look(isPartial: ids.count == Self.batch)
        for id in ids {
            do {
                try db.inKeptSavepoint {
                    guard let person = try person(id, in: db) else { return }
                    let event = SignalEvent.time(jump: jump, try alertID(of: person, in: db))
                    let change = try apply(event, to: person, in: db, at: now)
                    // What an address has said may have asked for it: one that changes nothing is not made again.
                    if change.person.revision == person.revision { try saveWatch(of: person, in: db) }
                    look.changes.append(change)
                }
            } catch  where Self.isOnePersons(error) {
                look.failed.append(id)
                try db.execute(
                    kept: "UPDATE person SET next_look_ms = ? WHERE id = ?",
                    arguments: [now.advanced(by: .seconds(60)).millisecondsSince1970, Data(id)])
            }
        }
        look.next = try ["person", "delivery"].compactMap { table in
            try Int64.fetchOne(db, kept: "SELECT min(next_look_ms) FROM \(table) WHERE next_look_ms IS NOT NULL")
        }.min().map { Timestamp(millisecondsSince1970: $0) }
        return look
    }

    /// Asks everybody who must check in, because nobody knows how long the machine was off: the next people after one,
    /// at most 50. Returns the last of them, too; nil if there are no more.
    package func askAfterOutage(
        after last: SignalPersonID?, at now: Timestamp
    ) throws(StoreError) -> (changes: [WatchChange], last: SignalPersonID?) {
        try writeAlarm { db in
            let ids = try Row.fetchAll(
                db, kept: "SELECT id FROM person WHERE next_look_ms IS NOT NULL AND id > ? ORDER BY id LIMIT ?",
                arguments: [Data(last ?? []), Self.batch]
            ).map { [UInt8](try StoredRow($0).value("id", as: Data.self)) }
            var changes: [WatchChange] = []
            for id in ids {
                // Whose rows cannot be read is found by the looks.
                guard let person = try? person(id, in: db) else { continue }
                changes.append(try apply(.outage, to: person, in: db, at: now))
            }
            return (changes, ids.last)
        }
    }

    /// Whether an error is about one person's rows, and not about the store.
    static func isOnePersons(_ error: any Error) -> Bool {
        if let error = error as? StoreError { return !error.code.mayPass }
        return (error as? DatabaseError)?.resultCode.primaryResultCode == .SQLITE_CONSTRAINT
    }

    /// An id for the alarm of a deadline: the same whoever raises it.
    func alertID(of person: PersonRecord, in db: Database) throws -> SignalAlertID {
        let due = person.watch.due?.millisecondsSince1970 ?? 0
        return Array(try keys.seal(of: person.id + Array("\(due)".utf8), for: "alert", in: db).prefix(16))
    }

    func apply(
        _ event: SignalEvent, to before: PersonRecord, in db: Database, at now: Timestamp
    ) throws -> WatchChange {
        var change = try take(event, to: before, in: db, at: now)
        // For a tier in which nobody can hear of it nobody waits.
        while try isUnheard(change.person, in: db) {
            let next = try take(.unheard, to: change.person, in: db, at: now)
            guard !next.actions.isEmpty else { break }
            change.person = next.person
            change.actions += next.actions
            change.news.append(next.news)
        }
        return change
    }

    /// Whether nobody of the tiers that were told of a person's alarm so far can hear of it: each is signed in nowhere,
    /// and has no address that works.
    private func isUnheard(_ person: PersonRecord, in db: Database) throws -> Bool {
        guard let alert = person.watch.alert, alert.isWaitingForTier else { return false }
        let told = try tiers(of: person, in: db).prefix(alert.step).joined()
        return try !told.isEmpty
            && told.allSatisfy { id in
                try Bool.fetchOne(
                    db,
                    kept: """
                        SELECT 1 WHERE EXISTS (SELECT 1 FROM session WHERE person = ?1) OR EXISTS (
                            SELECT 1 FROM reach WHERE person = ?1 AND expires_at_ms IS NULL AND is_broken = 0)
                        """,
                    arguments: [Data(id)]) == nil
            }
    }

    func take(
        _ event: SignalEvent, to before: PersonRecord, in db: Database, at now: Timestamp
    ) throws -> WatchChange {
        var person = before
        let actions = person.watch.reduce(event, at: now, tiers: try tiers(of: person, after: event, in: db, at: now))
        person.helper = try helper(of: person, in: db)
        var change = WatchChange(person: person, actions: actions)
        if case .checkedIn = event { try answerPings(of: person, &change.news, in: db, at: now) }
        guard person.watch != before.watch || !actions.isEmpty else { return change }
        change.person.revision += 1
        try saveWatch(of: change.person, in: db)
        for action in actions { try perform(action, before, &change, in: db, at: now) }
        try show(event, before, &change, in: db, at: now)
        if let was = before.watch.alert, was.acknowledgedAt != nil, change.person.watch.alert?.id == was.id,
            change.person.watch.alert?.acknowledgedAt == nil, change.person.watch.alert?.isConcealed == false
        {
            try db.execute(
                kept: "UPDATE alert SET acknowledged_at_ms = NULL, acknowledged_by = NULL WHERE id = ?",
                arguments: [Data(was.id)])
        }
        change.news.touched.formUnion(try responders(of: person.id, in: db).map(\.id))
        return change
    }

    private func perform(
        _ action: SignalAction, _ before: PersonRecord, _ change: inout WatchChange, in db: Database, at now: Timestamp
    ) throws {
        let (person, ms) = (change.person, now.millisecondsSince1970)
        func notify(_ type: String, _ title: String, _ message: String, _ alert: SignalAlertID? = nil) throws {
            let note = Note(
                type: type, title: title, message: message, alert: alert, kind: alert == nil ? nil : "own",
                delivery: type == "checkIn" ? .reminder : nil)
            try self.notify(person.id, note, &change.news, in: db, at: now)
        }
        switch action {
        case .record(let source, _):
            try db.execute(
                kept: "INSERT INTO check_in (person, at_ms, source) VALUES (?, ?, ?)",
                arguments: [Data(person.id), ms, source.rawValue])
        case .remind(let due, _):
            let isOver = due <= now
            guard !person.silenced.contains("check_ins") else { return }
            try notify(
                "checkIn", isOver ? "Check in now" : "A check-in is due soon",
                isOver ? "Your check-in is overdue. Others are told soon." : "Check in, so that nobody worries.")
        case .remindAsAsked: try notify("checkIn", "Your reminder", "Check in, so that nobody worries.")
        case .raise(let id, let kind, _, let isSuspect):
            try insertAlert(id, of: person.id, kind, isSuspect: isSuspect, isUnseen: false, in: db, at: now)
            try notify("alert", "Alarm", try alarm(kind, of: person, in: db), id)
        case .raiseUnseen(let id, _):
            try insertAlert(id, of: person.id, .manual, isSuspect: false, isUnseen: true, in: db, at: now)
        case .turn(let id, let kind):
            try db.execute(kept: "UPDATE alert SET kind = ? WHERE id = ?", arguments: [kind.rawValue, Data(id)])
            if person.watch.alert?.isOverdue == true, before.watch.alert?.isOverdue != true {
                try notify("alert", "Alarm", "You have missed a check-in. Others are being told.", id)
            }
        case .tell(let id, let recipients, let round, let isLast):
            try tell(recipients, of: id, round, isLast: isLast, &change, in: db, at: now)
        case .acknowledge(let id, let by, _):
            try keepAnswer(id, by, of: person, in: db, at: now)
            try dropDeliveries(about: id, in: db)
            try tellOfHelp(id, by, &change, in: db, at: now)
        case .askWhetherResolved(let id, let by): try ask(by, id, &change, in: db, at: now)
        case .resolve(let id, let end, let by, _):
            try db.execute(
                kept: "UPDATE alert SET resolution = ?, resolved_at_ms = ?, resolved_by = ? WHERE id = ?",
                arguments: [end.rawValue, ms, by.map { Data($0) }, Data(id)])
            try dropDeliveries(about: id, in: db)
            // Of one that the person's sessions do not see they are not told.
            guard before.watch.alert?.shownKind != nil else { return }
            try notify(
                "alert", "The alarm is over", "\(try whoEnded(by, of: person.id, in: db))Others are told that.", id)
        case .watchLess: try tellOfLess(&change, in: db, at: now)
        case .allClear(let id, let recipients):
            try tellAllClear(id, recipients, &change, in: db, at: now)
            try doWhatWasPretended(by: person.id, &change.news, in: db, at: now)
        }
    }

    private func tell(
        _ recipients: [SignalRecipient], of id: SignalAlertID, _ round: Int, isLast: Bool, _ change: inout WatchChange,
        in db: Database, at now: Timestamp
    ) throws {
        let person = change.person
        guard let alert = person.watch.alert else { return }
        let isSuspect = try isSuspect(id, in: db)
        for recipient in recipients {
            let text = AlarmText.alarm(
                alert, of: person.spokenName, since: person.watch.lastCheckIn, isLast: isLast, isSuspect: isSuspect,
                isAnswered: recipient != .operator)
            let message = Message(kind: isLast ? "last" : "alert", round: round, text: text, alert: id)
            try tell(recipient, message, &change, in: db, at: now)
        }
    }

    /// Writes who is on the way to the person's history. While a call is concealed, no answer reaches their sessions.
    private func keepAnswer(
        _ id: SignalAlertID, _ by: SignalPersonID, of person: PersonRecord, in db: Database, at now: Timestamp
    ) throws {
        guard person.watch.alert?.isConcealed != true else { return }
        try db.execute(
            kept: "UPDATE alert SET acknowledged_at_ms = ?, acknowledged_by = ? WHERE id = ?",
            arguments: [now.millisecondsSince1970, Data(by), Data(id)])
    }

    /// What a person is told of their own alarm.
    private func alarm(_ kind: AlertKind, of person: PersonRecord, in db: Database) throws -> String {
        let what = kind == .manual ? "You have called for help." : "You have missed a check-in."
        let isAnybody = try !tiers(of: person, in: db).joined().isEmpty
        return "\(what) \(isAnybody ? "Others are being told." : "Only whoever runs this machine is told.")"
    }

    private func whoEnded(_ by: SignalPersonID?, of person: SignalPersonID, in db: Database) throws -> String {
        try by.map { "\(try shownName(of: $0, to: person, in: db)) says that all is well. " } ?? ""
    }

    private func insertAlert(
        _ id: SignalAlertID, of person: SignalPersonID, _ kind: AlertKind, isSuspect: Bool, isUnseen: Bool,
        in db: Database, at now: Timestamp
    ) throws {
        try db.execute(
            kept: "INSERT INTO alert (id, person, kind, at_ms, is_suspect, is_unseen) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [Data(id), Data(person), kind.rawValue, now.millisecondsSince1970, isSuspect, isUnseen])
        try forget("alert", of: person, in: db)
    }

    /// An alarm that its person's sessions see no longer is over as far as they know, and one that they see now begins.
    private func show(
        _ event: SignalEvent, _ before: PersonRecord, _ change: inout WatchChange, in db: Database, at now: Timestamp
    ) throws {
        guard let was = before.watch.alert, let shown = change.person.watch.alert, was.id == shown.id,
            (was.shownKind == nil) != (shown.shownKind == nil)
        else { return }
        let person = change.person.id
        if shown.shownKind != nil {
            // As far as the person's sessions know, it begins now.
            try db.execute(
                kept: """
                    UPDATE alert SET is_unseen = 0, shown_end = NULL, shown_end_ms = NULL, at_ms = ? WHERE id = ?
                    """,
                arguments: [now.millisecondsSince1970, Data(was.id)])
            guard shown.shownKind == .manual else { return }
            let text = "You have called for help. Others are being told."
            let note = Note(type: "alert", title: "Alarm", message: text, alert: was.id, kind: "own")
            return try notify(person, note, &change.news, in: db, at: now)
        }
        let end: AlertEnd = if case .checkedIn = event { .lateCheckIn } else { .cancelled }
        try db.execute(
            kept: "UPDATE alert SET shown_end = ?, shown_end_ms = ? WHERE id = ?",
            arguments: [end.rawValue, now.millisecondsSince1970, Data(was.id)])
        let note = Note(
            type: "alert", title: "The alarm is over", message: "Others are told that.", alert: was.id, kind: "own")
        try notify(person, note, &change.news, in: db, at: now)
    }

    private func isSuspect(_ id: SignalAlertID, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, kept: "SELECT is_suspect FROM alert WHERE id = ?", arguments: [Data(id)]) ?? false
    }

    func resolution(of id: SignalAlertID, in db: Database) throws -> AlertEnd {
        let row = try Row.fetchOne(db, kept: "SELECT resolution FROM alert WHERE id = ?", arguments: [Data(id)])
        guard let row, let end: AlertEnd = try StoredRow(row).optionalChoice("resolution") else { return .cancelled }
        return end
    }
}
