internal import CSQLite
package import GRDB

/// A daemon's data in a sealed database.
///
/// Every call is synchronous, durable when it returns (even if power is lost), and changes all or nothing. Callers run
/// it on a thread of their own, never on the cooperative pool. All calls throw ``StoreError`` and are safe from any
/// thread, one after the other.
package protocol SealedStore: Sendable {
    /// Where it is kept.
    var database: SealedDatabase { get }
}

extension SealedStore {
    /// The keys of what is sealed.
    package var keys: KeyRing { database.keys }

    /// Closes the file. Later calls throw. Without it, the file closes with the last reference.
    package func close() throws(StoreError) {
        do { try database.queue.close() } catch { throw StoreError(underlying: error) }
    }

    /// Whether every page and every index of the file is sound; reads all of the file.
    package func isSound() throws(StoreError) -> Bool {
        try read { db in try SealedDatabase.isSound(db, "integrity_check") }
    }

    /// The journal mode, synchronous, secure delete and locking mode in force, as SQLite spells them; for diagnosis.
    package func durability() throws(StoreError) -> [String] {
        try read { db in
            try ["journal_mode", "synchronous", "secure_delete", "locking_mode"].map { pragma in
                let value = try DatabaseValue.fetchOne(db, sql: "PRAGMA \(pragma)") ?? .null
                return String.fromDatabaseValue(value) ?? "\(value)"
            }
        }
    }

    /// Reads in one transaction. A `body` that writes, or ends the transaction, is a fault of ours: it is undone as far
    /// as it was in the transaction, and throws ``StoreError/Code/failed``. GRDB's own reads set `query_only` instead;
    /// SQLite compiles every kept statement again after each such pragma.
    package func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try database.queue.inDatabase { db in
                try db.execute(kept: "BEGIN DEFERRED TRANSACTION")
                defer {
                    // SQLite may have undone it after an error.
                    if db.isInsideTransaction { try? db.execute(kept: "ROLLBACK TRANSACTION") }
                    keys.forgetOpened()
                }
                let value = try body(db)
                guard db.isInsideTransaction,
                    unsafe sqlite3_txn_state(db.sqliteConnection, nil) != SQLITE_TXN_WRITE
                else { throw StoreError(.failed, "a read has written, or has ended its transaction") }
                return value
            }
        } catch {
            throw StoreError(underlying: error)
        }
    }

    /// Writes in one transaction; durable when it returns, undone when it throws.
    package func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            let begun = ContinuousClock.now
            let value = try database.queue.write { db in
                defer { keys.forgetOpened() }
                return try body(db)
            }
            database.committed(begun.duration(to: .now))
            database.wrote(nil)
            return value
        } catch {
            let error = StoreError(underlying: error)
            database.wrote(error)
            throw error
        }
    }

    /// The result that a write would have: nothing of it is kept. It needs no room on the disk.
    package func pretend<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try database.queue.inDatabase { db in
                try db.execute(kept: "BEGIN IMMEDIATE TRANSACTION")
                defer {
                    // SQLite may have undone it after an error.
                    if db.isInsideTransaction { try? db.execute(kept: "ROLLBACK TRANSACTION") }
                    keys.forgetOpened()
                }
                return try body(db)
            }
        } catch {
            throw StoreError(underlying: error)
        }
    }

    /// Writes again what is there already, to see whether the store can be written.
    package func touch() throws(StoreError) {
        try write { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    /// Moves the log into the database and empties it, so that what was deleted is in neither file.
    package func truncateLog() throws(StoreError) {
        do {
            _ = try database.queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        } catch {
            throw StoreError(underlying: error)
        }
    }
}
