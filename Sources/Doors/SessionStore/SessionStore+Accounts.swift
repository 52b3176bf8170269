internal import DaemonCore
internal import Foundation
internal import GRDB
package import SealedDatabase
package import SeamModel
package import Wire

/// The store's knowledge about the account of a user's or group's number. The kernel gives the daemon only numbers, and
/// a machine may reassign a number once its account no longer exists.
package struct StoredAccount: Sendable, Hashable {
    /// The store's knowledge about the account's name.
    package enum Name: Sendable, Hashable {
        /// The account's name when it was noted. If the number had no account at that time, this is nil.
        case noted(String?)
        /// No name was noted, because an earlier release wrote the data.
        case unknown
        /// Somebody altered or removed the row, so the owner of the data cannot be determined.
        case altered
    }

    /// The user or group.
    package var subject: LocalGrant.Subject
    /// The name of the user's or group's account.
    package var name: Name

    /// Creates a number with its name.
    package init(subject: LocalGrant.Subject, name: Name) {
        self.subject = subject
        self.name = name
    }
}

/// The amount of data that was forgotten about a user or group.
package struct ForgottenAccount: Sendable, Hashable {
    /// The number of named sessions.
    package var sessions: Int
    /// The number of local grants.
    package var grants: Int

    /// Creates a count of forgotten data.
    package init(sessions: Int, grants: Int) {
        self.sessions = sessions
        self.grants = grants
    }
}

extension SessionStore {
    /// The users and groups for which the store has any of these: a session, a grant, an idempotency key or a noted
    /// name.
    package func accounts() throws(StoreError) -> [StoredAccount] {
        try read { db in
            let key = try keys.dataKey(of: .bindings, in: db)
            let without = try keys.isAccounted(in: db) ? StoredAccount.Name.altered : .unknown
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT kept.kind AS kind, kept.id AS id, account.id IS NOT NULL AS is_noted, name,
                        since_attempt, seal
                    FROM (
                        SELECT 'user' AS kind, uid AS id FROM session
                        UNION SELECT 'user', uid FROM keyed_call
                        UNION SELECT 'user', uid FROM local_grant WHERE uid IS NOT NULL
                        UNION SELECT 'group', gid FROM local_grant WHERE gid IS NOT NULL
                        UNION SELECT kind, id FROM account
                    ) AS kept LEFT JOIN account USING (kind, id) ORDER BY kept.kind, kept.id
                    """)
            return try rows.map { try Self.account(StoredRow($0), key, without) }
        }
    }

    /// Whether every number has a name. This is true after ``markAccounted()``.
    package func isAccounted() throws(StoreError) -> Bool {
        try read { db in try keys.isAccounted(in: db) }
    }

    /// Records under seal that every number with kept data has its name. After that, a name is noted before any data is
    /// kept, so a number without a name shows that the store was altered. Does nothing and returns false while any
    /// number lacks a name.
    package func markAccounted() throws(StoreError) -> Bool {
        guard try !accounts().contains(where: { $0.name == .unknown }) else { return false }
        try write { db in try keys.mark(KeyRing.accounted, in: db) }
        // After that, nobody can find the earlier verifier in the log and put it back.
        try truncateLog()
        return true
    }

    /// Notes the new owner of a number. This is the account's name. If the number has no account, it is nil. All data
    /// that is kept under the number belongs to this account.
    package func note(_ name: String?, for subject: LocalGrant.Subject, at now: Timestamp) throws(StoreError) {
        try write { db in try note(name, for: subject, since: Self.beginning(of: subject, in: db), in: db, at: now) }
    }

    /// Forgets all data that is kept under a number, except the journal: sessions, grants, idempotency keys and
    /// replies. From now on, the number belongs to the account `name`, or to no account if `name` is nil. The new
    /// account cannot see the earlier entries of the journal. `act` is written to the journal in the same transaction.
    ///
    /// If this throws after the deletion (because emptying the log failed), calling it again completes the work.
    package func forget(
        _ subject: LocalGrant.Subject, noting name: String?, recording act: AttemptAdmission?, reason: String? = nil,
        by admin: UInt32? = nil, at now: Timestamp
    ) throws(StoreError) -> ForgottenAccount {
        let forgotten = try write { db in
            var forgotten = ForgottenAccount(sessions: 0, grants: 0)
            switch subject {
            case .group(let gid):
                try db.execute(sql: "DELETE FROM local_grant WHERE gid = ?", arguments: [gid])
                forgotten.grants = db.changesCount
            case .user(let uid):
                try db.execute(sql: "DELETE FROM local_grant WHERE uid = ?", arguments: [uid])
                forgotten.grants = db.changesCount
                forgotten.sessions = try forgetSessions(of: uid, in: db)
                try db.execute(sql: "DELETE FROM keyed_call WHERE uid = ?", arguments: [uid])
                try Self.forgetKeys(in: db, where: "uid = ?", [uid])
            }
            let last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM attempt") ?? 0
            if let act {
                try record(act, as: Self.end(forgotten, reason, admin), in: db)
                try note(name, for: subject, since: last + 1, in: db, at: now)
            } else {
                try note(name, for: subject, since: last, in: db, at: now)
            }
            return forgotten
        }
        try truncateLog()
        return forgotten
    }

    /// Removes the account names of users without stored data, even from the journal. This may be called only before
    /// the process knows any user, because a known user must have a name before any data is kept.
    package func tidyAccounts() throws(StoreError) {
        try write { db in
            try db.execute(
                sql: """
                    DELETE FROM account WHERE NOT EXISTS (SELECT 1 FROM local_grant
                        WHERE kind = 'user' AND uid = account.id OR kind = 'group' AND gid = account.id)
                    AND (kind = 'group' OR NOT EXISTS (SELECT 1 FROM session WHERE uid = account.id)
                        AND NOT EXISTS (SELECT 1 FROM keyed_call WHERE uid = account.id)
                        AND NOT EXISTS (SELECT 1 FROM attempt WHERE uid = account.id))
                    """)
        }
    }
}

extension SessionStore {
    private func forgetSessions(of uid: UInt32, in db: Database) throws -> Int {
        let names = try String.fetchAll(db, sql: "SELECT name FROM session WHERE uid = ?", arguments: [uid])
        for id in names.compactMap({ SessionID(uid: uid, name: $0) }) {
            try keys.eraseDataKey(of: .session(id), in: db)
        }
        try db.execute(sql: "DELETE FROM session WHERE uid = ?", arguments: [uid])
        return db.changesCount
    }

    private func note(
        _ name: String?, for subject: LocalGrant.Subject, since: Int64, in db: Database, at now: Timestamp
    ) throws {
        let key = try keys.makeDataKey(for: .bindings, in: db, at: now)
        let seal = try Seal.close([], key: key, context: Self.context(of: subject, name, since: since))
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO account (kind, id, name, since_attempt, noted_at_ms, seal)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [subject.kind, subject.number, name, since, now.millisecondsSince1970, seal])
    }

    /// The number of the last attempt that does not belong to the account.
    private static func beginning(of subject: LocalGrant.Subject, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT since_attempt FROM account WHERE kind = ? AND id = ?",
            arguments: [subject.kind, subject.number]) ?? 0
    }

    /// Reads an account's row. `without` is the result for a number without a row.
    private static func account(
        _ row: StoredRow, _ key: DataKey?, _ without: StoredAccount.Name
    ) throws -> StoredAccount {
        let id = try row.value("id", as: UInt32.self)
        let subject: LocalGrant.Subject = try row.value("kind") == "group" ? .group(id) : .user(id)
        guard try row.value("is_noted", as: Bool.self) else { return StoredAccount(subject: subject, name: without) }
        do {
            guard let key else { throw StoreError(.corrupt, "an account's name has no key") }
            let name = try row.optional("name", as: String.self)
            let context = context(of: subject, name, since: try row.value("since_attempt"))
            _ = try Seal.open(row.value("seal"), key: key, context: context)
            return StoredAccount(subject: subject, name: .noted(name))
        } catch let error as StoreError where error.code == .corrupt {
            return StoredAccount(subject: subject, name: .altered)
        }
    }

    // All values are authenticated, and none is secret.
    private static func context(of subject: LocalGrant.Subject, _ name: String?, since: Int64) -> SealingContext {
        SealingContext(
            place: "account.seal", row: "\(subject.kind)/\(subject.number)", owner: .bindings,
            beside: [name.map { "named/\($0)" } ?? "none", "\(since)"])
    }

    private static func end(_ forgotten: ForgottenAccount, _ reason: String?, _ admin: UInt32?) -> AttemptOutcome {
        var outcome = AttemptOutcome(.forgotten, effect: .none)
        outcome.reason = reason
        outcome.debugDescription =
            (admin.map { "by uid \($0): " } ?? "") + "\(forgotten.sessions) sessions, \(forgotten.grants) local grants"
        return outcome
    }
}

extension LocalGrant.Subject {
    fileprivate var kind: String {
        switch self {
        case .user: "user"
        case .group: "group"
        }
    }

    fileprivate var number: UInt32 {
        switch self {
        case .user(let uid): uid
        case .group(let gid): gid
        }
    }
}
