internal import GRDB
internal import Glibc

/// The result of repairing a damaged database.
package struct MendedDatabase: Sendable, Hashable {
    /// The names of the tables that may lack rows. The list is empty if only indexes or free pages were damaged.
    package let lacking: [String]
    /// The name of the damaged file, which is kept beside the database.
    package let aside: String
}

/// A database with damaged pages. The readable rows are copied one by one into a new file, where every index is
/// rebuilt. The new file then replaces the damaged one, which is kept beside it under another name.
struct DamagedDatabase {
    /// The largest number of damaged files that are kept. If there are more, somebody must check the disk.
    private static let mostAside = 9

    private let path: String
    private let keys: KeyRing
    private let configuration: Configuration
    private let mend: @Sendable (Database) throws -> Void

    /// Prepares the repair of the database at `path`, or returns nil if databases of this format are not repaired.
    init?(_ path: String, _ keys: KeyRing, _ configuration: Configuration) {
        guard let mend = keys.format.mend else { return nil }
        (self.path, self.keys, self.configuration, self.mend) = (path, keys, configuration, mend)
    }

    /// Copies all readable data to a new file, and replaces the damaged file with the new one. The content of the
    /// damaged file is not changed. Throws if too much is damaged, or if the pages are not the problem. All files are
    /// left unchanged in that case.
    func mended() throws(StoreError) -> MendedDatabase {
        Self.discard(path + "-mending")
        do {
            let lacking = try readOut(into: path + "-mending")
            return MendedDatabase(lacking: lacking, aside: try putAside())
        } catch {
            Self.discard(path + "-mending")
            throw StoreError(underlying: error)
        }
    }

    /// Removes an incomplete database.
    static func discard(_ path: String) {
        for part in ["", "-wal", "-journal"] { _ = unsafe unlink(path + part) }
    }

    // MARK: - Reading

    /// Copies the readable rows. Returns the names of the incomplete tables.
    private func readOut(into fresh: String) throws -> [String] {
        try SealedDatabase.make(fresh)
        let source = try DatabaseQueue(path: path, configuration: configuration)
        let target = try DatabaseQueue(path: fresh, configuration: unchecked)
        var lacking: Set<String> = []
        try source.inDatabase { source in
            let (migrator, step) = try release(of: source)
            try migrator.migrate(target, upTo: step)
            try target.inDatabase { target in
                try target.inTransaction {
                    let tables = try Self.tables(of: target)
                    for table in tables where try !SalvagedTable(table, in: target).copy(from: source) {
                        lacking.insert(table)
                    }
                    try copyLoose(lacking, from: source, to: target)
                    SalvagedTable.copyNumbers(from: source, to: target)
                    for table in ["store", "data_key"] where lacking.contains(table) { complete(table, in: target) }
                    // Without the verifier, no sealed value can be read.
                    _ = try keys.verifier(in: target)
                    lacking.remove("store")
                    try mend(target)
                    for table in try orphans(in: target, tables) { lacking.insert(table) }
                    return .commit
                }
            }
        }
        try source.close()
        try target.close()
        return lacking.sorted()
    }

    /// The configuration without checks of foreign keys. Rows are copied in any order, and some rows refer to a missing
    /// row.
    private var unchecked: Configuration {
        var configuration = configuration
        configuration.foreignKeysEnabled = false
        return configuration
    }

    /// Returns the last migration step that created this database, and a migrator that has the steps up to this one and
    /// creates no keys. Throws ``StoreError/Code/corrupt`` if the database's tables do not match any release of this
    /// program.
    private func release(of source: Database) throws -> (DatabaseMigrator, String) {
        let id = keys.format.applicationID
        let migrator = keys.format.migrator { db in
            try db.execute(sql: SealedTables.keys)
            try db.execute(sql: "PRAGMA application_id = \(id)")
        }
        let schema = try SealedDatabase.schema(source)
        for step in migrator.migrations.reversed() {
            let trial = try DatabaseQueue()
            try migrator.migrate(trial, upTo: step)
            if try trial.read(SealedDatabase.schema) == schema { return (migrator, step) }
        }
        throw StoreError(.corrupt, "the file's tables are not those of this release")
    }

    private static func tables(of db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema
                WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'grdb_migrations'
                ORDER BY name
                """)
    }

    /// Copies the rows that cannot be reached through a readable page.
    private func copyLoose(_ lacking: Set<String>, from source: Database, to target: Database) throws {
        let tables = try lacking.sorted().map { try SalvagedTable($0, in: target) }.filter(\.isNumbered)
        guard !tables.isEmpty else { return }
        let place = path + "-mending-pages"
        Self.discard(place)
        defer { Self.discard(place) }
        let pages = try LoosePages(of: source, to: place)
        try pages.copy(tables)
        try pages.close()
    }

    /// Adds rows from the database's copies to a table whose rows never change once written. A copy that cannot be read
    /// contributes nothing.
    private func complete(_ table: String, in target: Database) {
        var reading = Configuration()
        reading.readonly = true
        for name in DatabaseCopy.names(beside: path) {
            guard let copy = try? DatabaseQueue(path: name, configuration: reading) else { continue }
            _ = try? copy.inDatabase { copy in try SalvagedTable(table, in: target).copy(from: copy) }
        }
    }

    /// Removes the rows that refer to a missing row. Returns the tables from which rows were removed.
    private func orphans(in db: Database, _ tables: [String]) throws -> Set<String> {
        var found: Set<String> = []
        var wasFound = true
        while wasFound {
            wasFound = false
            for table in tables {
                for fetched in try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\(table))") {
                    let row = StoredRow(fetched)
                    let parent = try row.value("table", as: String.self)
                    let (from, to) = (try row.value("from", as: String.self), try row.value("to", as: String.self))
                    try db.execute(
                        sql: """
                            DELETE FROM \(table) WHERE \(from) IS NOT NULL AND \(from) NOT IN (SELECT \(to) FROM \(parent))
                            """)
                    guard db.changesCount > 0 else { continue }
                    found.insert(table)
                    wasFound = true
                }
            }
        }
        return found
    }

    // MARK: - Changing places

    /// Replaces the damaged file with the repaired file. Returns the damaged file's new name. A crash at any moment
    /// leaves one of the two files in place; ``finish(_:)`` then completes the replacement.
    private func putAside() throws -> String {
        guard let number = (1...Self.mostAside).first(where: { !Self.exists("\(path)-damaged-\($0)") }) else {
            throw StoreError(.corrupt, "there are already \(Self.mostAside) damaged files beside the store")
        }
        let aside = "\(path)-damaged-\(number)"
        for part in ["", "-wal"] where Self.exists(path + part) {
            guard unsafe link(path + part, aside + part) == 0 else {
                throw StoreError(errorNumber: errno, of: "put the damaged file aside")
            }
        }
        try Self.syncDirectory(of: path)
        guard unsafe rename(path + "-mending", path + "-mended") == 0 else {
            throw StoreError(errorNumber: errno, of: "rename its files")
        }
        try Self.syncDirectory(of: path)
        try Self.finish(path)
        return Self.name(of: aside)
    }

    /// Completes a replacement that a crash has interrupted: the repaired file replaces the damaged file. The damaged
    /// file's log is removed first, so that the log is never read with the repaired file.
    static func finish(_ path: String) throws(StoreError) {
        guard exists(path + "-mended") else { return }
        guard unsafe unlink(path + "-wal") == 0 || errno == ENOENT, unsafe rename(path + "-mended", path) == 0 else {
            throw StoreError(errorNumber: errno, of: "rename its files")
        }
        try syncDirectory(of: path)
    }

    /// The names of the damaged files beside a database.
    static func aside(of path: String) -> [String] {
        (1...mostAside).map { "\(path)-damaged-\($0)" }.filter(exists).map(name)
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    private static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Makes the file names in the directory of `path` durable.
    static func syncDirectory(of path: String) throws(StoreError) {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = unsafe Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errorNumber: errno, of: "open its directory") }
        defer { _ = Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreError(errorNumber: errno, of: "write its directory") }
    }
}
