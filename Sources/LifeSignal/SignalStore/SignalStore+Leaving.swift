internal import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
internal import SeamWords
package import SignalCore
package import Wire

/// Handles people who leave LifeSignal, and erases their data (`Protocol/decisions/0054`).
extension SignalStore {
    /// How long the data of somebody who left in secret need is kept: after the end of their alarm, and at most. The
    /// first time is as long as an all-clear is retried. The second is longer than the messages of an alarm go on.
    private static let (rest, longestRest) = (DeliveryRules.lifetime, Duration.seconds(86_400 * 8))

    /// The signed-in person leaves. If the duress PIN is given, or if a secret alarm is running, the person is gone for
    /// all sessions, and the responders of that alarm still see it.
    package func leave(
        _ id: SignalPersonID, with use: PINUse, at now: Timestamp
    ) throws(StoreError) -> Guarded<RemovedPerson> {
        let outcome = try write { db in
            try guarding(known(id, in: db), use, in: db, at: now) { person, news, _ in
                let isSecret = person.watch.alert?.isConcealed == true
                var removed = try remove(person, .left, isSecret: isSecret, in: db, at: now)
                var all = news
                all.append(removed.news)
                removed.news = all.without(id)
                return removed
            }
        }
        if case .done = outcome { try truncateLog() }
        return outcome
    }

    /// Erases people who left in secret need, once nobody answers their alarm any longer, and informs those who were
    /// still their responders.
    package func eraseGone(at now: Timestamp) throws(StoreError) -> SignalNews {
        let (ended, left) = (now.advanced(by: .zero - Self.rest), now.advanced(by: .zero - Self.longestRest))
        let ids = try read { db in
            try Data.fetchAll(
                db,
                kept: """
                    SELECT id FROM person WHERE gone_at_ms <= ?1 OR gone_at_ms IS NOT NULL AND NOT EXISTS (
                        SELECT 1 FROM alert WHERE alert.person = person.id
                            AND (resolved_at_ms IS NULL OR resolved_at_ms > ?2))
                    """,
                arguments: [left.millisecondsSince1970, ended.millisecondsSince1970])
        }
        guard !ids.isEmpty else { return SignalNews() }
        let news = try write { db in
            var news = SignalNews()
            for id in ids {
                guard let person = try person([UInt8](id), in: db) else { continue }
                news.append(try remove(person, .left, isSecret: false, in: db, at: now).news)
            }
            return news
        }
        try truncateLog()
        return news
    }

    /// Removes a person from everyone's view, and signs all their sessions out. If `isSecret` is true, the responders
    /// of the secret alarm still see the person.
    func remove(
        _ person: PersonRecord, _ why: Departure, isSecret: Bool, in db: Database, at now: Timestamp
    ) throws -> RemovedPerson {
        var news = SignalNews()
        let (id, unanswered) = (person.id, try awaiting(person, in: db))
        let keeping = isSecret ? try secretResponders(of: person, in: db) : []
        if !isSecret {
            // The alarm is cleared, so that the consequences for others do not raise it again.
            var over = person
            (over.watch.alert, over.watch.pretence) = (nil, nil)
            try saveWatch(of: over, in: db)
        }
        let seen = Set(try dependents(of: id, asSeen: true, in: db))
        for dependent in try dependents(of: id, in: db) {
            try lose(id, of: dependent, isSeen: seen.contains(dependent), &news, in: db, at: now)
        }
        for fetched in try Row.fetchAll(
            db, kept: "SELECT * FROM contact WHERE other = ? ORDER BY id", arguments: [Data(id)])
        {
            let row = try bound(fetched, in: db)
            if keeping.contains(row.owner) {
                try seemToEnd(row, &news, in: db, at: now)
            } else {
                try end(row, why, isUnanswered: unanswered.contains(row.owner), &news, in: db, at: now)
            }
        }
        let sessions = try signOutEverywhere(person, in: db)
        if isSecret {
            try eraseAllButAlarm(of: person, keeping: keeping, in: db, at: now)
        } else {
            try eraseAll(of: id, in: db)
        }
        return RemovedPerson(id: id, phone: person.profile.phone, sessions: sessions, news: news.without(id))
    }

    /// The people who were alerted, if nobody is on the way.
    private func awaiting(_ person: PersonRecord, in db: Database) throws -> Set<SignalPersonID> {
        guard let alert = person.watch.alert, alert.acknowledgedAt == nil else { return [] }
        let told = try responders(of: person.id, in: db).map(\.id).filter { alert.told.contains(.person($0)) }
        return Set(told)
    }

    /// The responders who may see a secret alarm. Everyone who became a responder later sees what the person's sessions
    /// see.
    private func secretResponders(of person: PersonRecord, in db: Database) throws -> Set<SignalPersonID> {
        guard let moment = person.watch.alert?.concealedAt else { return [] }
        return Set(try responders(of: person.id, in: db).filter { $0.since <= moment }.map(\.id))
    }

    // MARK: - Contacts

    /// Ends a contact of somebody who is gone, and informs its owner, unless the two no longer shared anything.
    func end(
        _ row: Bound, _ why: Departure, isUnanswered: Bool = false, _ news: inout SignalNews, in db: Database,
        at now: Timestamp
    ) throws {
        let bond = row.trueBond
        if !bond.hasEnded {
            let name = try shownName(of: row.other, to: row.owner, in: db)
            // Only responders count on being alerted.
            let isOutside = isUnanswered || (why == .left && bond.roles.isDependent)
            let note = Note(.gone(name, why, isAlarm: isUnanswered), delivery: isOutside ? .news : nil)
            try notify(row.owner, note, &news, in: db, at: now)
        }
        news.touched.insert(row.owner)
        try remove(row, nil, in: db)
    }

    /// Keeps a responder's role for a secret alarm, although it has ended for the person's sessions.
    private func seemToEnd(_ row: Bound, _ news: inout SignalNews, in db: Database, at now: Timestamp) throws {
        var row = row
        let (own, before) = (try bound(row.owner, to: row.other, in: db), row.trueBond)
        row.kept = row.kept ?? own.map { KeptRole(tier: $0.tier, since: $0.since) }
        row.bond = ContactBond(roles: ContactRoles(), proposal: nil, hasEnded: true)
        try save(row, in: db, at: now)
        try tell(row, before: before, &news, in: db, at: now)
    }

    // MARK: - Erasing

    /// Ends a person's sessions, and the requests for codes by these sessions and for the person's number.
    private func signOutEverywhere(_ person: PersonRecord, in db: Database) throws -> [SessionID] {
        let sessions = try Row.fetchAll(
            db, kept: "SELECT uid, name FROM session WHERE person = ?", arguments: [Data(person.id)]
        ).compactMap { fetched in
            let row = StoredRow(fetched)
            return SessionID(uid: try row.value("uid"), name: try row.value("name"))
        }
        for session in sessions {
            try db.execute(
                kept: "DELETE FROM login WHERE uid = ? AND session = ?", arguments: [Int64(session.uid), session.name])
        }
        try db.execute(kept: "DELETE FROM session WHERE person = ?", arguments: [Data(person.id)])
        try db.execute(
            kept: "DELETE FROM login WHERE phone_hmac = ?",
            arguments: [try hmac(ofPhone: person.profile.phone, in: db)])
        return sessions
    }

    /// Erases a person. Rows that refer to the person are erased with it.
    private func eraseAll(of id: SignalPersonID, in db: Database) throws {
        try eraseMentions(of: id, in: db)
        try db.execute(kept: "DELETE FROM person WHERE id = ?", arguments: [Data(id)])
        try keys.eraseDataKey(of: .person(id), in: db)
    }

    /// Erases everything about a person except the parts that the responders of the secret alarm see.
    private func eraseAllButAlarm(
        of person: PersonRecord, keeping: Set<SignalPersonID>, in db: Database, at now: Timestamp
    ) throws {
        let id = Data(person.id)
        try eraseMentions(of: person.id, keeping: keeping, in: db)
        try db.execute(
            kept: "DELETE FROM alert WHERE person = ? AND id <> ?",
            arguments: [id, Data(person.watch.alert?.id ?? [])])
        for (table, columns) in [
            ("contact", ["owner"]), ("check_in", ["person"]), ("notification", ["person"]), ("reach", ["person"]),
            ("reach_code", ["person"]), ("device", ["person"]), ("pin_try", ["person"]), ("look_up", ["person"]),
            ("drill_answer", ["responder"]), ("ticket", ["scanner", "other"]), ("ping", ["sender", "recipient"]),
        ] {
            for column in columns {
                try db.execute(kept: "DELETE FROM \(table) WHERE \(column) = ?", arguments: [id])
            }
        }
        var gone = person
        (gone.goneAt, gone.pins, gone.silenced) = (now, nil, [])
        gone.profile.qrCodeID = Array(try keys.seal(of: person.id, for: "gone-qr", in: db).prefix(16))
        gone.watch.leave()
        gone.revision += 1
        try save(gone, in: db, at: now)
    }

    /// Erases what others were told about a person, and what the person was told about the alarms of others.
    private func eraseMentions(
        of id: SignalPersonID, keeping: Set<SignalPersonID> = [], in db: Database
    ) throws {
        let about = try Row.fetchAll(
            db, kept: "SELECT number, person FROM notification WHERE about = ?", arguments: [Data(id)])
        var numbers: [Int64] = []
        for row in about.map(StoredRow.init)
        where !keeping.contains([UInt8](try row.value("person", as: Data.self))) {
            numbers.append(try row.value("number"))
        }
        numbers += try listsMentioning(id, in: db)
        for number in numbers {
            try db.execute(kept: "DELETE FROM notification WHERE number = ?", arguments: [number])
        }
        try db.execute(
            kept: "DELETE FROM message WHERE recipient = ?", arguments: [SignalRecipient.person(id).kept])
    }

    /// The notifications that list this person together with others who missed a check-in. Such a list is about several
    /// people, and names each one's alarm by its word.
    private func listsMentioning(_ id: SignalPersonID, in db: Database) throws -> [Int64] {
        let words = try Data.fetchAll(db, kept: "SELECT id FROM alert WHERE person = ?", arguments: [Data(id)])
            .map { AlarmText.word(of: [UInt8]($0)) }
        guard !words.isEmpty else { return [] }
        return try Row.fetchAll(
            db,
            kept: """
                SELECT number, id, person, text FROM notification
                WHERE kind = 'alert' AND about IS NULL AND person IN (SELECT owner FROM contact WHERE other = ?)
                """,
            arguments: [Data(id)]
        ).compactMap { fetched in
            let row = StoredRow(fetched)
            let (note, owner) = (try row.value("id", as: Data.self), try row.value("person", as: Data.self))
            // An unreadable notification shows nobody's name.
            guard let text = try? noteText([UInt8](note), of: [UInt8](owner), row.value("text"), in: db) else {
                return nil
            }
            let list = text.message.said(in: .english)
            return words.contains { list.contains($0) } ? try row.value("number") : nil
        }
    }
}

extension SignalNews {
    /// The same news without anything for this person.
    fileprivate func without(_ person: SignalPersonID) -> SignalNews {
        var news = self
        news.notifications.removeAll { $0.person == person }
        news.pings.removeAll { $0.person == person }
        news.touched.remove(person)
        return news
    }
}
