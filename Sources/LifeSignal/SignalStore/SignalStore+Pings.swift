internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// The result of pinging a dependent.
package enum PingOutcome: Sendable, Hashable {
    case sent(StoredPing, SignalNews)
    case unknown
    /// The contact is not a dependent who has agreed.
    case notDependent
    case limited(Duration)
}

/// Sends and answers pings, and takes responders' answers to an alarm.
extension SignalStore {
    /// Pings a dependent. If a ping is still unanswered, pinging again repeats that ping and reminds the dependent.
    /// `id` is 16 random bytes.
    package func ping(
        _ contact: [UInt8], by person: SignalPersonID, id: [UInt8], at now: Timestamp
    ) throws(StoreError) -> PingOutcome {
        try write { db in
            guard let row = try bound(contact, of: person, in: db) else { return .unknown }
            guard row.bond.roles.isDependent, let other = try self.person(row.other, in: db) else {
                return .notDependent
            }
            let day = now.advanced(by: .seconds(-86_400)).millisecondsSince1970
            let earlier = try Row.fetchAll(
                db, kept: "SELECT at_ms FROM ping WHERE sender = ? AND recipient = ? AND at_ms > ? ORDER BY number",
                arguments: [Data(person), Data(row.other), day]
            ).map { try StoredRow($0).time("at_ms") }
            if let wait = ContactRules.wait(afterPings: earlier, at: now) { return .limited(wait) }
            try db.execute(
                kept: "INSERT INTO ping (id, sender, recipient, at_ms) VALUES (?, ?, ?, ?)",
                arguments: [Data(id), Data(person), Data(row.other), now.millisecondsSince1970])
            var news = SignalNews()
            news.touched = [person]
            let ping = StoredPing(person: person, id: id, contact: contact, isMine: true, at: now)
            news.pings.append(ping)
            if let theirs = try contactID(of: person, to: row.other, in: db) {
                news.pings.append(StoredPing(person: row.other, id: id, contact: theirs, isMine: false, at: now))
            }
            if !other.silenced.contains("pings") {
                let name = try shownName(of: person, to: row.other, in: db)
                let note = Note(.question(by: name), about: person, ping: id, delivery: .ping)
                try notify(row.other, note, &news, in: db, at: now)
            }
            return .sent(ping, news)
        }
    }

    /// The unanswered pings to a person, and the pings that the person sent within the last day. The newest ping comes
    /// first.
    package func pings(of person: SignalPersonID, at now: Timestamp) throws(StoreError) -> [StoredPing] {
        try read { db in
            let day = now.advanced(by: .zero - ContactRules.pingLifetime).millisecondsSince1970
            return try Row.fetchAll(
                db,
                kept: """
                    SELECT * FROM ping WHERE at_ms > ?2
                        AND (sender = ?1 OR (recipient = ?1 AND responded_at_ms IS NULL)) ORDER BY number DESC
                    """,
                arguments: [Data(person), day]
            ).compactMap { try ping(StoredRow($0), of: person, in: db) }
        }
    }

    /// Whether a ping is waiting for a person's answer.
    package func isPending(_ id: [UInt8], for person: SignalPersonID, at now: Timestamp) throws(StoreError) -> Bool {
        try read { db in
            try Row.fetchOne(
                db,
                kept: "SELECT 1 FROM ping WHERE id = ? AND recipient = ? AND responded_at_ms IS NULL AND at_ms > ?",
                arguments: [
                    Data(id), Data(person),
                    now.advanced(by: .zero - ContactRules.pingLifetime).millisecondsSince1970,
                ]) != nil
        }
    }

    /// Answers all pings to the person, because the person has checked in.
    func answerPings(
        of person: PersonRecord, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        let day = now.advanced(by: .zero - ContactRules.pingLifetime).millisecondsSince1970
        let open = try Row.fetchAll(
            db, kept: "SELECT * FROM ping WHERE recipient = ? AND responded_at_ms IS NULL AND at_ms > ?",
            arguments: [Data(person.id), day]
        ).map(StoredRow.init)
        guard !open.isEmpty else { return }
        try db.execute(
            kept: "UPDATE ping SET responded_at_ms = ? WHERE recipient = ? AND responded_at_ms IS NULL AND at_ms > ?",
            arguments: [now.millisecondsSince1970, Data(person.id), day])
        for row in open {
            let sender = [UInt8](try row.value("sender", as: Data.self))
            for side in [person.id, sender] {
                guard var ping = try ping(row, of: side, in: db) else { continue }
                ping.respondedAt = now
                news.pings.append(ping)
            }
            news.touched.insert(sender)
            guard try self.person(sender, in: db)?.silenced.contains("pings") == false else { continue }
            let name = try shownName(of: person.id, to: sender, in: db)
            let id = [UInt8](try row.value("id", as: Data.self))
            let note = Note(.answer(by: name), about: person.id, ping: id)
            try notify(sender, note, &news, in: db, at: now)
        }
    }

    /// Records that the recipient of a delivery has answered through the delivery's channel. The answer may be late. A
    /// responder is then on the way, or the operator is taking care of the alarm. Returns nil and changes nothing if
    /// the message's alarm is not running.
    package func acknowledge(delivery number: Int64, at now: Timestamp) throws(StoreError) -> WatchChange? {
        let found = try read { db in
            try Row.fetchOne(
                db,
                kept: """
                    SELECT message.alert, message.recipient, message.at_ms FROM delivery
                    JOIN message ON message.number = delivery.message
                    WHERE delivery.number = ? AND delivery.kind IN ('alert', 'last')
                    """,
                arguments: [number]
            ).map(StoredRow.init).map { row in
                (
                    alert: [UInt8](try row.value("alert", as: Data.self)),
                    recipient: SignalRecipient(kept: try row.value("recipient", as: String.self)),
                    toldAt: try row.time("at_ms")
                )
            }
        }
        guard let found else { return nil }
        guard let id = found.recipient.person else {
            return try answerAsOperator(alert: found.alert, word: nil, toldAt: found.toldAt, at: now)
        }
        return try answer(alert: found.alert, word: nil, by: id, at: now) { .acknowledged(by: .person($0)) }?.change
    }

    /// Whether the sender is waiting for the recipient's answer.
    func pendingPing(
        from sender: SignalPersonID, to recipient: SignalPersonID, in db: Database, at now: Timestamp
    ) throws -> Bool {
        try Row.fetchOne(
            db,
            kept: "SELECT 1 FROM ping WHERE sender = ? AND recipient = ? AND responded_at_ms IS NULL AND at_ms > ?",
            arguments: [
                Data(sender), Data(recipient),
                now.advanced(by: .zero - ContactRules.pingLifetime).millisecondsSince1970,
            ]) != nil
    }

    /// A ping in the form in which its sender or its recipient sees it. If the other side is no longer a contact, this
    /// is nil.
    private func ping(_ row: StoredRow, of person: SignalPersonID, in db: Database) throws -> StoredPing? {
        let sender = [UInt8](try row.value("sender", as: Data.self))
        let other = sender == person ? [UInt8](try row.value("recipient", as: Data.self)) : sender
        guard let contact = try contactID(of: other, to: person, in: db) else { return nil }
        return StoredPing(
            person: person, id: [UInt8](try row.value("id", as: Data.self)), contact: contact,
            isMine: sender == person, at: try row.time("at_ms"), respondedAt: try row.optionalTime("responded_at_ms"))
    }

    // MARK: - What responders say

    /// Records that the operator is taking care of an alarm. The alarm's id or its word names the alarm. `toldAt` is
    /// the time of the message that is answered. Returns nil if no such alarm is running, or if the person has called
    /// for help since that message.
    package func answerAsOperator(
        alert: SignalAlertID?, word: String?, toldAt: Timestamp? = nil, at now: Timestamp
    ) throws(StoreError) -> WatchChange? {
        try writeAlarm { db in
            let told = try Row.fetchAll(
                db,
                kept: """
                    SELECT alert.id, alert.person, max(message.at_ms) AS told_ms
                    FROM message JOIN alert ON alert.id = message.alert
                    WHERE message.recipient = 'operator' AND alert.resolution IS NULL AND (?1 IS NULL OR alert.id = ?1)
                    GROUP BY alert.id
                    """,
                arguments: [alert.map { Data($0) }]
            ).map(StoredRow.init)
            for row in told {
                let id = [UInt8](try row.value("id", as: Data.self))
                guard word.map({ AlarmText.word(of: id) == $0.uppercased() }) ?? true,
                    let person = try person([UInt8](row.value("person", as: Data.self)), in: db),
                    let running = person.watch.alert, running.id == id,
                    try toldAt ?? row.time("told_ms") >= running.begunAt
                else { continue }
                return try apply(.acknowledged(by: .operator), to: person, in: db, at: now)
            }
            return nil
        }
    }

    /// Applies a responder's answer to an alarm, which is named by its id or its word. Returns the result, and the
    /// contact in need. Returns nil if nobody who relies on the responder has such an alarm.
    package func answer(
        alert: SignalAlertID?, word: String?, by responder: SignalPersonID, at now: Timestamp,
        _ event: (SignalPersonID) -> SignalEvent
    ) throws(StoreError) -> (change: WatchChange, contact: StoredContact)? {
        try writeAlarm { db in
            for id in try dependents(of: responder, in: db) {
                // An unreadable person does not hide the others. If people became responders after the alarm was
                // raised, they cannot answer it, because a person under threat may have been made to add them.
                guard let dependent = try? person(id, in: db), let running = dependent.watch.alert,
                    dependent.watch.isAlert(alert, orWord: word),
                    let row = try bound(id, to: responder, in: db), row.since <= running.raisedAt
                else { continue }
                let change = try apply(event(responder), to: dependent, in: db, at: now)
                return try view(row, in: db, at: now).map { (change, $0) }
            }
            return nil
        }
    }
}
