internal import Foundation
internal import GRDB
internal import SealedDatabase
internal import SignalCore
internal import Wire

extension SignalStore {
    /// Repairs rows that were recovered from a damaged store.
    ///
    /// A running alarm is stored in its person's row. So the alarm's own row, to which messages refer, can be created
    /// again. If the stored time is missing, the time is at least the time of the last event.
    @Sendable static func mend(in db: Database) throws {
        for fetched in try Row.fetchAll(db, sql: "SELECT id, watch FROM person") {
            let row = StoredRow(fetched)
            guard let kept = try? row.value("watch", as: String.self),
                let watch = try? SignalWatch(json: JSON(parsing: kept.utf8)), let alert = watch.alert
            else { continue }
            try db.execute(
                kept: """
                    INSERT INTO alert (id, person, kind, at_ms, is_suspect, is_unseen) SELECT ?1, ?2, ?3, ?4, 0, ?5
                    WHERE NOT EXISTS (SELECT * FROM alert WHERE id = ?1)
                    """,
                arguments: [
                    Data(alert.id), try row.value("id", as: Data.self), alert.kind.rawValue,
                    alert.raisedAt.millisecondsSince1970, watch.seen.alert?.id != alert.id,
                ])
        }
        try db.execute(
            sql: """
                INSERT INTO signal_time (id, time_ms, wall_ms, boot_clock_ms, boot_id, outage)
                SELECT 1, last, last, 0, '', 'known' FROM (SELECT max(at_ms) AS last FROM
                    (SELECT at_ms FROM check_in UNION ALL SELECT at_ms FROM alert UNION ALL SELECT at_ms FROM message
                        UNION ALL SELECT at_ms FROM notification UNION ALL SELECT since_ms FROM person))
                WHERE last IS NOT NULL AND NOT EXISTS (SELECT * FROM signal_time)
                """)
    }
}
