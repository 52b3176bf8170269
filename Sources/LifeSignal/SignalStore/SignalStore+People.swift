package import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
internal import SeamWords
internal import SignalCore
package import Wire

extension SignalStore {
    /// The person who is signed in to a session, and the name that the account had at sign-in. If nobody is signed in,
    /// this is nil.
    package func person(
        of session: SessionID
    ) throws(StoreError) -> (person: PersonRecord, account: String?)? {
        try read { db in
            let row = try Row.fetchOne(
                db,
                kept: """
                    SELECT person.*, session.account FROM session JOIN person ON person.id = session.person
                    WHERE session.uid = ? AND session.name = ?
                    """,
                arguments: [Int64(session.uid), session.name])
            return try row.map { (try personRecord($0, in: db), try StoredRow($0).optional("account")) }
        }
    }

    /// Forgets a user number's sessions, and the codes that these sessions are waiting for. Sessions that belong to the
    /// given account stay.
    package func forgetSessions(of uid: UInt32, except account: String?) throws(StoreError) {
        try write { db in
            try db.execute(
                kept: "DELETE FROM session WHERE uid = ? AND account IS NOT ?", arguments: [Int64(uid), account])
            try db.execute(kept: "DELETE FROM login WHERE uid = ?", arguments: [Int64(uid)])
        }
    }

    /// The person with that id, or nil if there is no such person.
    package func person(_ id: [UInt8]) throws(StoreError) -> PersonRecord? {
        try read { db in try person(id, in: db) }
    }

    /// Signs a session out. Does nothing if nobody is signed in to the session.
    package func signOut(_ session: SessionID) throws(StoreError) {
        try write { db in
            let arguments: StatementArguments = [Int64(session.uid), session.name]
            try db.execute(kept: "DELETE FROM session WHERE uid = ? AND name = ?", arguments: arguments)
            try db.execute(kept: "DELETE FROM login WHERE uid = ? AND session = ?", arguments: arguments)
        }
    }

    /// Changes a person in one transaction, and returns the person's new state. Throws ``StoreError/Code/conflict`` if
    /// there is no such person.
    package func change(
        _ id: [UInt8], at now: Timestamp, _ body: (inout PersonRecord) -> Void
    ) throws(StoreError) -> PersonRecord {
        try write { db in
            var person = try known(id, in: db)
            body(&person)
            person.revision += 1
            try save(person, in: db, at: now)
            return person
        }
    }

    /// The people after the given number, in the order of their first sign-in.
    package func people(after number: Int64, limit: Int) throws(StoreError) -> [PersonSummary] {
        try read { db in
            try Row.fetchAll(
                db,
                kept: """
                    SELECT *, (SELECT count(*) FROM session WHERE session.person = person.id) AS sessions
                    FROM person WHERE number > ? AND gone_at_ms IS NULL ORDER BY number LIMIT ?
                    """,
                arguments: [number, limit]
            ).map { fetched in
                let row = StoredRow(fetched)
                // An unreadable person does not hide the others.
                let phone = try? personRecord(fetched, in: db).profile.phone
                return PersonSummary(
                    number: try row.value("number"), id: [UInt8](try row.value("id", as: Data.self)), phone: phone,
                    since: try row.time("since_ms"), sessions: try row.value("sessions"))
            }
        }
    }

    func person(_ id: [UInt8], in db: Database) throws -> PersonRecord? {
        try Row.fetchOne(db, kept: "SELECT * FROM person WHERE id = ?", arguments: [Data(id)])
            .map { try personRecord($0, in: db) }
    }

    /// The person with that id. Throws ``StoreError/Code/conflict`` if there is no such person, or if the person has
    /// left.
    func known(_ id: [UInt8], in db: Database) throws -> PersonRecord {
        guard let person = try person(id, in: db), person.goneAt == nil else { throw Self.nobody }
        return person
    }

    /// The error for an unknown person.
    static let nobody = StoreError(.conflict, "there is no such person")

    func person(phone: String, in db: Database) throws -> PersonRecord? {
        try Row.fetchOne(
            db, kept: "SELECT * FROM person WHERE phone_hmac = ?", arguments: [try hmac(ofPhone: phone, in: db)]
        )
        .map { try personRecord($0, in: db) }
    }

    /// Writes a new or changed person.
    func save(_ person: PersonRecord, in db: Database, at now: Timestamp) throws {
        if let next = person.watch.nextLook { planned(next) }
        let key = try keys.makeDataKey(for: .person(person.id), in: db, at: now)
        let sealed = try Seal.close(
            Array(person.profile.jsonText.bytes), key: key, context: Self.profileContext(person.id))
        // The number of a person who has left is free.
        let phone =
            try person.goneAt == nil
            ? hmac(ofPhone: person.profile.phone, in: db) : keys.seal(of: person.id, for: "gone", in: db)
        try db.execute(
            kept: """
                INSERT INTO person (id, phone_hmac, qr_hmac, profile, watch, next_look_ms, preferences, pin_hmac,
                    forced_pin_hmac, since_ms, revision, gone_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET phone_hmac = excluded.phone_hmac, qr_hmac = excluded.qr_hmac,
                    profile = excluded.profile, watch = excluded.watch, next_look_ms = excluded.next_look_ms,
                    preferences = excluded.preferences, pin_hmac = excluded.pin_hmac,
                    forced_pin_hmac = excluded.forced_pin_hmac, revision = excluded.revision,
                    gone_at_ms = excluded.gone_at_ms
                """,
            arguments: [
                Data(person.id), phone, try keys.seal(of: person.profile.qrCodeID, for: "qr", in: db), sealed,
                kept(person.watch), person.watch.nextLook?.millisecondsSince1970,
                KeptPreferences(person).text, person.pins.map { Data($0.real) },
                person.pins?.forced.map { Data($0) }, person.since.millisecondsSince1970, person.revision,
                person.goneAt?.millisecondsSince1970,
            ])
    }

    /// Writes the deadline and alarm of a person when nothing else has changed.
    func saveWatch(of person: PersonRecord, in db: Database) throws {
        if let next = person.watch.nextLook { planned(next) }
        try db.execute(
            kept: "UPDATE person SET watch = ?, next_look_ms = ?, revision = ? WHERE id = ?",
            arguments: [
                kept(person.watch), person.watch.nextLook?.millisecondsSince1970, person.revision,
                Data(person.id),
            ])
    }

    private func kept(_ watch: SignalWatch) -> String { String(decoding: watch.jsonText.bytes, as: UTF8.self) }

    func hmac(ofPhone phone: String, in db: Database) throws -> Data {
        try keys.seal(of: Array(phone.utf8), for: "phone", in: db)
    }

    private func personRecord(_ fetched: Row, in db: Database) throws -> PersonRecord {
        let row = StoredRow(fetched)
        let id = [UInt8](try row.value("id", as: Data.self))
        guard let key = try keys.dataKey(of: .person(id), in: db) else {
            throw StoreError(.corrupt, "a person has no data key")
        }
        let bytes = try Seal.open(row.value("profile"), key: key, context: Self.profileContext(id))
        guard let profile = try? PersonRecord.Profile(json: JSON(parsing: bytes)) else {
            throw StoreError(.corrupt, "a profile cannot be read")
        }
        var person = PersonRecord(
            id: id, phone: profile.phone, qrCodeID: profile.qrCodeID, since: try row.time("since_ms"))
        person.profile = profile
        (person.revision, person.goneAt) = (try row.value("revision"), try row.optionalTime("gone_at_ms"))
        let kept = try row.value("watch", as: String.self)
        guard let watch = try? SignalWatch(json: JSON(parsing: kept.utf8)) else {
            throw StoreError(.corrupt, "the state of a person's check-ins cannot be read")
        }
        person.watch = watch
        let preferences = KeptPreferences(kept: try row.value("preferences"))
        (person.silenced, person.language) = (preferences.silenced, preferences.language)
        person.pins = try row.optional("pin_hmac", as: Data.self).map { real in
            PINSeals(
                real: [UInt8](real), forced: try row.optional("forced_pin_hmac", as: Data.self).map { [UInt8]($0) })
        }
        person.helper = try helper(of: person, in: db)
        return person
    }

    /// The language for a recipient. Messages name the recipient by this text. An unreadable language does not keep a
    /// message from being sent.
    func language(of recipient: String, in db: Database) throws -> SeamLanguage {
        guard case .person(let id) = SignalRecipient(kept: recipient) else { return language }
        let kept = try String.fetchOne(db, kept: "SELECT preferences FROM person WHERE id = ?", arguments: [Data(id)])
        return kept.flatMap { KeptPreferences(kept: $0).language } ?? language
    }

    /// The helper who is on the way to a person, as one of the person's contacts. Only a helper whom the person's
    /// sessions see is returned.
    func helper(of person: PersonRecord, in db: Database) throws -> [UInt8]? {
        try person.watch.seen.alert?.acknowledgedBy?.person.flatMap { try contactID(of: $0, to: person.id, in: db) }
    }

    private static func profileContext(_ id: [UInt8]) -> SealingContext {
        SealingContext(place: "person.profile", row: Hex.encode(id), owner: .person(id))
    }
}
