internal import Foundation
internal import GRDB
package import SealedDatabase
internal import SeamWords
package import SignalCore
internal import Wire

/// Reads and writes contacts, and one person's view of another.
extension SignalStore {
    /// A responder who has agreed.
    struct Responder {
        var id: SignalPersonID
        var tier: Int
        /// Whether the responder has currently turned alarms off.
        var isSilent: Bool
        /// When the responder became a contact.
        var since: Timestamp
        /// Until when the responder has muted this person's calls for help. If the responder has not muted them, this
        /// is nil.
        var mutedUntil: Timestamp?
        /// Whether the person's own sessions see this responder.
        var isSeen: Bool
    }

    /// The people who are alerted when a person needs help, the first tier first. This includes people who have turned
    /// alarms off. If `asSeen` is true, returns the responders that the person's own sessions see. They differ if the
    /// person was forced to remove some of the responders.
    func responders(
        of person: SignalPersonID, asSeen: Bool = false, in db: Database
    ) throws -> [Responder] {
        try Row.fetchAll(
            db,
            kept: """
                SELECT theirs.owner, theirs.muted_until_ms, theirs.pretended, person.preferences, own.tier,
                    own.since_ms, own.is_responder
                FROM contact AS theirs JOIN person ON person.id = theirs.owner
                    LEFT JOIN contact AS own ON own.owner = theirs.other AND own.other = theirs.owner
                WHERE theirs.other = ?1 AND (own.is_responder = 1 OR (theirs.pretended IS NOT NULL AND NOT ?2))
                ORDER BY coalesce(own.id, theirs.id)
                """,
            arguments: [Data(person), asSeen]
        ).map { fetched in
            let row = StoredRow(fetched)
            let silenced = try row.value("preferences", as: String.self).split(separator: " ")
            let kept = asSeen ? nil : try row.optional("pretended", as: String.self).map(KeptRole.init(kept:))
            return Responder(
                id: [UInt8](try row.value("owner", as: Data.self)), tier: try kept?.tier ?? row.value("tier"),
                isSilent: silenced.contains("alerts"), since: try kept?.since ?? row.time("since_ms"),
                mutedUntil: try row.optionalTime("muted_until_ms"), isSeen: try row.optional("is_responder") ?? false)
        }.sorted { $0.tier < $1.tier }
    }

    /// A person's responders by tier, limited to the responders whom an event's messages reach. Responders who joined
    /// after a secret call are not alerted about it. Responders who have muted calls for help are alerted only if
    /// nobody else is left.
    func tiers(
        of person: PersonRecord, _ responders: [Responder], after event: SignalEvent, in db: Database,
        at now: Timestamp
    ) throws -> [[SignalPersonID]] {
        let concealed = person.watch.alert?.concealedAt
        let listeners = responders.filter { responder in
            !responder.isSilent && (concealed.map { responder.since <= $0 } ?? true)
        }
        guard person.watch.isCallAlone(after: event, at: now) else { return Self.tiers(listeners) }
        var open = listeners.filter { $0.mutedUntil.map { $0 <= now } ?? true }
        // A responder who cannot be reached does not replace the responders who have muted calls for help.
        if open.count < listeners.count, try !open.contains(where: { try isHeard($0.id, in: db) }) { open = [] }
        return Self.tiers(open.isEmpty ? listeners : open)
    }

    /// The person's responders by tier, as the person's own sessions see them.
    func seenTiers(of person: PersonRecord, in db: Database) throws -> [[SignalPersonID]] {
        Self.tiers(try responders(of: person.id, asSeen: true, in: db).filter { !$0.isSilent })
    }

    private static func tiers(_ responders: [Responder]) -> [[SignalPersonID]] {
        ContactRules.tiers.map { tier in responders.filter { $0.tier == tier }.map(\.id) }
    }

    /// The people whose responder a person is. If `asSeen` is true, returns the people whose own sessions show this
    /// person as a responder.
    func dependents(
        of person: SignalPersonID, asSeen: Bool = false, in db: Database
    ) throws -> [SignalPersonID] {
        try Row.fetchAll(
            db,
            kept: """
                SELECT other FROM contact
                WHERE owner = ?1 AND (is_dependent = 1 OR (pretended IS NOT NULL AND NOT ?2)) ORDER BY id
                """,
            arguments: [Data(person), asSeen]
        ).map { [UInt8](try StoredRow($0).value("other", as: Data.self)) }
    }

    /// The people who have a person as a contact. If the person changes, their view of this contact may change.
    package func whoKnows(_ person: SignalPersonID) throws(StoreError) -> Set<SignalPersonID> {
        try read { db in
            Set(
                try Row.fetchAll(db, kept: "SELECT owner FROM contact WHERE other = ?", arguments: [Data(person)])
                    .map { [UInt8](try StoredRow($0).value("owner", as: Data.self)) })
        }
    }

    /// The id of `other` as a contact of `person`, or nil if `other` is not a contact.
    func contactID(of other: SignalPersonID, to person: SignalPersonID, in db: Database) throws -> [UInt8]? {
        try Row.fetchOne(
            db, kept: "SELECT id FROM contact WHERE owner = ? AND other = ?", arguments: [Data(person), Data(other)]
        ).map { [UInt8](try StoredRow($0).value("id", as: Data.self)) }
    }

    /// Somebody's name as shown to a person. This is the name that the person has written, or as much of the name as
    /// the other person has agreed to show.
    func shownName(of other: SignalPersonID, to person: SignalPersonID, in db: Database) throws -> SeamText {
        do {
            guard let row = try bound(other, to: person, in: db) else { return Notice.somebody }
            let seen = try view(row, in: db, at: Timestamp(millisecondsSince1970: 0))
            return seen.map { SeamText.plain($0.name) } ?? Notice.somebody
        } catch  where Self.isOnePersons(error) {
            // An unreadable name must not stop a message.
            return Notice.somebody
        }
    }

    /// The other side in the form in which the owner of a row sees them. If that person was removed, this is nil.
    func view(_ row: Bound, in db: Database, at now: Timestamp) throws -> StoredContact? {
        guard let other = try person(row.other, in: db) else { return nil }
        let alert = alarm(of: other, to: row)
        let bond = row.trueBond
        let seen = SeenField.seen(by: bond.mirrored, inAlarm: alert != nil)
        func name(_ label: String, _ own: String, _ field: SeenField) -> String {
            label.isEmpty && seen.contains(field) ? own : label
        }
        let number = seen.contains(.phone) ? other.profile.phone : ProfileText.hint(other.profile.phone)
        var contact = StoredContact(
            id: row.id, firstName: name(row.labels.firstName, other.profile.firstName, .firstName),
            lastName: name(row.labels.lastName, other.profile.lastName, .lastName),
            phone: row.labels.phone ?? (bond.hasEnded ? "" : number), bond: bond, tier: row.tier,
            since: row.since)
        if bond.roles.isResponder {
            contact.isSilent = other.silenced.contains("alerts")
            let unseen = try unseenFailures(of: row.other, by: row.owner, in: db)
            contact.channels = try channels(of: row.other, unseen: unseen, in: db)
            contact.isUnheard = try !isHeard(row.other, unseen: unseen, in: db)
        }
        if bond.roles.isDependent {
            contact.isLast = try responders(of: row.other, in: db).allSatisfy { responder in
                try responder.id == row.owner || responder.isSilent || !isHeard(responder.id, in: db)
            }
        }
        if seen.contains(.status) {
            let asked = try pendingPing(from: row.owner, to: row.other, in: db, at: now)
            switch alert?.kind {
            case .manual: contact.status = .alertActive
            case .overdue: contact.status = .nonResponsive
            case nil: contact.status = asked ? .pendingPing : .active
            }
        }
        if bond.roles.isDependent { contact.mutedUntil = row.mutedUntil.flatMap { $0 > now ? $0 : nil } }
        if seen.contains(.lastCheckIn) { contact.lastCheckIn = other.watch.lastCheckIn }
        if seen.contains(.alarm) { contact.alert = alert }
        if seen.contains(.image) { contact.image = other.profile.image }
        if seen.contains(.emergencyNote), !other.profile.note.isEmpty { contact.note = other.profile.note }
        return contact
    }

    /// A person's alarm, as the given contact sees it. A contact who was added after a secret call has the same view as
    /// the person's own sessions, because a coercer may have added the contact.
    func alarm(of person: PersonRecord, to row: Bound) -> RunningAlert? {
        guard let alert = person.watch.alert, row.since > (alert.concealedAt ?? alert.raisedAt) else {
            return person.watch.alert
        }
        return person.watch.seen.alert
    }

    /// The channels of a person's working addresses. An address that has failed only since `unseen` counts as working.
    private func channels(of person: SignalPersonID, unseen: Timestamp?, in db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            kept: """
                SELECT DISTINCT channel FROM reach
                WHERE person = ? AND code IS NULL AND (is_broken = 0 OR failing_since_ms >= ?) ORDER BY channel
                """,
            arguments: [Data(person), unseen?.millisecondsSince1970])
    }

    /// The moment since which `owner` does not see that a responder's addresses fail. This is the moment of the owner's
    /// own secret call, whose messages may have revealed the failures. Returns nil if the owner sees the failures.
    private func unseenFailures(
        of responder: SignalPersonID, by owner: SignalPersonID, in db: Database
    ) throws -> Timestamp? {
        let isFailing = try Bool.fetchOne(
            db, kept: "SELECT EXISTS (SELECT 1 FROM reach WHERE person = ? AND is_broken = 1)",
            arguments: [Data(responder)])
        return isFailing == true ? try callInSecret(of: owner, in: db) : nil
    }

    /// When somebody called for help under duress so that their own sessions do not see it. If there was no such call,
    /// this is nil.
    func callInSecret(of id: SignalPersonID, in db: Database) throws -> Timestamp? {
        try person(id, in: db).flatMap(Self.callInSecret)
    }

    static func callInSecret(of person: PersonRecord) -> Timestamp? {
        person.watch.pretence == nil ? nil : person.watch.alert?.concealedAt
    }

    // MARK: - Rows

    func bound(_ id: [UInt8], of person: SignalPersonID, in db: Database) throws -> Bound? {
        try Row.fetchOne(
            db, kept: "SELECT * FROM contact WHERE id = ? AND owner = ?", arguments: [Data(id), Data(person)]
        ).map { try bound($0, in: db) }
    }

    func bound(_ other: SignalPersonID, to person: SignalPersonID, in db: Database) throws -> Bound? {
        try Row.fetchOne(
            db, kept: "SELECT * FROM contact WHERE owner = ? AND other = ?", arguments: [Data(person), Data(other)]
        ).map { try bound($0, in: db) }
    }

    func bound(_ fetched: Row, in db: Database) throws -> Bound {
        let row = StoredRow(fetched)
        let (id, owner) = (
            [UInt8](try row.value("id", as: Data.self)), [UInt8](try row.value("owner", as: Data.self))
        )
        guard let key = try keys.dataKey(of: .person(owner), in: db) else {
            throw StoreError(.corrupt, "a person has no data key")
        }
        let bytes = try Seal.open(row.value("labels"), key: key, context: Self.labelsContext(id, owner))
        guard let labels = try? ContactLabels(json: JSON(parsing: bytes)) else {
            throw StoreError(.corrupt, "a contact cannot be read")
        }
        let wanted = try row.optional("wanted_responder", as: Bool.self).map { isResponder in
            RoleProposal(
                ContactRoles(isResponder: isResponder, isDependent: try row.value("wanted_dependent")),
                isMine: try row.value("is_mine"))
        }
        let roles = ContactRoles(
            isResponder: try row.value("is_responder"), isDependent: try row.value("is_dependent"))
        return Bound(
            id: id, owner: owner, other: [UInt8](try row.value("other", as: Data.self)),
            bond: ContactBond(roles: roles, proposal: wanted, hasEnded: try row.value("has_ended")), labels: labels,
            tier: try row.value("tier"), since: try row.time("since_ms"), askedAt: try row.time("asked_at_ms"),
            mutedUntil: try row.optionalTime("muted_until_ms"),
            kept: try row.optional("pretended", as: String.self).map(KeptRole.init(kept:)))
    }

    func save(_ row: Bound, in db: Database, at now: Timestamp) throws {
        let key = try keys.makeDataKey(for: .person(row.owner), in: db, at: now)
        let labels = try Seal.close(
            Array(row.labels.jsonText.bytes), key: key, context: Self.labelsContext(row.id, row.owner))
        let (bond, wanted) = (row.bond, row.bond.proposal)
        try db.execute(
            kept: """
                INSERT OR REPLACE INTO contact (id, owner, other, labels, is_responder, is_dependent, wanted_responder,
                    wanted_dependent, is_mine, has_ended, tier, since_ms, asked_at_ms, muted_until_ms, pretended)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Data(row.id), Data(row.owner), Data(row.other), labels, bond.roles.isResponder,
                bond.roles.isDependent, wanted?.roles.isResponder, wanted?.roles.isDependent, wanted?.isMine,
                bond.hasEnded, row.tier, row.since.millisecondsSince1970,
                (row.askedAt ?? row.since).millisecondsSince1970, row.mutedUntil?.millisecondsSince1970,
                row.kept?.text,
            ])
    }

    func remove(_ one: Bound?, _ other: Bound?, in db: Database) throws {
        for row in [one, other].compactMap({ $0 }) {
            try db.execute(kept: "DELETE FROM contact WHERE id = ?", arguments: [Data(row.id)])
        }
    }

    func count(of person: SignalPersonID, in db: Database) throws -> Int {
        try Int.fetchOne(db, kept: "SELECT count(*) FROM contact WHERE owner = ?", arguments: [Data(person)]) ?? 0
    }

    /// The number of people whose request this person has not answered yet, and who are not contacts of this person
    /// otherwise.
    func waiting(for person: SignalPersonID, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            kept: """
                SELECT count(*) FROM contact
                WHERE owner = ? AND is_mine = 0 AND is_responder = 0 AND is_dependent = 0
                """,
            arguments: [Data(person)]) ?? 0
    }

    private static func labelsContext(_ id: [UInt8], _ person: SignalPersonID) -> SealingContext {
        SealingContext(place: "contact.labels", row: Hex.encode(id), owner: .person(person))
    }
}
