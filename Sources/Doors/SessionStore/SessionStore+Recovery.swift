internal import GRDB
package import SealedDatabase
internal import SeamModel
package import Wire

extension SessionStore {
    /// The stable reason in the journal for an attempt whose daemon process ended while the attempt was running.
    package static let interruptedReason = "interrupted"

    /// The attempts that were admitted after `limit` and that an earlier process left unfinished. In each of them, the
    /// lock had already said that it was acting. Attempts about which the lock has been asked since then are left out.
    package func interruptedWhileActing(since limit: Timestamp) throws(StoreError) -> [AttemptRecord] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM attempt WHERE reason = ? AND gate = 'acting' AND effect = 'unknown'
                        AND later_effect IS NULL AND binding_id IS NOT NULL AND admitted_at_ms > ? ORDER BY number
                    """,
                arguments: [Self.interruptedReason, limit.millisecondsSince1970]
            ).map { row in try AttemptRecord(StoredRow(row)) }
        }
    }

    /// Notes that the lock is being asked about an attempt. A lock is asked only once about an attempt. Returns false
    /// if the lock was asked before, or if a later attempt on the lock has passed its gate. In the second case, the
    /// bolt's position says nothing about this attempt.
    package func beginInquiry(_ attemptID: String, at now: Timestamp) throws(StoreError) -> Bool {
        try write { db in
            try AuditChain(db: db, keys: keys).change(attemptID) {
                try db.execute(
                    sql: """
                        UPDATE attempt SET later_effect = 'unknown', later_at_ms = ?, later_confirmation = NULL
                        WHERE attempt_id = ? AND effect = 'unknown' AND later_effect IS NULL AND NOT EXISTS (
                            SELECT 1 FROM attempt AS other WHERE (other.binding_id = attempt.binding_id
                                    OR (other.proximity = 'remote' AND other.entrance_id = attempt.entrance_id))
                                AND other.number > attempt.number AND other.gate NOT IN ('open', 'refused'))
                        """,
                    arguments: [now.millisecondsSince1970, attemptID]
                )
                return db.changesCount == 1
            }
        }
    }

    /// Ends the attempts that an earlier process left running. If an attempt had passed its gate, the outcome at the
    /// lock is unknown. If not, nothing was sent. These rows have no reply, so a caller that asks again learns that the
    /// attempt was interrupted.
    static func settleUnfinished(in db: Database, keys: KeyRing, at now: Timestamp) throws -> [AttemptRecord] {
        let unfinished = try Row.fetchAll(
            db, sql: "SELECT number, attempt_id FROM attempt WHERE outcome IS NULL ORDER BY number")
        let chain = AuditChain(db: db, keys: keys)
        return try unfinished.map(StoredRow.init).map { row in
            let number = try row.value("number", as: Int64.self)
            try chain.change(try row.value("attempt_id")) {
                try db.execute(
                    sql: """
                        UPDATE attempt SET
                            outcome = CASE WHEN gate IN ('open', 'refused') THEN 'connection_failed' ELSE 'unknown' END,
                            effect = CASE WHEN gate IN ('open', 'refused') THEN 'none' ELSE 'unknown' END,
                            reason = ?, finished_at_ms = ?, confirmation = NULL, debug_description = NULL,
                            later_effect = NULL, later_confirmation = NULL, later_at_ms = NULL, reply = NULL
                        WHERE number = ?
                        """,
                    arguments: [interruptedReason, now.millisecondsSince1970, number])
                return true
            }
            let settled = try Row.fetchOne(db, sql: "SELECT * FROM attempt WHERE number = ?", arguments: [number])
            guard let settled else { throw StoreError(.corrupt, "a settled attempt is missing") }
            return try AttemptRecord(StoredRow(settled))
        }
    }
}
