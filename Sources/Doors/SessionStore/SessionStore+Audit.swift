package import DaemonCore
internal import GRDB
package import SealedDatabase
package import Wire

/// The part of the journal that is read.
package enum AuditScope: Sendable, Equatable {
    /// One session's attempts by one person, who is given by the session's proved user identity. Other people may have
    /// used the session's name before.
    case session(SessionID, person: String?)
    /// The attempts of all users. This is only for the administrators' socket.
    case everyone
}

/// One page of the journal, newest first.
package struct AuditPage: Sendable, Equatable {
    /// The rows.
    package var attempts: [AttemptRecord]
    /// The value that the next page needs as `before`. At the end of the journal, this is nil.
    package var nextBefore: Int64?

    /// Creates a page.
    package init(attempts: [AttemptRecord], nextBefore: Int64?) {
        self.attempts = attempts
        self.nextBefore = nextBefore
    }
}

extension SessionStore {
    /// The largest number of rows on a page.
    package static let auditPageLimit = 200
    /// The largest number of rows that are searched for a filtered page.
    package static let auditSearchLimit = 5_000

    /// Reads a page of the journal, newest first: the rows with a number smaller than `before` (nil begins with the
    /// newest row). The page has at most `limit` rows, and `limit` is clamped to 1 through ``auditPageLimit``.
    ///
    /// If there is a filter, this searches at most ``auditSearchLimit`` rows of the scope. Therefore, writers to the
    /// journal do not wait long. A page may therefore have fewer rows, or be empty, even though there is a next page.
    package func audit(
        _ scope: AuditScope,
        _ filter: AuditFilter = AuditFilter(),
        before: Int64?,
        limit: Int
    ) throws(StoreError) -> AuditPage {
        let limit = min(max(limit, 1), Self.auditPageLimit)
        let place = AuditCondition(scope, "number < ?", [before ?? .max])
        return try read { [place] db in
            var last: Int64?
            var condition = place
            if filter.attemptID != nil {
                // These columns are indexed.
                filter.add(to: &condition)
            } else if !filter.isEmpty {
                // The lowest number of the rows that are searched. If they are the last rows, this is nil.
                last = try Int64.fetchOne(
                    db, sql: "SELECT number FROM attempt WHERE \(place.sql) ORDER BY number DESC LIMIT 1 OFFSET ?",
                    arguments: place.arguments + [Self.auditSearchLimit - 1])
                if let last { condition.and("number >= ?", [last]) }
                filter.add(to: &condition)
            }
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM attempt WHERE \(condition.sql) ORDER BY number DESC LIMIT ?",
                arguments: condition.arguments + [limit + 1]
            ).map { row in try AttemptRecord(StoredRow(row)) }
            let page = Array(rows.prefix(limit))
            return AuditPage(attempts: page, nextBefore: rows.count > limit ? page.last?.number : last)
        }
    }

    /// An attempt's number, on which pages are based. Returns nil if the scope has no such attempt.
    ///
    /// Only the daemon may use the number, because numbers count the attempts of all users.
    package func number(of attemptID: String, in scope: AuditScope) throws(StoreError) -> Int64? {
        let condition = AuditCondition(scope, "attempt_id = ?", [attemptID])
        return try read { db in
            try Int64.fetchOne(
                db, sql: "SELECT number FROM attempt WHERE \(condition.sql)", arguments: condition.arguments)
        }
    }

    /// The id of the attempt with a number, or nil if the scope does not contain this attempt.
    package func attemptID(of number: Int64, in scope: AuditScope) throws(StoreError) -> String? {
        let condition = AuditCondition(scope, "number = ?", [number])
        return try read { db in
            try String.fetchOne(
                db, sql: "SELECT attempt_id FROM attempt WHERE \(condition.sql)", arguments: condition.arguments)
        }
    }

    /// Writes an act that is not an attempt but belongs in the journal: showing a masked value, forgetting a user, or
    /// changing a lock's key. The act is finished immediately.
    ///
    /// Throws ``StoreError/Code/conflict`` if the act's id is taken, and ``StoreError/Code/invalid`` if the act names
    /// an idempotency key.
    package func record(_ act: AttemptAdmission, as outcome: AttemptOutcome) throws(StoreError) {
        guard act.idem == nil, act.fingerprint == nil else {
            throw StoreError(.invalid, "only an attempt can have an idempotency key")
        }
        try write { db in try record(act, as: outcome, in: db) }
    }

    /// Writes such an act as part of a larger transaction.
    func record(_ act: AttemptAdmission, as outcome: AttemptOutcome, in db: Database) throws {
        let number = try Self.insert(act, in: db)
        try Self.finish(act.attemptID, outcome, reply: nil, in: db, at: act.admittedAt)
        try AuditChain(db: db, keys: keys).inserted(number)
    }

    /// Deletes finished attempts, the oldest first. It deletes at most `count` in one transaction, and returns how many
    /// it has deleted. It deletes attempts that were admitted before `limit`. If there are no such attempts and the
    /// journal has more than `keeping` rows, it deletes the oldest attempts of those users who have more than their
    /// share. Running attempts, and attempts whose idempotency key is still kept at `now`, stay in the journal. All
    /// other keys are freed. ``note(_:)`` must precede the first call in a process.
    package func trim(
        before limit: Timestamp,
        keeping rows: Int = .max,
        count: Int,
        now: Timestamp
    ) throws(StoreError) -> Int {
        try write { db in
            try Self.forgetKeys(in: db, at: now)
            try Self.forgetOutrunKeys(in: db, at: now)
            var old = try Int64.fetchAll(
                db,
                sql: """
                    SELECT number FROM attempt
                    WHERE admitted_at_ms < ? AND outcome IS NOT NULL AND idem IS NULL ORDER BY number LIMIT ?
                    """,
                arguments: [limit.millisecondsSince1970, max(count, 0)]
            )
            // Shares are enforced only when no old attempts are left.
            if old.isEmpty { old = try Self.beyondShares(of: rows, count, in: db).sorted() }
            old = Array(old.prefix(max(count, 0)))
            try AuditChain(db: db, keys: keys).trim(old)
            return old.count
        }
    }

    /// Finished attempts without a key that exceed the shares that users have of `rows`. There are at most `most` for
    /// each user.
    private static func beyondShares(of rows: Int, _ most: Int, in db: Database) throws -> [Int64] {
        let users = try Row.fetchAll(db, sql: "SELECT uid, count(*) AS count FROM attempt GROUP BY uid")
        let counts = try users.map(StoredRow.init).map { row in
            (user: try row.value("uid", as: Int64.self), count: try row.value("count", as: Int.self))
        }
        let shares = JournalShares(counts.map(\.count), of: rows)
        return try counts.filter { $0.count > shares.most }.flatMap { user, _ in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT number FROM attempt WHERE uid = ? AND outcome IS NOT NULL AND idem IS NULL AND number <=
                        (SELECT number FROM attempt WHERE uid = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
                    ORDER BY number LIMIT ?
                    """,
                arguments: [user, user, shares.most, most])
        }
    }
}
