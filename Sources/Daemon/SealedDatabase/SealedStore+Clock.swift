package import DaemonCore
internal import GRDB
internal import Wire

extension SealedStore {
    /// Returns the stored mark, or nil before the first mark is stored.
    package func timeMark() throws(StoreError) -> TimeMark? {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM clock WHERE id = 1").map { fetched in
                let row = StoredRow(fetched)
                return TimeMark(
                    trusted: try row.time("trusted_ms"),
                    bootClock: .milliseconds(try row.value("boot_clock_ms", as: Int64.self)),
                    bootID: try row.value("boot_id")
                )
            }
        }
    }

    /// Replaces the stored mark. The mark never moves backward. If a mark has an earlier trusted time, it is not
    /// stored.
    package func save(_ mark: TimeMark) throws(StoreError) {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO clock (id, trusted_ms, boot_clock_ms, boot_id) VALUES (1, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET trusted_ms = excluded.trusted_ms,
                        boot_clock_ms = excluded.boot_clock_ms, boot_id = excluded.boot_id
                    WHERE excluded.trusted_ms >= clock.trusted_ms
                    """,
                arguments: [mark.trusted.millisecondsSince1970, mark.bootClock.milliseconds, mark.bootID]
            )
        }
    }
}
