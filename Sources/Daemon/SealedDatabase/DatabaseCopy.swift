internal import CSQLite
internal import GRDB
internal import Glibc
package import Wire

/// A copy of a database in use. The copy is made a few pages at a time so that other calls need not wait for it. The
/// copy is sealed like the database, is accessible only to its owner, and needs no log. The last two copies are kept
/// beside the database.
///
/// Only one method of a copy runs at a time: first `step`, then `finish` or `discard`.
package final class DatabaseCopy: Sendable {
    /// The number of pages that one step copies.
    private static let pages: Int32 = 128
    /// The amount of disk space that a copy leaves free, in bytes.
    private static let room: UInt64 = 64 << 20

    private let path: String
    private let queue: DatabaseQueue
    private let running = Running()

    /// The state of a copy that has begun. Only the queue of the database uses this state.
    @safe private final class Running: @unchecked Sendable {
        var backup: OpaquePointer?
    }

    /// Begins a copy of the database at `path`. Throws ``StoreError/Code/diskFull`` if the copy would nearly fill the
    /// disk.
    package init(of path: String) throws(StoreError) {
        self.path = path
        let fresh = path + "-copy-new"
        var (status, disk) = (stat(), statvfs())
        guard unsafe lstat(path, &status) == 0, unsafe statvfs(path, &disk) == 0 else {
            throw StoreError(errorNumber: errno, of: "look at the file")
        }
        let (free, isMore) = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        guard isMore || free >= UInt64(max(0, status.st_size)) + Self.room else {
            throw StoreError(.diskFull, "the disk is nearly full")
        }
        DamagedDatabase.discard(fresh)
        try SealedDatabase.make(fresh)
        do {
            queue = try DatabaseQueue(path: fresh)
            // The copy is made durable only at the end.
            try queue.inDatabase { db in try db.execute(sql: "PRAGMA synchronous = OFF") }
        } catch {
            throw StoreError(underlying: error)
        }
    }

    /// Returns the names of the copies beside a database, the newest first. The copies may be missing.
    package static func names(beside path: String) -> [String] { ["\(path)-copy", "\(path)-copy-older"] }

    /// Returns the time at which the newest copy beside a database was made. If there is no copy, returns nil.
    package static func newest(beside path: String) -> Timestamp? {
        var status = stat()
        guard unsafe lstat(names(beside: path)[0], &status) == 0 else { return nil }
        return Timestamp(
            millisecondsSince1970: Int64(status.st_mtim.tv_sec) * 1_000 + Int64(status.st_mtim.tv_nsec) / 1_000_000)
    }

    /// Copies some pages. Returns whether they were the last pages. The copy also includes data that is written to the
    /// database in the meantime.
    func step(from source: Database) throws -> Bool {
        try queue.inDatabase { target in
            if unsafe running.backup == nil {
                unsafe running.backup = sqlite3_backup_init(
                    target.sqliteConnection, "main", source.sqliteConnection, "main")
                guard unsafe running.backup != nil else { throw StoreError(.failed, "a copy cannot be started") }
            }
            let code = unsafe sqlite3_backup_step(running.backup, Self.pages)
            if code == SQLITE_OK { return false }
            end()
            guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
            return true
        }
    }

    private func end() {
        _ = unsafe sqlite3_backup_finish(running.backup)
        unsafe running.backup = nil
    }

    /// Checks every page of the complete copy, and renames the copy to its final name, with `now` as its date. Throws
    /// ``StoreError/Code/corrupt`` if pages are damaged, because the same pages of the database are then damaged too;
    /// earlier copies are left unchanged. The work runs on a separate thread.
    package func finish(at now: Timestamp) async throws(StoreError) {
        do {
            try await queue.writeWithoutTransaction { db in
                guard try SealedDatabase.isSound(db, "quick_check(1)") else {
                    throw StoreError(.corrupt, "the store has damaged pages; the next start recovers what can be read")
                }
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
                try self.place(at: now)
            }
            try queue.close()
        } catch {
            DamagedDatabase.discard(path + "-copy-new")
            throw StoreError(underlying: error)
        }
    }

    private func place(at now: Timestamp) throws(StoreError) {
        let (fresh, names) = (path + "-copy-new", Self.names(beside: path))
        let descriptor = unsafe Glibc.open(fresh, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw StoreError(errorNumber: errno, of: "open the copy") }
        defer { _ = Glibc.close(descriptor) }
        let (seconds, rest) = now.millisecondsSince1970.quotientAndRemainder(dividingBy: 1_000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(max(0, rest)) * 1_000_000)
        guard unsafe futimens(descriptor, [time, time]) == 0, fsync(descriptor) == 0 else {
            throw StoreError(errorNumber: errno, of: "write the copy")
        }
        guard unsafe rename(names[0], names[1]) == 0 || errno == ENOENT, unsafe rename(fresh, names[0]) == 0 else {
            throw StoreError(errorNumber: errno, of: "rename the copy")
        }
        try DamagedDatabase.syncDirectory(of: path)
    }

    /// Discards an incomplete copy. Call this method on the database's thread.
    package func discard() {
        queue.inDatabase { _ in end() }
        try? queue.close()
        DamagedDatabase.discard(path + "-copy-new")
    }
}

extension SealedStore {
    /// Continues a copy of this store. Returns whether the copy is complete.
    package func go(on copy: DatabaseCopy) throws(StoreError) -> Bool {
        do {
            return try database.queue.inDatabase { db in try copy.step(from: db) }
        } catch {
            throw StoreError(underlying: error)
        }
    }
}
