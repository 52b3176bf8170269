internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// Contacts. What two people are for each other stands in a row of each of them; both change in one transaction.
extension SignalStore {
    /// A row of `contact`.
    struct Bound {
        var id: [UInt8]
        var owner: SignalPersonID
        var other: SignalPersonID
        var bond: ContactBond
        var labels: ContactLabels
        var tier: Int
        var since: Timestamp
        /// When the owner was last asked whether the other side should still be a responder; nil: when this began.
        var askedAt: Timestamp?
        /// Until when the owner hears no calls for help of the other side.
        var mutedUntil: Timestamp?
        /// What the owner was forced to do, and only seems to be done.
        var pretended: Pretence?

        /// The bond as the owner's sessions see it.
        var shownBond: ContactBond {
            guard pretended == .lessRole else { return bond }
            var shown = bond
            shown.roles.isResponder = false
            return shown
        }
    }

    /// A change of a contact that the owner was forced to make.
    enum Pretence: String {
        case removed
        case lessRole
    }

    /// A person's contacts, the first first.
    package func contacts(of person: SignalPersonID, at now: Timestamp) throws(StoreError) -> [StoredContact] {
        try read { db in
            try Row.fetchAll(
                db,
                kept: """
                    SELECT * FROM contact WHERE owner = ? AND pretended IS NOT 'removed' ORDER BY since_ms, id
                    """,
                arguments: [Data(person)]
            ).compactMap { row in
                do {
                    return try view(try bound(row, in: db), in: db, at: now)
                } catch  where Self.isOnePersons(error) {
                    // One that cannot be read hides no other.
                    return nil
                }
            }
        }
    }

    /// One of a person's contacts; nil if there is none of that id.
    package func contact(
        _ id: [UInt8], of person: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> StoredContact? {
        try read { db in try bound(id, of: person, in: db).flatMap { try view($0, in: db, at: now) } }
    }

    /// What each contact sees of a person.
    package func whoSees(
        _ person: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> [(contact: StoredContact, seen: Set<SeenField>, inAlarm: Set<SeenField>)] {
        try contacts(of: person, at: now).map {
            ($0, SeenField.seen(by: $0.bond, inAlarm: false), SeenField.seen(by: $0.bond, inAlarm: true))
        }
    }

    /// Whom a code stands for. `ticket` is 16 random bytes, by which the person may add them for 15 minutes.
    package func lookUp(
        qr: [UInt8], by person: SignalPersonID, ticket: [UInt8], at now: Timestamp
    ) throws(StoreError) -> LookUpOutcome {
        try write { db in
            let hour = now.advanced(by: .seconds(-3_600)).millisecondsSince1970
            let earlier = try Row.fetchAll(
                db, kept: "SELECT at_ms FROM look_up WHERE person = ? AND at_ms > ? ORDER BY number",
                arguments: [Data(person), hour]
            ).map { try StoredRow($0).time("at_ms") }
            if let wait = ContactRules.wait(afterLookUps: earlier, at: now) { return .limited(wait) }
            try db.execute(
                kept: "INSERT INTO look_up (person, at_ms) VALUES (?, ?)",
                arguments: [Data(person), now.millisecondsSince1970])
            let row = try Row.fetchOne(
                db, kept: "SELECT id FROM person WHERE qr_hmac = ?",
                arguments: [try keys.seal(of: qr, for: "qr", in: db)])
            guard let row, let other = try self.person([UInt8](StoredRow(row).value("id", as: Data.self)), in: db)
            else { return .unknown }
            guard other.id != person else { return .own }
            try db.execute(
                kept: "INSERT OR REPLACE INTO ticket (id, scanner, other, expires_at_ms) VALUES (?, ?, ?, ?)",
                arguments: [
                    Data(ticket), Data(person), Data(other.id),
                    now.advanced(by: ContactRules.ticketLifetime).millisecondsSince1970,
                ])
            return .found(
                ticket: ticket, firstName: other.profile.firstName,
                phoneHint: ProfileText.hint(other.profile.phone))
        }
    }

    /// Adds whom a ticket stands for, who has to agree; or agrees, if they have asked already. `ids` are two times 16
    /// random bytes.
    package func addContact(
        ticket: [UInt8], by person: SignalPersonID, _ labels: ContactLabels, _ roles: ContactRoles, tier: Int,
        ids: (own: [UInt8], other: [UInt8]), at now: Timestamp
    ) throws(StoreError) -> ContactOutcome {
        try write { db in
            let row = try Row.fetchOne(
                db, kept: "SELECT other FROM ticket WHERE id = ? AND scanner = ? AND expires_at_ms > ?",
                arguments: [Data(ticket), Data(person), now.millisecondsSince1970])
            guard let row else { return .unknown }
            let other = [UInt8](try StoredRow(row).value("other", as: Data.self))
            let known = try bound(other, to: person, in: db)
            if var known, !known.bond.hasEnded {
                guard known.bond.consent == .awaiting, known.bond.proposal?.isMine == false else { return .already }
                (known.labels, known.tier) = (labels, tier)
                try db.execute(kept: "DELETE FROM ticket WHERE id = ?", arguments: [Data(ticket)])
                return try change(known, in: db, at: now) { $0.want(roles) }
            }
            let theirs = try bound(person, to: other, in: db)
            let counts = try (count(of: person, in: db), count(of: other, in: db))
            guard known != nil || counts.0 < ContactRules.most, theirs != nil || counts.1 < ContactRules.most,
                try waiting(for: other, in: db) < ContactRules.mostWaiting
            else { return .full }
            try db.execute(kept: "DELETE FROM ticket WHERE id = ?", arguments: [Data(ticket)])
            try remove(known, theirs, in: db)
            let bond = ContactBond(wanting: roles)
            let own = Bound(
                id: ids.own, owner: person, other: other, bond: bond, labels: labels, tier: tier, since: now)
            let mirror = Bound(
                id: ids.other, owner: other, other: person, bond: bond.mirrored, labels: ContactLabels(), tier: 1,
                since: now)
            for row in [own, mirror] { try save(row, in: db, at: now) }
            var news = SignalNews()
            try tell(mirror, before: nil, &news, in: db, at: now)
            return .changed(try view(own, in: db, at: now), news)
        }
    }

    /// Changes what a person writes of a contact, and wants of them; nil leaves it. To have a responder less needs the
    /// person's PIN.
    package func changeContact(
        _ id: [UInt8], of person: SignalPersonID, labels: ContactLabels? = nil, tier: Int? = nil, pin: String? = nil,
        alert: SignalAlertID, at now: Timestamp, _ body: (inout ContactBond) -> Void
    ) throws(StoreError) -> Guarded<ContactOutcome> {
        try write { db in
            guard var row = try bound(id, of: person, in: db) else { return .done(.unknown) }
            let before = row.tier
            row.labels = labels ?? row.labels
            row.tier = tier ?? row.tier
            var bond = row.bond
            body(&bond)
            let isLoss = row.bond.roles.isResponder && !bond.roles.isResponder
            let isLater = row.bond.roles.isResponder && (tier ?? 0) > before
            let use = PINUse(pin, isRequired: isLoss || isLater, alert: alert)
            return try guarding(person, use, in: db, at: now) { news, isForced in
                guard isForced, isLoss || isLater else {
                    return try change(row, in: db, at: now, body).told(after: news)
                }
                row.tier = before
                if isLoss { row.pretended = bond.roles.isEmpty && bond.proposal == nil ? .removed : .lessRole }
                try save(row, in: db, at: now)
                let seen = row.pretended == .removed ? nil : try view(row, in: db, at: now)
                return ContactOutcome.changed(seen, news)
            }
        }
    }

    /// Ends a contact: the person has it no longer, and the other side has one that has ended. With `isQuietly`
    /// that side is not told, unless it loses a responder. To have a responder less needs the person's PIN.
    package func removeContact(
        _ id: [UInt8], of person: SignalPersonID, isQuietly: Bool, pin: String?, alert: SignalAlertID,
        at now: Timestamp
    ) throws(StoreError) -> Guarded<ContactOutcome> {
        try write { db in
            guard let row = try bound(id, of: person, in: db) else { return .done(.unknown) }
            let use = PINUse(pin, isRequired: row.bond.roles.isResponder, alert: alert)
            return try guarding(person, use, in: db, at: now) { news, isForced in
                guard isForced, row.bond.roles.isResponder else {
                    return try end(row, isQuietly: isQuietly, in: db, at: now).told(after: news)
                }
                var row = row
                row.pretended = .removed
                try save(row, in: db, at: now)
                return ContactOutcome.changed(nil, news)
            }
        }
    }

    /// Changes what a person wants to hear of. If that is of alarms, who relies on them is told.
    package func silence(
        _ id: SignalPersonID, _ silenced: Set<String>, at now: Timestamp
    ) throws(StoreError) -> (PersonRecord, SignalNews) {
        try write { db in
            guard var person = try person(id, in: db) else { throw StoreError(.conflict, "there is no such person") }
            let (was, isSilent) = (person.silenced.contains("alerts"), silenced.contains("alerts"))
            person.silenced = silenced
            person.revision += 1
            try save(person, in: db, at: now)
            var news = SignalNews()
            for dependent in was == isSilent ? [] : try dependents(of: id, in: db) {
                let name = try shownName(of: id, to: dependent, in: db)
                let note = Note(
                    type: "roleChanged", title: isSilent ? "A responder hears of no alarms" : "A responder is back",
                    message: ContactText.silent(name, isSilent), about: id)
                try notify(dependent, note, &news, in: db, at: now)
                news.touched.insert(dependent)
                guard isSilent, let record = try self.person(dependent, in: db) else { continue }
                news.append(try apply(.withdrew(id), to: record, in: db, at: now).news)
            }
            return (person, news)
        }
    }

    // MARK: - Changes

    /// Does what a person was forced to do: nobody needs them to be reached any more. It comes behind the all-clear,
    /// which those hear who are responders until here.
    func doWhatWasPretended(
        by person: SignalPersonID, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        let rows = try Row.fetchAll(
            db, kept: "SELECT * FROM contact WHERE owner = ? AND pretended IS NOT NULL", arguments: [Data(person)])
        for fetched in rows {
            var row = try bound(fetched, in: db)
            let isRemoved = row.pretended == .removed
            row.pretended = nil
            try save(row, in: db, at: now)
            let outcome =
                try isRemoved
                ? end(row, isQuietly: false, in: db, at: now)
                : change(row, in: db, at: now) { $0.want(ContactRoles(isDependent: $0.roles.isDependent)) }
            if case .changed(_, let told) = outcome { news.append(told) }
        }
    }

    private func change(
        _ row: Bound, in db: Database, at now: Timestamp, _ body: (inout ContactBond) -> Void
    ) throws -> ContactOutcome {
        guard let theirs = try bound(row.owner, to: row.other, in: db) else { return .unknown }
        var (row, mirror) = (row, theirs)
        body(&row.bond)
        // Nothing is agreed, and nothing is asked.
        if row.bond.roles.isEmpty, row.bond.proposal == nil, !row.bond.hasEnded {
            return try end(row, isQuietly: false, in: db, at: now)
        }
        if !row.bond.hasEnded { mirror.bond = row.bond.mirrored }
        for changed in [row, mirror] { try save(changed, in: db, at: now) }
        var news = SignalNews()
        try tell(mirror, before: theirs.bond, &news, in: db, at: now)
        try follow(theirs.bond, row, mirror, &news, in: db, at: now)
        return .changed(try view(row, in: db, at: now), news)
    }

    func end(_ row: Bound, isQuietly: Bool, in db: Database, at now: Timestamp) throws -> ContactOutcome {
        var news = SignalNews()
        news.touched = [row.owner]
        let theirs = try bound(row.owner, to: row.other, in: db)
        if var mirror = theirs, !mirror.bond.hasEnded {
            let before = mirror.bond
            // What they have seen so far stays readable.
            if let seen = try view(mirror, in: db, at: now) {
                mirror.labels = ContactLabels(
                    firstName: seen.firstName, lastName: seen.lastName, phone: ProfileText.hint(seen.phone))
            }
            mirror.bond = ContactBond(roles: ContactRoles(), proposal: nil, hasEnded: true)
            try save(mirror, in: db, at: now)
            try remove(row, nil, in: db)
            try db.execute(
                kept: "DELETE FROM ping WHERE (sender = ?1 AND recipient = ?2) OR (sender = ?2 AND recipient = ?1)",
                arguments: [Data(row.owner), Data(row.other)])
            // Whoever loses a responder is told in any case, and so is who is left of them.
            if !isQuietly || before.roles.isResponder { try tell(mirror, before: before, &news, in: db, at: now) }
            if before.roles.isDependent { try lose(row.other, of: row.owner, &news, in: db, at: now) }
            if before.roles.isResponder { try lose(row.owner, of: row.other, &news, in: db, at: now) }
        } else {
            try remove(row, nil, in: db)
        }
        return .changed(nil, news)
    }

    /// Tells the owner of a row that the other side has changed it.
    private func tell(
        _ row: Bound, before: ContactBond?, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        news.touched.formUnion([row.owner, row.other])
        let name = try shownName(of: row.other, to: row.owner, in: db)
        guard let text = ContactText(from: before, to: row.bond, by: name) else { return }
        // That somebody is no responder any more is never kept from who relies on them.
        let isLoss = before?.roles.isResponder == true && !row.bond.roles.isResponder
        guard try isLoss || person(row.owner, in: db)?.silenced.contains("contacts") == false else { return }
        let note = Note(type: text.type, title: text.title, message: text.message, about: row.other)
        // Who asks again and again is read once.
        try db.execute(
            kept: """
                DELETE FROM notification WHERE person = ? AND about = ? AND is_read = 0
                    AND type IN ('contactAdded', 'roleChanged')
                """,
            arguments: [Data(row.owner), Data(row.other)])
        try notify(row.owner, note, &news, in: db, at: now)
    }

    /// What follows for a person's alarm, and for their other responders, from a changed bond.
    private func follow(
        _ before: ContactBond, _ row: Bound, _ mirror: Bound, _ news: inout SignalNews, in db: Database,
        at now: Timestamp
    ) throws {
        let after = mirror.bond.roles
        if before.roles.isDependent, !after.isDependent {
            try lose(row.other, of: row.owner, &news, in: db, at: now)
        }
        if before.roles.isResponder, !after.isResponder {
            try lose(row.owner, of: row.other, &news, in: db, at: now)
        }
        if !before.roles.isDependent, after.isDependent {
            try gain(row.other, of: row.owner, &news, in: db, at: now)
        }
        if !before.roles.isResponder, after.isResponder {
            try gain(row.owner, of: row.other, &news, in: db, at: now)
        }
    }

    /// Somebody is a responder no more: the others are told, and an alarm that they had taken goes on.
    private func lose(
        _ responder: SignalPersonID, of person: SignalPersonID, _ news: inout SignalNews, in db: Database,
        at now: Timestamp
    ) throws {
        for left in try responders(of: person, in: db) where left.id != responder {
            let name = try shownName(of: person, to: left.id, in: db)
            let note = Note(
                type: "roleChanged", title: "A responder less", message: ContactText.lost(name), about: person)
            try notify(left.id, note, &news, in: db, at: now)
        }
        guard let record = try self.person(person, in: db) else { return }
        news.append(try apply(.withdrew(responder), to: record, in: db, at: now).news)
    }

    /// Somebody is a responder now: the others are told, and the newcomer of an alarm that runs.
    private func gain(
        _ responder: SignalPersonID, of person: SignalPersonID, _ news: inout SignalNews, in db: Database,
        at now: Timestamp
    ) throws {
        for known in try responders(of: person, in: db) where known.id != responder {
            let name = try shownName(of: person, to: known.id, in: db)
            let note = Note(
                type: "roleChanged", title: "A responder more", message: "\(name) has a responder more.",
                about: person)
            try notify(known.id, note, &news, in: db, at: now)
        }
        guard let record = try self.person(person, in: db), record.watch.alert?.isConcealed != true else { return }
        let event = SignalEvent.time(jump: .zero, try alertID(of: record, in: db))
        news.append(try apply(event, to: record, in: db, at: now).news)
    }

}

extension ContactOutcome {
    /// The same, with what was to be told before.
    fileprivate func told(after earlier: SignalNews) -> ContactOutcome {
        guard case .changed(let contact, let news) = self else { return self }
        var all = earlier
        all.append(news)
        return .changed(contact, all)
    }
}
