internal import CSQLite
package import GRDB

/// A daemon's data in a sealed database.
///
/// Every call is synchronous, durable when it returns (even if power is lost), and changes everything or nothing.
/// Callers make these calls on a dedicated thread, never on the cooperative pool. All calls throw ``StoreError`` and
/// are safe on any thread, one at a time.
package protocol SealedStore: Sendable {
    /// The database that contains the store's data.
    var database: SealedDatabase { get }
}

extension SealedStore {
    /// The keys of the sealed values.
    package var keys: KeyRing { database.keys }

    /// Closes the file. Later calls throw. If this method is not called, the file is closed when the last reference is
    /// released.
    package func close() throws(StoreError) {
        do { try database.queue.close() } catch { throw StoreError(underlying: error) }
    }

    /// Whether every page and every index of the file is sound. This check reads the whole file.
    package func isSound() throws(StoreError) -> Bool {
        try read { db in try SealedDatabase.isSound(db, "integrity_check") }
    }

    /// Returns the current settings of the journal mode, synchronous, secure delete and locking mode, in SQLite's
    /// spelling. For diagnosis.
    package func durability() throws(StoreError) -> [String] {
        try read { db in
            try ["journal_mode", "synchronous", "secure_delete", "locking_mode"].map { pragma in
                let value = try DatabaseValue.fetchOne(db, sql: "PRAGMA \(pragma)") ?? .null
                return String.fromDatabaseValue(value) ?? "\(value)"
            }
        }
    }

    /// Reads in one transaction. A `body` that writes, or ends the transaction, is an error of this program: the
    /// changes that `body` made within the transaction are undone, and this method throws ``StoreError/Code/failed``.
    /// GRDB's own reads set `query_only` instead, but SQLite compiles every kept statement again after each such
    /// pragma.
    package func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try database.queue.inDatabase { db in
                try db.execute(kept: "BEGIN DEFERRED TRANSACTION")
                defer {
                    // SQLite may already have undone the transaction after an error.
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

    /// Writes in one transaction. The transaction is durable when this method returns, and undone when it throws.
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

    /// Returns the result that a write would have, but keeps no change. This method needs no disk space.
    package func pretend<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try database.queue.inDatabase { db in
                try db.execute(kept: "BEGIN IMMEDIATE TRANSACTION")
                defer {
                    // SQLite may already have undone the transaction after an error.
                    if db.isInsideTransaction { try? db.execute(kept: "ROLLBACK TRANSACTION") }
                    keys.forgetOpened()
                }
                return try body(db)
            }
        } catch {
            throw StoreError(underlying: error)
        }
    }

    /// Rewrites an unchanged value, to find out whether the store can be written to.
    package func touch() throws(StoreError) {
        try write { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    /// Moves the log into the database and empties the log, so that deleted data is in neither file.
    package func truncateLog() throws(StoreError) {
        do {
            _ = try database.queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        } catch {
            throw StoreError(underlying: error)
        }
    }
}
