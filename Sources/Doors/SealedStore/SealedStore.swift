internal import CSQLite
internal import GRDB
internal import Glibc
package import Wire

/// The session daemon's memory on disk: tokens, cached credentials and lock keys, sealed, and the attempt journal.
///
/// One process holds a store at a time. Every call is synchronous, durable when it returns (even if power is lost),
/// and changes all or nothing. Callers run it on a thread of their own, never on the cooperative pool. All calls
/// throw ``StoreError`` and are safe from any thread, one after the other.
package final class SealedStore: Sendable {
    private let queue: DatabaseQueue
    let keys: KeyRing
    private let wrote: @Sendable (StoreError?) -> Void
    private let committed: @Sendable (Duration) -> Void

    /// Attempts that an earlier process left unfinished and that opening the store settled, in their order.
    package let recovered: [AttemptRecord]

    /// Opens the store in the file at `path`, or makes it there with owner-only access; the directory must exist. The
    /// write-ahead log lies beside the file; `now` is recorded for whatever opening writes.
    ///
    /// Refuses, without changing a byte of the file: a wrong machine key, a later release's store, another program's
    /// file, a file that others can reach, a store in use. Unfinished attempts are settled: past the commit gate with
    /// the effect unknown, before it with none. An audit chain whose ends are not genuine begins anew, with an entry
    /// that says so.
    ///
    /// `advanced` is called from time to time while opening goes on, which takes a minute when a journal of a million
    /// rows gets its chain. `wrote` is called for every later write, with nil if it was made durable, or with the
    /// reason why it was not; on the writer's thread. `committed` is called there with the time that each durable
    /// write took.
    package init(
        path: String, machineKey: MachineKey, now: Timestamp,
        advanced: @escaping @Sendable () -> Void = {},
        wrote: @escaping @Sendable (StoreError?) -> Void = { _ in },
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws(StoreError) {
        self.wrote = wrote
        self.committed = committed
        try Self.prepareFile(at: path)
        let keys = KeyRing(machineKey: machineKey)
        self.keys = keys
        let opening = { () throws(StoreError) in
            try Self.open(path: path, keys: keys, now: now, advanced: advanced)
        }
        do throws(StoreError) {
            (queue, recovered) = try opening()
        } catch {
            // SQLite reports a page that cannot be read as damaged. Real damage is still there the second time.
            guard error.code == .corrupt else { throw error }
            (queue, recovered) = try opening()
        }
    }

    private static func open(
        path: String, keys: KeyRing, now: Timestamp, advanced: @escaping @Sendable () -> Void
    ) throws(StoreError) -> (DatabaseQueue, [AttemptRecord]) {
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let progress = Progress(advanced)
            queue.inDatabase { db in progress.follow(db) }
            defer { queue.inDatabase { db in progress.leave(db) } }
            try admit(queue, keys: keys, now: now)
            let recovered = try queue.write { db in
                try AuditChain(db: db, keys: keys).open()
                return try settleUnfinished(in: db, keys: keys, at: now)
            }
            queue.inDatabase { db in leaveLog(false, db) }
            return (queue, recovered)
        } catch {
            throw StoreError(underlying: error)
        }
    }

    /// Forgets the mark of ``timeMark()`` in a store that no process has open, so that the wall clock is believed
    /// until the cloud names a time again. For an administrator who knows that the mark is wrong. Needs no machine
    /// key, because it touches nothing that is sealed.
    package static func forgetTimeMark(at path: String) throws(StoreError) {
        try check(path, access: R_OK | W_OK)
        try prepareFile(at: path)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { db in try db.execute(sql: "DELETE FROM clock") }
            queue.inDatabase { db in leaveLog(false, db) }
            try queue.close()
        } catch {
            throw StoreError(underlying: error)
        }
    }

    /// Closes the file. Later calls throw. Without it, the file closes with the last reference.
    package func close() throws(StoreError) {
        do { try queue.close() } catch { throw StoreError(underlying: error) }
    }

    /// Whether every page and every index of the file is sound; reads all of the file.
    package func isSound() throws(StoreError) -> Bool {
        try read { db in try Self.isSound(db, "integrity_check") }
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

    /// Reads in one transaction.
    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try queue.read(body) } catch { throw StoreError(underlying: error) }
    }

    /// Writes in one transaction; durable when it returns, undone when it throws.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            let begun = ContinuousClock.now
            let value = try queue.write(body)
            committed(begun.duration(to: .now))
            wrote(nil)
            return value
        } catch {
            let error = StoreError(underlying: error)
            wrote(error)
            throw error
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
    func truncateLog() throws(StoreError) {
        do {
            _ = try queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        } catch {
            throw StoreError(underlying: error)
        }
    }
}

/// Follows SQLite's work, statement after statement, while a store is opened.
private final class Progress: Sendable {
    private let advanced: @Sendable () -> Void

    /// How many of SQLite's own steps lie between two reports: some thousand rows.
    private static let steps: Int32 = 100_000

    init(_ advanced: @escaping @Sendable () -> Void) { self.advanced = advanced }

    /// This object must live until ``leave(_:)``.
    func follow(_ db: Database) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_progress_handler(
            db.sqliteConnection, Self.steps,
            { context in
                guard let context = unsafe context else { return 0 }
                unsafe Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue().advanced()
                return 0
            }, context)
    }

    func leave(_ db: Database) { unsafe sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
}

extension SealedStore {
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            leaveLog(true, db)
            // The exclusive lock comes first. It makes a second process fail here instead of settling the attempts of
            // a living one, and keeps the log's index in memory. Nothing is written before the file is known to be
            // ours.
            try db.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA trusted_schema = OFF;
                    PRAGMA secure_delete = ON;
                    PRAGMA temp_store = MEMORY;
                    """
            )
            guard try isNew(db) || isOurs(db) else {
                throw StoreError(.corrupt, "the file belongs to another program")
            }
        }
        return configuration
    }

    /// Whether closing leaves the write-ahead log beside the file: a process that was killed leaves a log, and a
    /// process that is refused must not move it into the file.
    private static func leaveLog(_ isLeft: Bool, _ db: Database) {
        // This fails only for a connection that is not open, which has no log either.
        _ = unsafe seam_sqlite_leave_log(db.sqliteConnection, isLeft ? 1 : 0)
    }

    /// Whether the file holds nothing yet, or only the migrator's own table from an interrupted start.
    private static func isNew(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'") == 0
    }

    private static func isOurs(_ db: Database) throws -> Bool {
        try Int32.fetchOne(db, sql: "PRAGMA application_id") == StoreSchema.applicationID
    }

    /// Checks whose store this is before the first write to it. Then switches to the write-ahead log and brings the
    /// store up to this release.
    private static func admit(_ queue: DatabaseQueue, keys: KeyRing, now: Timestamp) throws {
        let migrator = StoreSchema.migrator(founding: { db in try keys.found(in: db, at: now) })
        try queue.read { db in
            if try isNew(db) { return }
            guard try !migrator.hasBeenSuperseded(db) else {
                throw StoreError(.newerSchema, "a later release wrote this store")
            }
            try keys.verify(in: db)
            guard try isSound(db, "quick_check(1)") else {
                throw StoreError(.corrupt, "the file's pages are damaged")
            }
            try checkSchema(db, migrator)
        }
        // Durability is set after the journal mode, because switching to the log relaxes it.
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL") }
        try migrator.migrate(queue)
    }

    /// Whether one of SQLite's own checks finds nothing. SQLite reports a page that could not be read as damaged;
    /// real damage is still there the second time.
    static func isSound(_ db: Database, _ check: String) throws -> Bool {
        for _ in 0..<2 where try String.fetchOne(db, sql: "PRAGMA \(check)") == "ok" { return true }
        return false
    }

    /// Throws ``StoreError/Code/corrupt`` unless the file has exactly the tables and indexes of the release that
    /// wrote it, unchanged. A trigger, or an index that leaves out rows, would change what is written, or hide it.
    private static func checkSchema(_ db: Database, _ migrator: DatabaseMigrator) throws {
        let fresh = try DatabaseQueue()
        if let last = try migrator.appliedMigrations(db).last { try migrator.migrate(fresh, upTo: last) }
        guard try schema(db) == fresh.read(schema) else {
            throw StoreError(.corrupt, "the file's tables are not those that this release makes")
        }
    }

    private static func schema(_ db: Database) throws -> [[String?]] {
        // The migrator's own table is spelled as the migrator's release does it. Somebody who analyses the file by
        // hand adds tables of statistics.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT type, name, tbl_name, sql FROM sqlite_schema
                WHERE (tbl_name <> 'grdb_migrations' OR type NOT IN ('table', 'index'))
                    AND NOT (type = 'table' AND sql IN ('CREATE TABLE sqlite_stat1(tbl,idx,stat)',
                        'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))
                ORDER BY type, name
                """)
        return try rows.map(StoredRow.init).map { row in
            [try row.value("type"), try row.value("name"), try row.value("tbl_name"), try row.optional("sql")]
        }
    }

    /// Creates the file for its owner only, before SQLite would create it by the process's umask, and refuses a file
    /// that others may read: SQLite gives the log the same mode. A file that exists is not opened here: closing it
    /// again would drop the locks of a store that this process already has open on it.
    private static func prepareFile(at path: String) throws(StoreError) {
        let name = path.lastIndex(of: "/")
        let directory = name.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        try check(directory, access: W_OK | X_OK)
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
                throw StoreError(.exposed, "the file is not a plain one that only its owner can reach")
            }
            return try check(path, access: R_OK | W_OK)
        }
        guard errno == ENOENT else { throw StoreError(errorNumber: errno) }
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreError(errorNumber: errno) }
        _ = Glibc.close(descriptor)
    }

    /// Throws unless this process's user has that access to what is there.
    private static func check(_ path: String, access mode: Int32) throws(StoreError) {
        guard unsafe faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 else { throw StoreError(errorNumber: errno) }
    }
}
