internal import CSQLite
package import GRDB
internal import Glibc
package import Wire

/// A daemon's storage in one SQLite file, with sealed values.
///
/// Only one process opens a database at a time. The database's owner defines the content with a ``SealedStore``.
package final class SealedDatabase: Sendable {
    let queue: DatabaseQueue
    /// The keys of the database's sealed values.
    package let keys: KeyRing
    /// The result of the repair, if the database was damaged when it was opened.
    package let mended: MendedDatabase?
    /// The names of the damaged files that were put aside, now or earlier.
    package let aside: [String]
    let wrote: @Sendable (StoreError?) -> Void
    let committed: @Sendable (Duration) -> Void

    /// Opens the database in the file at `path`. If `founding` allows it, a missing file is created. Only its owner has
    /// access to it. The directory must exist, and the write-ahead log is kept beside the file. Rows written during
    /// opening are dated `now`. The closure `begun` is the first transaction. It runs once the file is known to belong
    /// to this program and to have the format of this release.
    ///
    /// Refuses the following files without changing a byte: a file with another machine key, a file of a later release
    /// or another program, a file that is accessible to others or in use, and a missing file that may not be created.
    ///
    /// The closure `advanced` is called from time to time during opening. Opening takes a minute if a file of a million
    /// rows is upgraded. The closure `wrote` is called on the writer's thread for every later write. It gets nil if the
    /// write was made durable. Otherwise, it gets the reason for the failure. The closure `committed` is called on the
    /// same thread with the duration of each durable write.
    package init(
        path: String, machineKey: MachineKey, format: DatabaseFormat, founding: StoreFounding = .allowed,
        now: Timestamp, advanced: @escaping @Sendable () -> Void = {},
        wrote: @escaping @Sendable (StoreError?) -> Void = { _ in },
        committed: @escaping @Sendable (Duration) -> Void = { _ in },
        begun: (Database, KeyRing) throws -> Void = { _, _ in }
    ) throws(StoreError) {
        self.wrote = wrote
        self.committed = committed
        try DamagedDatabase.finish(path)
        try Self.prepareFile(at: path, founding)
        let keys = KeyRing(machineKey: machineKey, format: format)
        self.keys = keys
        var (mended, tries) = (MendedDatabase?.none, 0)
        while true {
            do throws(StoreError) {
                queue = try Self.open(path, founding, keys: keys, now: now, advanced: advanced, begun: begun)
                break
            } catch {
                tries += 1
                // SQLite reports a page as damaged even if only a single read failed. Real damage is still there on the
                // second try.
                guard error.code == .corrupt, tries <= 2 else { throw error }
                guard tries == 2 else { continue }
                guard let damaged = DamagedDatabase(path, keys, Self.configuration(format)) else { throw error }
                mended = try damaged.mended()
            }
        }
        self.mended = mended
        aside = DamagedDatabase.aside(of: path)
    }

    private static func open(
        _ path: String, _ founding: StoreFounding, keys: KeyRing, now: Timestamp,
        advanced: @escaping @Sendable () -> Void, begun: (Database, KeyRing) throws -> Void
    ) throws(StoreError) -> DatabaseQueue {
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration(keys.format))
            let progress = Progress(advanced)
            queue.inDatabase { db in progress.follow(db) }
            defer { queue.inDatabase { db in progress.leave(db) } }
            try admit(queue, founding, keys: keys, now: now)
            try queue.write { db in
                defer { keys.forgetOpened() }
                try begun(db, keys)
            }
            queue.inDatabase { db in leaveLog(false, db) }
            return queue
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            try tryOpening(path)
            throw StoreError(underlying: error)
        } catch {
            throw StoreError(underlying: error)
        }
    }

    /// Removes the mark of ``SealedStore/timeMark()`` from a file that no process has open, so that the wall clock is
    /// trusted until the cloud reports a time again. This method is for an administrator who knows that the mark is
    /// wrong. It needs no machine key, because it touches no sealed values.
    package static func forgetTimeMark(at path: String, _ format: DatabaseFormat) throws(StoreError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw StoreError(errorNumber: errno, of: "look at the file") }
        try prepareFile(at: path, .refused)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration(format))
            try queue.write { db in try db.execute(sql: "DELETE FROM clock") }
            queue.inDatabase { db in leaveLog(false, db) }
            try queue.close()
        } catch {
            throw StoreError(underlying: error)
        }
    }
}

/// Reports the progress of SQLite's work while a store is being opened.
private final class Progress: Sendable {
    private let advanced: @Sendable () -> Void

    /// The number of SQLite's own steps between two reports. It corresponds to a few thousand rows.
    private static let steps: Int32 = 100_000

    init(_ advanced: @escaping @Sendable () -> Void) { self.advanced = advanced }

    /// Begins the reports. This object must live until ``leave(_:)`` is called.
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

extension SealedDatabase {
    /// Whether SQLite has stopped measuring its memory. This program does not use the measurements. If a database was
    /// opened earlier, SQLite keeps measuring.
    private static let isUncounted = seam_sqlite_count_no_memory() == SQLITE_OK

    private static func configuration(_ format: DatabaseFormat) -> Configuration {
        _ = isUncounted
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            leaveLog(true, db)
            // SQLite opens a file that it may not write to as read-only.
            guard unsafe sqlite3_db_readonly(db.sqliteConnection, "main") == 0 else {
                throw StoreError(.unavailable, "this user may not write to the file")
            }
            // The exclusive lock is taken first. With this lock, a second process fails at this point instead of
            // settling the attempts of the running process. The lock also keeps the log's index in memory. Nothing is
            // written before the file is known to belong to this program.
            try db.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA trusted_schema = OFF;
                    PRAGMA secure_delete = ON;
                    PRAGMA temp_store = MEMORY;
                    """
            )
            guard try isNew(db) || isOurs(db, format) else {
                throw StoreError(.corrupt, "the file belongs to another program")
            }
        }
        return configuration
    }

    /// Sets whether closing leaves the write-ahead log beside the file. A killed process leaves a log, and a refused
    /// process must not move that log into the file.
    private static func leaveLog(_ isLeft: Bool, _ db: Database) {
        // This call fails only for a connection that is not open and therefore has no log.
        _ = unsafe seam_sqlite_leave_log(db.sqliteConnection, isLeft ? 1 : 0)
    }

    /// Whether the file is still empty, or contains only the migrator's own table from an interrupted start.
    private static func isNew(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'") == 0
    }

    private static func isOurs(_ db: Database, _ format: DatabaseFormat) throws -> Bool {
        try Int32.fetchOne(db, sql: "PRAGMA application_id") == format.applicationID
    }

    /// Checks whether the store belongs to this program before the first write to the store. Then switches to the
    /// write-ahead log and upgrades the store to this release.
    private static func admit(
        _ queue: DatabaseQueue, _ founding: StoreFounding, keys: KeyRing, now: Timestamp
    ) throws {
        let migrator = keys.format.migrator { db in
            try db.execute(sql: SealedTables.keys)
            try db.execute(sql: "PRAGMA application_id = \(keys.format.applicationID)")
            try keys.found(in: db, at: now)
        }
        try queue.read { db in
            if try isNew(db) {
                guard founding == .allowed else { throw missing }
                return
            }
            guard try !migrator.hasBeenSuperseded(db) else {
                throw StoreError(.newerSchema, "a later release wrote this store")
            }
            _ = try keys.verifier(in: db)
            guard try isSound(db, "quick_check(1)") else {
                throw StoreError(.corrupt, "the file's pages are damaged")
            }
            try checkSchema(db, migrator)
        }
        // Durability is set after the journal mode, because switching to the log relaxes it.
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL") }
        try migrator.migrate(queue)
    }

    /// Whether one of SQLite's own checks finds no damage. SQLite reports a page as damaged even if only a single read
    /// failed, but real damage is still there on the second try.
    package static func isSound(_ db: Database, _ check: String) throws -> Bool {
        for _ in 0..<2 where try String.fetchOne(db, sql: "PRAGMA \(check)") == "ok" { return true }
        return false
    }

    /// Throws ``StoreError/Code/corrupt`` if the tables and indexes of the file differ in any way from those of the
    /// release that wrote the file. An additional trigger, or an index that omits rows, would change or hide written
    /// data.
    private static func checkSchema(_ db: Database, _ migrator: DatabaseMigrator) throws {
        let fresh = try DatabaseQueue()
        if let last = try migrator.appliedMigrations(db).last { try migrator.migrate(fresh, upTo: last) }
        guard try schema(db) == fresh.read(schema) else {
            throw StoreError(.corrupt, "the file's tables are not those of this release")
        }
    }

    static func schema(_ db: Database) throws -> [[String?]] {
        // The text of the migrator's own table depends on the migrator's release. Analyzing the file by hand adds
        // statistics tables.
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

    /// Creates the file for its owner only, before SQLite would create the file under the process's umask. Refuses a
    /// file that other users may read, because SQLite gives the log the same mode. A file that already exists is not
    /// opened at this point: closing it again would drop the locks of a store that this process already has open in the
    /// same file.
    private static func prepareFile(at path: String, _ founding: StoreFounding) throws(StoreError) {
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
                throw StoreError(.exposed, "the file is not a regular file that only its owner can access")
            }
            if status.st_size == 0 { try mayFound(at: path, founding) }
            return try tryWriting(beside: path)
        }
        guard errno == ENOENT else { throw StoreError(errorNumber: errno, of: "look into its directory") }
        // A missing directory is not a sign of a first start.
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe lstat(directory, &status) == 0 else {
            throw StoreError(errorNumber: errno, of: "look into its directory")
        }
        try mayFound(at: path, founding)
        try make(path)
    }

    /// Throws if no store may be created at this path.
    private static func mayFound(at path: String, _ founding: StoreFounding) throws(StoreError) {
        guard founding == .allowed else { throw missing }
        var status = stat()
        // SQLite would remove a log that is left over.
        guard unsafe lstat(path + "-wal", &status) != 0 else {
            throw StoreError(.missing, "the store is missing, but its log exists")
        }
    }

    private static var missing: StoreError {
        StoreError(.missing, "the store is missing, and nothing shows that this is a first start")
    }

    /// Throws if this process may not create a file beside the store, where the store's log will be. Only a trial can
    /// show this, because the kernel may refuse even a query such as `access`.
    private static func tryWriting(beside path: String) throws(StoreError) {
        let trial = path + "-trial"
        _ = unsafe unlink(trial)
        do throws(StoreError) {
            try make(trial)
        } catch {
            // For all other errors, SQLite reports the cause, and the log may already exist.
            if error.code == .unavailable { throw error }
        }
        _ = unsafe unlink(trial)
    }

    static func make(_ path: String) throws(StoreError) {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreError(errorNumber: errno, of: "write to its directory") }
        _ = Glibc.close(descriptor)
    }

    /// Throws if this process may not open the file. Call this method only for a file that SQLite could not open,
    /// because this process then holds no locks on the file.
    private static func tryOpening(_ path: String) throws(StoreError) {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 {
            _ = Glibc.close(descriptor)
        } else if [EACCES, EPERM, EROFS].contains(errno) {
            throw StoreError(errorNumber: errno, of: "open the file")
        }
    }
}
