package import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// A requested code, and the session that is waiting for the code.
package struct StoredCode: Sendable, Hashable {
    package var session: SessionID
    package var pending: PendingSignIn

    /// Creates a code for a session.
    package init(session: SessionID, pending: PendingSignIn) {
        (self.session, self.pending) = (session, pending)
    }
}

/// The result of trying a code.
package enum SignInOutcome: Sendable, Hashable {
    case signedIn(PersonRecord)
    /// The code was wrong. The value is the updated request.
    case wrong(PendingSignIn)
    case over
    case limited(Duration)
}

/// The result of trying a code, before its effect.
enum TriedCode {
    case right(PendingSignIn)
    case refused(SignInOutcome)
}

extension SignalStore {
    /// Records that a user requests a code for a number. If the user has to wait, returns how long, and records
    /// nothing.
    package func request(phone: String, by uid: UInt32, at now: Timestamp) throws(StoreError) -> Duration? {
        try write { db in try request(phone: phone, by: uid, in: db, at: now) }
    }

    func request(phone: String, by uid: UInt32, in db: Database, at now: Timestamp) throws -> Duration? {
        let phone = try hmac(ofPhone: phone, in: db)
        let earlier = try Row.fetchAll(
            db, kept: "SELECT at_ms FROM login_request WHERE phone_hmac = ? AND uid = ? AND at_ms > ?",
            arguments: [phone, Int64(uid), now.advanced(by: .seconds(-86_400)).millisecondsSince1970]
        ).map { try StoredRow($0).time("at_ms") }
        if let wait = SignInRules.wait(after: earlier, at: now) { return wait }
        try db.execute(
            kept: "INSERT INTO login_request (phone_hmac, uid, at_ms) VALUES (?, ?, ?)",
            arguments: [phone, Int64(uid), now.millisecondsSince1970])
        return nil
    }

    /// The request that a named session is waiting for. If there is no request, or if the request has expired, this is
    /// nil.
    package func pending(of session: SessionID, at now: Timestamp) throws(StoreError) -> PendingSignIn? {
        try read { db in try pending(of: session, in: db).flatMap { $0.isOpen(at: now) ? $0 : nil } }
    }

    /// Stores the request that the named session is now waiting for.
    package func save(_ pending: PendingSignIn, of session: SessionID, at now: Timestamp) throws(StoreError) {
        try write { db in try save(pending, of: session, in: db, at: now) }
    }

    /// Tries a code. `pending` is the request of an ephemeral session, and nil for a named session. The store keeps
    /// only the wrong tries of an ephemeral session's request.
    ///
    /// If the code is correct, the same transaction uses the code up and signs the person in to the named session.
    /// `isOpen` says whether anyone may register. `ids` are two sets of 16 random bytes for a new person. `account` is
    /// the user's name, or nil if there is no account.
    package func signIn(
        _ session: SessionID, pending given: PendingSignIn?, code: String, isOpen: Bool,
        ids: (person: [UInt8], qr: [UInt8]), account: String? = nil, at now: Timestamp
    ) throws(StoreError) -> SignInOutcome {
        try write { db in
            let pending: PendingSignIn
            switch try tryCode(code, of: session, given, for: nil, isOpen: isOpen, in: db, at: now) {
            case .refused(let why): return why
            case .right(let right): pending = right
            }
            let person = try welcomed(pending.phone, ids, in: db, at: now)
            if !session.isEphemeral { try begin(session, of: person, account, in: db, at: now) }
            return .signedIn(person)
        }
    }

    /// Tries a code. `person` is the person whose number the code changes, or nil if the code signs somebody in. A code
    /// that was requested for the other purpose does not count. Wrong tries are stored.
    func tryCode(
        _ code: String, of session: SessionID, _ given: PendingSignIn?, for person: SignalPersonID?, isOpen: Bool,
        in db: Database, at now: Timestamp
    ) throws -> TriedCode {
        let pending = try (given ?? self.pending(of: session, in: db)).flatMap { $0.person == person ? $0 : nil }
        let phone = try hmac(ofPhone: pending?.phone ?? "", in: db)
        // Until the code is correct, a known number takes as long as an unknown one.
        let isKnown = try owner(ofPhone: pending?.phone ?? "", in: db) != nil
        let tries = try wrongTries(phone, in: db)
        switch CodeTry(code, of: pending, after: tries, isWelcome: isKnown || isOpen, at: now) {
        case .right: return pending.map { .right($0) } ?? .refused(.over)
        case .over: return .refused(.over)
        case .limited(let wait): return .refused(.limited(wait))
        case .wrong(let pending, let tries):
            try db.execute(
                kept: "INSERT OR REPLACE INTO wrong_try (phone_hmac, count, since_ms, last_ms) VALUES (?, ?, ?, ?)",
                arguments: [
                    phone, tries.count, tries.since.millisecondsSince1970, tries.last.millisecondsSince1970,
                ])
            if !session.isEphemeral { try save(pending, of: session, in: db, at: now) }
            return .refused(.wrong(pending))
        }
    }

    /// The id of the person who has a number, or nil if nobody has it. Version 1 stored a number in the form in which
    /// the person had written it.
    func owner(ofPhone phone: String, in db: Database) throws -> SignalPersonID? {
        let written = try hmac(ofPhone: PhoneNumber.withTrunkZero(phone) ?? "", in: db)
        return try Data.fetchOne(
            db, kept: "SELECT id FROM person WHERE phone_hmac IN (?, ?)",
            arguments: [try hmac(ofPhone: phone, in: db), written]
        ).map { [UInt8]($0) }
    }

    /// The person with a number, whom this creates if needed. The desk vouches for the person, so codes and wrong tries
    /// make no difference and stay as they are. `ids` are as in
    /// ``signIn(_:pending:code:isOpen:ids:account:at:)``.
    package func enter(
        phone: String, ids: (person: [UInt8], qr: [UInt8]), at now: Timestamp
    ) throws(StoreError) -> PersonRecord {
        try write { db in try welcomed(phone, ids, in: db, at: now) }
    }

    private func welcomed(
        _ phone: String, _ ids: (person: [UInt8], qr: [UInt8]), in db: Database, at now: Timestamp
    ) throws -> PersonRecord {
        if let known = try person(phone: phone, in: db) ?? renumbered(phone, in: db, at: now) { return known }
        let person = PersonRecord(id: ids.person, phone: phone, qrCodeID: ids.qr, since: now)
        try save(person, in: db, at: now)
        return person
    }

    /// The person whose number was stored with a zero for calls within the country. From now on, the number is stored
    /// without this zero. Returns nil if there is no such person.
    private func renumbered(_ phone: String, in db: Database, at now: Timestamp) throws -> PersonRecord? {
        guard let written = PhoneNumber.withTrunkZero(phone), var person = try person(phone: written, in: db) else {
            return nil
        }
        person.profile.phone = phone
        person.revision += 1
        try save(person, in: db, at: now)
        return person
    }

    /// The named sessions' requests for a number. For each user, this contains the latest request. At most 1,000 users
    /// are returned.
    package func waiting(phone: String, at now: Timestamp) throws(StoreError) -> [StoredCode] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                kept: """
                    SELECT uid, session, max(expires_at_ms) AS latest FROM login
                    WHERE phone_hmac = ? AND expires_at_ms > ? GROUP BY uid ORDER BY latest DESC LIMIT 1000
                    """,
                arguments: [try hmac(ofPhone: phone, in: db), now.millisecondsSince1970])
            return try rows.compactMap { fetched in
                let row = StoredRow(fetched)
                guard let session = SessionID(uid: try row.value("uid"), name: try row.value("session")),
                    let pending = try self.pending(of: session, in: db), pending.isOpen(at: now)
                else { return nil }
                return StoredCode(session: session, pending: pending)
            }
        }
    }

    /// Marks as issued the code that a session is waiting for. After this, somebody who is talking to an administrator
    /// may ask again, no matter how often others have asked.
    package func issue(_ code: StoredCode, at now: Timestamp) throws(StoreError) {
        try write { db in
            try db.execute(
                kept: "DELETE FROM login_request WHERE phone_hmac = ? AND uid = ?",
                arguments: [try hmac(ofPhone: code.pending.phone, in: db), Int64(code.session.uid)])
            guard !code.session.isEphemeral else { return }
            try save(code.pending, of: code.session, in: db, at: now)
        }
    }

    private func wrongTries(_ phone: Data, in db: Database) throws -> WrongTries? {
        try Row.fetchOne(db, kept: "SELECT * FROM wrong_try WHERE phone_hmac = ?", arguments: [phone]).map {
            let row = StoredRow($0)
            return WrongTries(
                count: try row.value("count"), since: try row.time("since_ms"), last: try row.time("last_ms"))
        }
    }

    private func begin(
        _ session: SessionID, of person: PersonRecord, _ account: String?, in db: Database, at now: Timestamp
    ) throws {
        try db.execute(
            kept: "DELETE FROM login WHERE uid = ? AND session = ?", arguments: [Int64(session.uid), session.name])
        try db.execute(
            kept: "INSERT OR REPLACE INTO session (uid, name, person, since_ms, account) VALUES (?, ?, ?, ?, ?)",
            arguments: [Int64(session.uid), session.name, Data(person.id), now.millisecondsSince1970, account])
    }

    func pending(of session: SessionID, in db: Database) throws -> PendingSignIn? {
        let found = try Row.fetchOne(
            db, kept: "SELECT * FROM login WHERE uid = ? AND session = ?",
            arguments: [Int64(session.uid), session.name])
        guard let row = found.map(StoredRow.init) else { return nil }
        guard let key = try keys.dataKey(of: .logins, in: db) else {
            throw StoreError(.corrupt, "the requests for codes have no data key")
        }
        var pending = PendingSignIn(
            phone: "", code: "", expiresAt: try row.time("expires_at_ms"), tries: try row.value("tries"),
            isIssued: try row.value("is_issued"))
        let bytes = try Seal.open(row.value("content"), key: key, context: Self.context(of: pending, session))
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard (2...3).contains(parts.count) else { throw StoreError(.corrupt, "a request for a code cannot be read") }
        (pending.phone, pending.code) = (parts[0], parts[1])
        pending.person = parts.count == 3 ? Hex.decode(parts[2]) : nil
        return pending
    }

    func save(_ pending: PendingSignIn, of session: SessionID, in db: Database, at now: Timestamp) throws {
        let key = try keys.makeDataKey(for: .logins, in: db, at: now)
        let parts = [pending.phone, pending.code] + [pending.person.map { Hex.encode($0) }].compactMap(\.self)
        let sealed = try Seal.close(
            Array(parts.joined(separator: " ").utf8), key: key, context: Self.context(of: pending, session))
        try db.execute(
            kept: """
                INSERT OR REPLACE INTO login (uid, session, phone_hmac, content, expires_at_ms, tries, is_issued)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Int64(session.uid), session.name, try hmac(ofPhone: pending.phone, in: db), sealed,
                pending.expiresAt.millisecondsSince1970, pending.tries, pending.isIssued,
            ])
    }

    /// The tries and the time are sealed together with the code, so that they cannot be changed.
    private static func context(of pending: PendingSignIn, _ session: SessionID) -> SealingContext {
        SealingContext(
            place: "login.content", row: "\(session)", owner: .logins,
            beside: ["\(pending.expiresAt.millisecondsSince1970)", "\(pending.tries)", "\(pending.isIssued)"])
    }
}
