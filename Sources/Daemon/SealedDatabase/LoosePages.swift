internal import CSQLite
internal import Foundation
internal import GRDB

/// The pages of a damaged database that contain rows, even pages that no readable page leads to. If the page above them
/// is damaged, the pages are read one by one, each as if it were the whole table.
struct LoosePages {
    /// The largest number of pages in a file that is searched. Each page takes a millisecond.
    private static let most = 10_000
    /// The first byte of a page with numbered rows.
    private static let leaf: UInt8 = 13

    private let queue: DatabaseQueue
    private let pages: [Int]

    /// Copies the pages of `source` to a new file at `path`, in which the list of tables can be changed.
    init(of source: Database, to path: String) throws {
        try SealedDatabase.make(path)
        queue = try DatabaseQueue(path: path)
        try queue.inDatabase { target in
            try target.execute(sql: "PRAGMA synchronous = OFF")
            let backup = unsafe sqlite3_backup_init(target.sqliteConnection, "main", source.sqliteConnection, "main")
            let code = unsafe sqlite3_backup_step(backup, -1)
            _ = unsafe sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
            // The journal mode is changed because the file itself is read next.
            try target.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        let size = try queue.inDatabase { db in try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0 }
        pages = try Self.leaves(in: path, of: size)
    }

    private static func leaves(in path: String, of size: Int) throws -> [Int] {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        var (found, number) = ([Int](), 0)
        while size > 0, let page = try file.read(upToCount: size), !page.isEmpty {
            number += 1
            if page.first == leaf, number > 1 { found.append(number) }
            if found.count > most { return [] }
        }
        return found
    }

    /// Copies the rows of these tables that can be found. Data that cannot be a row of these tables is ignored.
    func copy(_ tables: [SalvagedTable]) throws {
        try queue.inDatabase { db in
            for page in pages {
                try db.execute(sql: "PRAGMA writable_schema = ON")
                for table in tables {
                    try db.execute(
                        sql: "UPDATE sqlite_schema SET rootpage = ? WHERE type = 'table' AND name = ?",
                        arguments: [page, table.name])
                }
                try db.execute(sql: "PRAGMA writable_schema = RESET")
                for table in tables { try table.copyPage(from: db) }
            }
        }
    }

    /// Closes the file.
    func close() throws { try queue.close() }
}
