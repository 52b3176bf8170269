internal import Foundation
internal import GRDB
package import SealedDatabase
package import SeamWords
package import SignalCore
package import Wire

/// Reads and changes contacts. Each of the two people has a row about their bond, and both rows change in one
/// transaction.
extension SignalStore {
    /// A row of the table `contact`.
    struct Bound {
        var id: [UInt8]
        var owner: SignalPersonID
        var other: SignalPersonID
        var bond: ContactBond
        var labels: ContactLabels
        var tier: Int
        var since: Timestamp
        /// When the owner was last asked whether the other side should still be a responder. The value nil means that
        /// the owner was last asked when the role began.
        var askedAt: Timestamp?
        /// Until when the owner has muted the other side's calls for help. If the owner has not muted them, this is
        /// nil.
        var mutedUntil: Timestamp?
        /// The value is set if the owner is still the other side's responder although the other side was forced to end
        /// this role. The other side sees the role as ended.
        var kept: KeptRole?

        /// The bond with the true roles.
        var trueBond: ContactBond {
            guard kept != nil else { return bond }
            var bond = bond
            (bond.roles.isDependent, bond.hasEnded) = (true, false)
            return bond
        }
    }

    /// A person's contacts, oldest first.
    package func contacts(of person: SignalPersonID, at now: Timestamp) throws(StoreError) -> [StoredContact] {
        try read { db in
            try Row.fetchAll(
                db, kept: "SELECT * FROM contact WHERE owner = ? ORDER BY since_ms, id", arguments: [Data(person)]
            ).compactMap { row in
                do {
                    return try view(try bound(row, in: db), in: db, at: now)
                } catch  where Self.isOnePersons(error) {
                    // An unreadable contact does not hide the others.
                    return nil
                }
            }
        }
    }

    /// One of a person's contacts, or nil if no contact has that id.
    package func contact(
        _ id: [UInt8], of person: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> StoredContact? {
        try read { db in try bound(id, of: person, in: db).flatMap { try view($0, in: db, at: now) } }
    }

    /// The parts of a person's data that each contact sees.
    package func whoSees(
        _ person: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> [(contact: StoredContact, seen: Set<SeenField>, inAlarm: Set<SeenField>)] {
        try contacts(of: person, at: now).map {
            ($0, SeenField.seen(by: $0.bond, inAlarm: false), SeenField.seen(by: $0.bond, inAlarm: true))
        }
    }

    /// Finds the person whose code this is. `ticket` is 16 random bytes, with which the caller may add that person for
    /// 15 minutes.
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

    /// Adds the person to whom a ticket belongs. That person then has to agree. If that person has already asked the
    /// caller, this agrees to their request. `ids` are two sets of 16 random bytes.
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
            var own = Bound(
                id: ids.own, owner: person, other: other, bond: bond, labels: labels, tier: tier, since: now)
            var mirror = Bound(
                id: ids.other, owner: other, other: person, bond: bond.mirrored, labels: ContactLabels(), tier: 1,
                since: now)
            own.keep(known)
            mirror.keep(theirs)
            for row in [own, mirror] { try save(row, in: db, at: now) }
            var news = SignalNews()
            try tell(mirror, before: theirs?.kept == nil ? nil : theirs?.trueBond, &news, in: db, at: now)
            return .changed(try view(own, in: db, at: now), news)
        }
    }

    /// Changes a person's labels for a contact. Also changes the roles that the person wants the contact to have. The
    /// value nil keeps the current value. Giving up a responder requires the person's PIN.
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
            return try guarding(known(person, in: db), use, in: db, at: now) { _, news, isForced in
                let kept = KeptRole(tier: before, since: row.since)
                return try change(row, keeping: isForced && (isLoss || isLater) ? kept : nil, in: db, at: now, body)
                    .told(after: news)
            }
        }
    }

    /// Ends a contact. The contact is removed for the person, and marked as ended for the other side. If `isQuietly` is
    /// true, the other side is informed only if it loses a responder. If the person loses a responder, the person's PIN
    /// is required.
    package func removeContact(
        _ id: [UInt8], of person: SignalPersonID, isQuietly: Bool, pin: String?, alert: SignalAlertID,
        at now: Timestamp
    ) throws(StoreError) -> Guarded<ContactOutcome> {
        try write { db in
            guard var row = try bound(id, of: person, in: db) else { return .done(.unknown) }
            let use = PINUse(pin, isRequired: row.bond.roles.isResponder, alert: alert)
            let hasLeft = row.kept != nil
            row.kept = nil
            return try guarding(known(person, in: db), use, in: db, at: now) { _, news, isForced in
                let kept = KeptRole(tier: row.tier, since: row.since)
                return try end(
                    row, isQuietly: isQuietly, keeping: isForced && row.bond.roles.isResponder ? kept : nil,
                    hasLeft: hasLeft, in: db, at: now
                ).told(after: news)
            }
        }
    }

    /// Changes which notifications a person wants, and their language. If the outer value is nil, the current language
    /// is kept. If the inner value is nil, the machine's language is used. If the person turns alarms off or on, the
    /// people who rely on that person are informed.
    package func set(
        _ silenced: Set<String>, _ language: SeamLanguage??, of id: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> (PersonRecord, SignalNews) {
        try write { db in
            var person = try known(id, in: db)
            let (was, isSilent) = (person.silenced.contains("alerts"), silenced.contains("alerts"))
            person.silenced = silenced
            if let language { person.language = language }
            person.revision += 1
            try save(person, in: db, at: now)
            var news = SignalNews()
            let seeing = Set(try dependents(of: id, asSeen: true, in: db))
            for dependent in was == isSilent ? [] : try dependents(of: id, in: db) {
                if seeing.contains(dependent) {
                    let name = try shownName(of: id, to: dependent, in: db)
                    try notify(dependent, Note(.silent(name, isSilent), about: id), &news, in: db, at: now)
                    news.touched.insert(dependent)
                    if isSilent { try tellIfNobodyIsLeft(dependent, &news, in: db, at: now) }
                }
                guard isSilent, let record = try self.person(dependent, in: db) else { continue }
                news.append(try apply(.withdrew(id), to: record, in: db, at: now).news)
            }
            return (person, news)
        }
    }
}

extension ContactOutcome {
    /// The same outcome, with earlier news added.
    func told(after earlier: SignalNews) -> ContactOutcome {
        guard case .changed(let contact, let news) = self else { return self }
        var all = earlier
        all.append(news)
        return .changed(contact, all)
    }
}
