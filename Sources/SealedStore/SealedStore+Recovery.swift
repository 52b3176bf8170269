internal import GRDB
internal import SeamModel
internal import Wire

extension SealedStore {
    /// The stable reason in the journal of an attempt whose process ended under it.
    package static let interruptedReason = "interrupted"

    /// Ends what an earlier process left running: past the gate nobody knows what the lock did, before it nothing
    /// left. These rows have no reply, which is how a caller who asks again learns that the attempt was interrupted.
    static func settleUnfinished(in db: Database, at now: Timestamp) throws -> [AttemptRecord] {
        let unfinished = try Int64.fetchAll(db, sql: "SELECT number FROM attempt WHERE outcome IS NULL ORDER BY number")
        guard !unfinished.isEmpty else { return [] }
        try db.execute(
            sql: """
                UPDATE attempt SET
                    outcome = CASE WHEN gate IN ('committing', 'committed') THEN 'unknown' ELSE 'connection_failed' END,
                    effect = CASE WHEN gate IN ('committing', 'committed') THEN 'unknown' ELSE 'none' END,
                    reason = ?, finished_at_ms = ?
                WHERE outcome IS NULL
                """,
            arguments: [interruptedReason, now.millisecondsSince1970]
        )
        return try unfinished.compactMap { number in
            try Row.fetchOne(db, sql: "SELECT * FROM attempt WHERE number = ?", arguments: [number])
                .map { row in try AttemptRecord(StoredRow(row)) }
        }
    }
}
