internal import Foundation
internal import GRDB
internal import SealedDatabase
internal import SignalCore
internal import Wire

/// The true roles of a contact whose roles the person was forced to change. The person's own sessions see the changed
/// rows. The true roles are kept in the responder's row until the alarm that the duress PIN raised has ended.
struct KeptRole: Hashable {
    var tier: Int
    /// When the responder became the person's contact.
    var since: Timestamp

    /// The stored form of the role.
    var text: String { "\(tier) \(since.millisecondsSince1970)" }

    init(tier: Int, since: Timestamp) { (self.tier, self.since) = (tier, since) }

    /// Reads the stored form. A role that cannot be read gets the first tier.
    init(kept text: String) {
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        let isRead = numbers.count == 2 && ContactRules.tiers.contains(Int(numbers[0]))
        tier = isRead ? Int(numbers[0]) : ContactRules.tiers.lowerBound
        since = Timestamp(millisecondsSince1970: isRead ? numbers[1] : 0)
    }
}

extension SignalStore.Bound {
    /// Takes over the identity of the row that this row replaces. Anyone who is still a responder therefore keeps the
    /// same contact.
    mutating func keep(_ old: SignalStore.Bound?) {
        guard let old, let kept = old.kept else { return }
        (self.kept, id, since) = (kept, old.id, old.since)
        if labels == ContactLabels() { labels = old.labels }
    }
}

/// Changes contacts, and informs the people concerned.
extension SignalStore {
    /// Carries out the changes that a person was forced to make, because their contacts no longer need to be reached.
    /// This happens after the all-clear, so that the people who were responders until now still get the all-clear.
    func doWhatWasPretended(
        by record: PersonRecord, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        let person = record.id
        let rows = try Row.fetchAll(
            db, kept: "SELECT * FROM contact WHERE other = ? AND pretended IS NOT NULL", arguments: [Data(person)])
        // The person's own sessions saw the change long ago, so they get no news about it now.
        let isTouched = news.touched.contains(person)
        defer { if !isTouched { news.touched.remove(person) } }
        for fetched in rows {
            var row = try bound(fetched, in: db)
            if record.goneAt != nil {
                try end(row, .left, &news, in: db, at: now)
                continue
            }
            let before = row.trueBond
            if row.bond.hasEnded { try keepLabels(of: &row, in: db, at: now) }
            row.kept = nil
            try save(row, in: db, at: now)
            try tell(row, before: before, &news, in: db, at: now)
            if !row.bond.roles.isDependent { try lose(row.owner, of: person, isSeen: false, &news, in: db, at: now) }
        }
    }

    /// Changes a bond. If `keeping` is true, the other side keeps its true role for the owner, although the owner's
    /// sessions see the role as changed.
    func change(
        _ row: Bound, keeping kept: KeptRole? = nil, in db: Database, at now: Timestamp,
        _ body: (inout ContactBond) -> Void
    ) throws -> ContactOutcome {
        var row = row
        var bond = row.trueBond
        body(&bond)
        // A responder who has given up the role has left, even if a true role was kept.
        let hasLeft = row.kept != nil && !bond.roles.isDependent
        if hasLeft { row.kept = nil }
        guard let theirs = try bound(row.owner, to: row.other, in: db) else {
            guard row.kept != nil || hasLeft else { return .unknown }
            try save(row, in: db, at: now)
            var news = SignalNews()
            if hasLeft { try lose(row.owner, of: row.other, isSeen: false, &news, in: db, at: now) }
            return .changed(try view(row, in: db, at: now), news)
        }
        var mirror = theirs
        mirror.kept = mirror.kept ?? kept
        body(&row.bond)
        // The bond has no agreed roles and no proposal, so it ends.
        if row.bond.roles.isEmpty, row.bond.proposal == nil, !row.bond.hasEnded {
            return try end(row, isQuietly: false, keeping: kept, hasLeft: hasLeft, in: db, at: now)
        }
        if !row.bond.hasEnded { mirror.bond = row.bond.mirrored }
        for changed in [row, mirror] { try save(changed, in: db, at: now) }
        var news = SignalNews()
        try tell(mirror, before: theirs.trueBond, &news, in: db, at: now)
        try follow(theirs.bond, row, mirror, hasLeft: hasLeft, &news, in: db, at: now)
        return .changed(try view(row, in: db, at: now), news)
    }

    /// Ends a bond. `keeping` works as in ``change(_:keeping:in:at:_:)``. A row stays if its owner is still a responder
    /// and does not leave.
    func end(
        _ row: Bound, isQuietly: Bool, keeping kept: KeptRole? = nil, hasLeft: Bool = false, in db: Database,
        at now: Timestamp
    ) throws -> ContactOutcome {
        var news = SignalNews()
        news.touched = [row.owner]
        let theirs = try bound(row.owner, to: row.other, in: db)
        // If the person still sees the contact, only the contact's true tier was kept. This is because the tier was
        // changed under duress.
        var wasSeen = false
        if var mirror = theirs, !mirror.bond.hasEnded {
            let (before, seen) = (mirror.trueBond, mirror.bond)
            mirror.kept = mirror.kept ?? kept
            // The owner can still read what they have seen so far.
            if mirror.kept == nil { try keepLabels(of: &mirror, in: db, at: now) }
            mirror.bond = ContactBond(roles: ContactRoles(), proposal: nil, hasEnded: true)
            try save(mirror, in: db, at: now)
            try removeOrKeep(row, in: db, at: now)
            try db.execute(
                kept: "DELETE FROM ping WHERE (sender = ?1 AND recipient = ?2) OR (sender = ?2 AND recipient = ?1)",
                arguments: [Data(row.owner), Data(row.other)])
            // Everyone who loses a responder is informed in any case. The remaining responders are also informed.
            if !isQuietly || before.roles.isResponder { try tell(mirror, before: before, &news, in: db, at: now) }
            if seen.roles.isDependent { try lose(mirror, &news, in: db, at: now) }
            wasSeen = seen.roles.isResponder
        } else {
            try removeOrKeep(row, in: db, at: now)
        }
        if hasLeft || wasSeen { try lose(row.owner, of: row.other, isSeen: wasSeen, &news, in: db, at: now) }
        return .changed(nil, news)
    }

    private func removeOrKeep(_ row: Bound, in db: Database, at now: Timestamp) throws {
        guard row.kept != nil else { return try remove(row, nil, in: db) }
        var row = row
        row.bond = ContactBond(roles: ContactRoles(), proposal: nil, hasEnded: true)
        try save(row, in: db, at: now)
    }

    private func keepLabels(of row: inout Bound, in db: Database, at now: Timestamp) throws {
        guard let seen = try view(row, in: db, at: now) else { return }
        row.labels = ContactLabels(
            firstName: seen.firstName, lastName: seen.lastName, phone: ProfileText.hint(seen.phone))
    }

    /// Informs the owner of a row that the other side has changed the bond.
    func tell(
        _ row: Bound, before: ContactBond?, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        news.touched.formUnion([row.owner, row.other])
        let name = try shownName(of: row.other, to: row.owner, in: db)
        guard let notice = Notice(from: before, to: row.trueBond, by: name) else { return }
        // People who rely on a responder are always informed of the loss.
        let isLoss = before?.roles.isResponder == true && !row.trueBond.roles.isResponder
        guard try isLoss || person(row.owner, in: db)?.silenced.contains("contacts") == false else { return }
        let note = Note(notice, about: row.other)
        // A repeated request appears only once.
        try db.execute(
            kept: """
                DELETE FROM notification WHERE person = ? AND about = ? AND is_read = 0
                    AND type IN ('contactAdded', 'roleChanged')
                """,
            arguments: [Data(row.owner), Data(row.other)])
        try notify(row.owner, note, &news, in: db, at: now)
    }

    /// Applies a changed bond to a person's alarm and to their other responders.
    private func follow(
        _ before: ContactBond, _ row: Bound, _ mirror: Bound, hasLeft: Bool, _ news: inout SignalNews,
        in db: Database, at now: Timestamp
    ) throws {
        let after = mirror.bond.roles
        if before.roles.isDependent, !after.isDependent { try lose(mirror, &news, in: db, at: now) }
        if hasLeft || (before.roles.isResponder && !after.isResponder) {
            try lose(row, isSeen: before.roles.isResponder, &news, in: db, at: now)
        }
        if !before.roles.isDependent, after.isDependent, mirror.kept == nil {
            try gain(row.other, of: row.owner, &news, in: db, at: now)
        }
        if !before.roles.isResponder, after.isResponder, row.kept == nil {
            try gain(row.owner, of: row.other, &news, in: db, at: now)
        }
    }

    /// Handles the loss of a responder. The owner of a row is no longer the other side's responder, or only seems not
    /// to be.
    private func lose(
        _ row: Bound, isSeen: Bool = true, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        guard row.kept != nil else {
            return try lose(row.owner, of: row.other, isSeen: isSeen, &news, in: db, at: now)
        }
        guard let record = try person(row.other, in: db) else { return }
        news.append(try apply(.seemedToWithdraw(row.owner), to: record, in: db, at: now).news)
        try tellIfNobodyIsLeft(row.other, &news, in: db, at: now)
    }

    /// Checks whether a person who has lost a responder has any responder left. Only what the person's own sessions
    /// know counts. If the person has no responder left, informs the person.
    func tellIfNobodyIsLeft(
        _ person: SignalPersonID, _ news: inout SignalNews, in db: Database, at now: Timestamp
    ) throws {
        let unseen = try callInSecret(of: person, in: db)
        let seen = try responders(of: person, asSeen: true, in: db)
        guard try seen.allSatisfy({ try $0.isSilent || !isHeard($0.id, unseen: unseen, in: db) }) else { return }
        try notify(person, Note(.nobodyLeft), &news, in: db, at: now)
    }

    /// Handles the loss of a responder. The other responders are informed, and an alarm that the lost responder had
    /// acknowledged continues. The argument `isSeen` says whether the person's own sessions saw this person as a
    /// responder until now.
    func lose(
        _ responder: SignalPersonID, of person: SignalPersonID, isSeen: Bool, _ news: inout SignalNews,
        in db: Database, at now: Timestamp
    ) throws {
        for left in try responders(of: person, in: db) where left.id != responder && !left.isSilent {
            let name = try shownName(of: person, to: left.id, in: db)
            try notify(left.id, Note(.responderLess(of: name), about: person), &news, in: db, at: now)
        }
        guard let record = try self.person(person, in: db) else { return }
        news.append(try apply(.withdrew(responder), to: record, in: db, at: now).news)
        if isSeen { try tellIfNobodyIsLeft(person, &news, in: db, at: now) }
    }

    /// Handles a new responder. The other responders are informed, and the new responder is alerted if an alarm is
    /// running.
    private func gain(
        _ responder: SignalPersonID, of person: SignalPersonID, _ news: inout SignalNews, in db: Database,
        at now: Timestamp
    ) throws {
        for known in try responders(of: person, in: db) where known.id != responder {
            let name = try shownName(of: person, to: known.id, in: db)
            try notify(known.id, Note(.responderMore(of: name), about: person), &news, in: db, at: now)
        }
        guard let record = try self.person(person, in: db), record.watch.alert?.isConcealed != true else { return }
        let event = SignalEvent.time(jump: .zero, try alertID(of: record, in: db))
        news.append(try apply(event, to: record, in: db, at: now).news)
    }
}
