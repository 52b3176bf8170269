internal import Foundation
internal import GRDB
internal import SealedDatabase
internal import SeamWords
internal import SignalCore
internal import Wire

/// Carries out an event's actions, both for others and in the view of the person's own sessions. If an alarm is
/// concealed, these sessions see only the actions in ``SignalAction/seen(_:)``.
extension SignalStore {
    // MARK: - The real state

    func perform(
        _ action: SignalAction, _ change: inout WatchChange, _ responders: [Responder], in db: Database,
        at now: Timestamp
    ) throws {
        let (person, ms) = (change.person, now.millisecondsSince1970)
        switch action {
        case .record(let source, _):
            try db.execute(
                kept: "INSERT INTO check_in (person, at_ms, source) VALUES (?, ?, ?)",
                arguments: [Data(person.id), ms, source.rawValue])
        case .remind(let due, _):
            let isOver = due <= now
            guard !person.silenced.contains("check_ins") else { return }
            try remind(.due(isOver: isOver), &change, in: db, at: now)
        case .remindAsAsked: try remind(.reminder, &change, in: db, at: now)
        case .raise(let id, let kind, _, let isSuspect):
            try insertAlert(id, of: person.id, kind, isSuspect: isSuspect, isUnseen: false, in: db, at: now)
        case .raiseUnseen(let id, _):
            try insertAlert(id, of: person.id, .manual, isSuspect: false, isUnseen: true, in: db, at: now)
        case .tell(let id, let recipients, let round, let isLast):
            try tell(recipients, of: id, round, isLast: isLast, &change, responders, in: db, at: now)
        case .acknowledge(let id, let by, _):
            try dropDeliveries(about: id, in: db)
            try tellOthersOfHelp(id, by, &change, in: db, at: now)
        case .askWhetherResolved(let id, let by): try ask(by, id, &change, in: db, at: now)
        case .resolve(let id, let end, let by, _):
            try endAlert(id, end, by, in: db, at: now)
            try dropDeliveries(about: id, in: db)
        case .watchLess: try tellResponders(Notice.watchedLess, &change, in: db, at: now)
        case .doorsCount(let count):
            try tellResponders({ .doors(of: $0, count: count) }, &change, in: db, at: now)
        case .allClear(let id, let recipients):
            try tellAllClear(id, recipients, &change, in: db, at: now)
            try doWhatWasPretended(by: person, &change.news, in: db, at: now)
        case .turn, .seen: break
        }
    }

    private func remind(
        _ notice: Notice, _ change: inout WatchChange, in db: Database, at now: Timestamp
    ) throws {
        try notify(change.person.id, Note(notice, delivery: .reminder), &change.news, in: db, at: now)
    }

    private func tell(
        _ recipients: [SignalRecipient], of id: SignalAlertID, _ round: Int, isLast: Bool, _ change: inout WatchChange,
        _ responders: [Responder], in db: Database, at now: Timestamp
    ) throws {
        let person = change.person
        guard let alert = person.watch.alert else { return }
        let isSuspect = try isSuspect(id, change, in: db)
        let late = Set(responders.filter { $0.since > alert.raisedAt }.map(\.id))
        func text(for recipient: SignalRecipient) -> SeamText {
            AlarmText.alarm(
                alert, of: person.spokenName, for: recipient, since: person.watch.lastCheckIn, isLast: isLast,
                isSuspect: isSuspect, canAnswer: recipient.person.map { !late.contains($0) } ?? true,
                off: off(for: person), local: Self.local)
        }
        for recipient in recipients {
            let message = Message(
                kind: isLast ? "last" : "alert", round: round, text: text(for: recipient),
                operatorText: text(for: .operator), alert: id)
            try tell(recipient, message, &change, in: db, at: now)
        }
    }

    private func insertAlert(
        _ id: SignalAlertID, of person: SignalPersonID, _ kind: AlertKind, isSuspect: Bool, isUnseen: Bool,
        in db: Database, at now: Timestamp
    ) throws {
        try db.execute(
            kept: """
                INSERT INTO alert (id, person, kind, at_ms, is_suspect, is_unseen) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [Data(id), Data(person), kind.rawValue, now.millisecondsSince1970, isSuspect, isUnseen])
        try forget("alert", of: person, in: db)
    }

    private func endAlert(
        _ id: SignalAlertID, _ end: AlertEnd, _ by: SignalPersonID?, in db: Database, at now: Timestamp
    ) throws {
        try db.execute(
            kept: "UPDATE alert SET resolution = ?, resolved_at_ms = ?, resolved_by = ? WHERE id = ?",
            arguments: [end.rawValue, now.millisecondsSince1970, by.map { Data($0) }, Data(id)])
    }

    private func isSuspect(_ id: SignalAlertID, _ change: WatchChange, in db: Database) throws -> Bool {
        // If this event raised the alarm, the action itself gives the answer.
        for case .raise(id, _, _, let isSuspect) in change.actions { return isSuspect }
        return try Bool.fetchOne(db, kept: "SELECT is_suspect FROM alert WHERE id = ?", arguments: [Data(id)]) ?? false
    }

    func resolution(of id: SignalAlertID, in db: Database) throws -> AlertEnd {
        let row = try Row.fetchOne(db, kept: "SELECT resolution FROM alert WHERE id = ?", arguments: [Data(id)])
        guard let row, let end: AlertEnd = try StoredRow(row).optionalChoice("resolution") else { return .cancelled }
        return end
    }

    // MARK: - The state for the person's own sessions

    /// Writes the person's own view of an alarm to their history and inbox.
    func show(
        _ action: SignalAction, _ before: PersonRecord, _ change: inout WatchChange, _ responders: [Responder],
        in db: Database, at now: Timestamp
    ) throws {
        let person = change.person
        func notify(_ notice: Notice, _ alert: SignalAlertID, about: SignalPersonID? = nil) throws {
            let note = Note(notice, alert: alert, about: about, kind: "own")
            try self.notify(person.id, note, &change.news, in: db, at: now)
        }
        switch action {
        case .raise(let id, let kind, _, let isSuspect):
            if person.watch.pretence != nil {
                try insertAlert(id, of: person.id, kind, isSuspect: isSuspect, isUnseen: false, in: db, at: now)
            }
            try notify(alarm(kind, of: person, responders, in: db), id)
        case .turn(let id, let kind):
            try db.execute(kept: "UPDATE alert SET kind = ? WHERE id = ?", arguments: [kind.rawValue, Data(id)])
            if person.watch.seen.alert?.isOverdue == true, before.watch.seen.alert?.isOverdue != true {
                try notify(alarm(.overdue, of: person, responders, in: db), id)
            }
        case .acknowledge(let id, let by, _):
            try db.execute(
                kept: "UPDATE alert SET acknowledged_at_ms = ?, acknowledged_by = ? WHERE id = ?",
                arguments: [now.millisecondsSince1970, by.person.map { Data($0) }, Data(id)])
            try tellOfHelp(id, by, &change, in: db, at: now)
        case .resolve(let id, let end, let by, _):
            if id != person.watch.alert?.id {
                try endAlert(id, end, by, in: db, at: now)
            } else {
                // The alarm continues, but the person's sessions are shown that it has ended.
                try db.execute(
                    kept: "UPDATE alert SET shown_end = ?, shown_end_ms = ? WHERE id = ?",
                    arguments: [end.rawValue, now.millisecondsSince1970, Data(id)])
            }
            try notify(.ownIsOver(by: by.map { try shownName(of: $0, to: person.id, in: db) }), id, about: by)
        case .record, .remind, .remindAsAsked, .raiseUnseen, .tell, .askWhetherResolved, .watchLess, .doorsCount,
            .allClear, .seen:
            break
        }
    }

    /// Removes the notification about a helper who is no longer on the way.
    func forgetHelp(_ before: PersonRecord, _ after: PersonRecord, in db: Database) throws {
        guard let was = before.watch.seen.alert, was.acknowledgedAt != nil, let alert = after.watch.seen.alert,
            alert.id == was.id, alert.acknowledgedAt == nil
        else { return }
        try db.execute(
            kept: "UPDATE alert SET acknowledged_at_ms = NULL, acknowledged_by = NULL WHERE id = ?",
            arguments: [Data(was.id)])
    }

    /// The text that informs a person about their own alarm.
    private func alarm(
        _ kind: AlertKind, of person: PersonRecord, _ responders: [Responder], in db: Database
    ) throws -> Notice {
        let unseen = Self.callInSecret(of: person)
        let isAnybody = try responders.contains { responder in
            try responder.isSeen && !responder.isSilent && isHeard(responder.id, unseen: unseen, in: db)
        }
        return .own(kind, isHeard: isAnybody)
    }
}
