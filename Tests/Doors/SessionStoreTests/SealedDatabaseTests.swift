import CSQLite
import DaemonCore
import Foundation
import GRDB
import Glibc
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("The store")
struct SealedDatabaseTests {
    @Test("sealed database: is founded owner-only, with a log beside it, and opens again")
    func founding() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        #expect(store.recovered.isEmpty)
        for file in try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path) {
            var status = stat()
            #expect(lstat(fixture.directory.appending(path: file).path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(file)")
        }
        #expect(try store.isSound())
        try store.close()
        #expect(try fixture.open().sessionIDs().isEmpty)
    }

    @Test("sealed database: writes through to the disk, behind a log, and wipes what it deletes")
    func durability() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        #expect(try store.durability() == ["wal", "2", "1", "exclusive"])
    }

    @Test("database: refuses what writes in a read and keeps nothing of it; reads with the statements that it has")
    func reading() throws {
        let store = try StoreFixture().open()
        for wrong in ["DELETE FROM store", "COMMIT", "ROLLBACK"] {
            #expect(throws: StoreError(.failed, ""), "\(wrong)") { try store.read { db in try db.execute(sql: wrong) } }
        }
        #expect(throws: StoreError.self) { try store.read { db in try db.execute(sql: "no SQL") } }
        for _ in 0..<3 {
            try store.read { db in
                let rows = try Row.fetchAll(db, kept: "SELECT id FROM store")
                let kept = try db.cachedStatement(sql: "SELECT id FROM store").sqliteStatement
                #expect(rows.count == 1 && sqlite3_stmt_status(kept, SQLITE_STMTSTATUS_REPREPARE, 0) == 0)
            }
        }
    }

    @Test("sealed database: seals with the key that is there, whatever was opened before in the same transaction")
    func keysWithinATransaction() throws {
        let store = try StoreFixture().open()
        let owner = SealOwner("somebody")
        let context = SealingContext(place: "test", row: "1", owner: owner)
        let keys = store.keys
        let (old, new) = try store.write { db in
            func sealed() throws -> Data {
                _ = try keys.makeDataKey(for: owner, in: db, at: moment(1))
                // Reads the key back, which proves that the sealed key can be opened.
                let key = try #require(try keys.dataKey(of: owner, in: db))
                return try Seal.close(Array("x".utf8), key: key, context: context)
            }
            struct Undone: Error {}
            #expect(throws: Undone.self) {
                try db.inKeptSavepoint {
                    _ = try sealed()
                    throw Undone()
                }
            }
            let old = try sealed()
            try keys.eraseDataKey(of: owner, in: db)
            #expect(try keys.dataKey(of: owner, in: db) == nil)
            return (old, try sealed())
        }
        try store.read { db in
            let key = try #require(try keys.dataKey(of: owner, in: db))
            #expect(try Seal.open(new, key: key, context: context) == Array("x".utf8))
            #expect(throws: StoreError.self) { try Seal.open(old, key: key, context: context) }
        }
    }

    @Test("sealed database: a key that was opened is gone when it is erased, and back when that is undone")
    func keyOfAnEarlierTransaction() throws {
        let store = try StoreFixture().open()
        let (owner, other, keys) = (SealOwner("somebody"), SealOwner("another"), store.keys)
        let context = SealingContext(place: "test", row: "1", owner: owner)
        struct Undone: Error {}
        let sealed = try store.write { db in
            try Seal.close(Array("x".utf8), key: keys.makeDataKey(for: owner, in: db, at: moment(1)), context: context)
        }
        func isThere(_ db: Database) throws -> Bool {
            try keys.dataKey(of: owner, in: db).map { try Seal.open(sealed, key: $0, context: context) } != nil
        }
        try store.write { db in
            #expect(try isThere(db))
            try? db.inKeptSavepoint {
                try keys.eraseDataKey(of: owner, in: db)
                #expect(try !isThere(db))
                _ = try keys.makeDataKey(for: owner, in: db, at: moment(1))
                _ = try keys.makeDataKey(for: other, in: db, at: moment(1))
                #expect(try keys.dataKey(of: other, in: db) != nil)
                throw Undone()
            }
            #expect(try isThere(db) && keys.dataKey(of: other, in: db) == nil, "as it was")
            try keys.eraseDataKey(of: owner, in: db)
            #expect(try !isThere(db))
        }
    }

    @Test("sealed database: refuses another machine key and changes nothing")
    func wrongKey() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try store.save(signedIn(sessionID(1000), token: "seam_cst1x_y"), at: moment(1))
        try store.close()
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        #expect(throws: StoreError(.wrongMachineKey, "")) {
            try SessionStore(path: fixture.path, machineKey: StoreFixture.machineKey(2), now: moment(2))
        }
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
        #expect(try fixture.open().sessionIDs().count == 1)
    }

    @Test("sealed database: refuses a later release's store and changes nothing")
    func newerSchema() throws {
        let fixture = try StoreFixture()
        try fixture.open().close()
        try fixture.tamper("INSERT INTO grdb_migrations (identifier) VALUES ('2-from-the-future')")
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        #expect(throws: StoreError(.newerSchema, "")) { try fixture.open() }
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    }

    @Test(
        "sealed database: refuses what is no store",
        arguments: ["not a database, but long enough to be read as one", "x"])
    func notADatabase(text: String) throws {
        let fixture = try StoreFixture()
        let content = Data(String(repeating: text, count: 200).utf8)
        try content.write(to: URL(filePath: fixture.path))
        chmod(fixture.path, 0o600)
        #expect(throws: StoreError(.corrupt, "")) { try fixture.open() }
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == content)
    }

    @Test("sealed database: refuses another program's database and changes nothing")
    func otherProgram() throws {
        let fixture = try StoreFixture()
        try fixture.tamper("CREATE TABLE theirs (x INTEGER)")
        chmod(fixture.path, 0o600)
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        #expect(throws: StoreError(.corrupt, "")) { try fixture.open() }
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    }

    @Test("sealed database: refuses a file that others can read, and a link")
    func exposed() throws {
        let fixture = try StoreFixture()
        try fixture.open().close()
        chmod(fixture.path, 0o640)
        #expect(throws: StoreError(.exposed, "")) { try fixture.open() }
        chmod(fixture.path, 0o600)
        let real = fixture.directory.appending(path: "real.db").path
        rename(fixture.path, real)
        symlink(real, fixture.path)
        #expect(throws: StoreError(.exposed, "")) { try fixture.open() }
    }

    @Test("sealed database: refuses a directory that does not exist")
    func noDirectory() throws {
        let fixture = try StoreFixture()
        #expect(throws: StoreError(.unavailable, "")) {
            try SessionStore(path: fixture.path + "/deeper/store.db", machineKey: fixture.key, now: moment(0))
        }
    }

    @Test("sealed database: belongs to one holder at a time")
    func oneHolder() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        #expect(throws: StoreError(.inUse, "")) { try fixture.open() }
        try store.close()
        #expect(throws: Never.self) { try fixture.open() }
    }

    @Test("sealed database: opens nothing with the keys of another salt")
    func otherSalt() throws {
        let store = try StoreFixture().open()
        try store.add(binding("b-1", .entrance("e-1"), key: "k"))
        #expect(try store.bindings().count == 1)
        try store.write { db in try db.execute(sql: "UPDATE store SET salt = randomblob(32)") }
        #expect(throws: StoreError(.corrupt, "")) { try store.bindings() }
    }

    @Test("sealed database: undoes what a savepoint has written that fails, and nothing else")
    func savepoints() throws {
        let store = try StoreFixture().open()
        let numbers = try store.write { db in
            try db.execute(sql: "CREATE TEMP TABLE number (n INTEGER)")
            func insert(_ number: Int) throws {
                try db.execute(kept: "INSERT INTO number VALUES (?)", arguments: [number])
            }
            try insert(1)
            try db.inKeptSavepoint { try insert(2) }
            #expect(throws: StoreError(.conflict, "")) {
                try db.inKeptSavepoint {
                    try insert(3)
                    try db.inKeptSavepoint { try insert(4) }
                    throw StoreError(.conflict, "it is not to be")
                }
            }
            try db.inKeptSavepoint { try insert(5) }
            return try Int.fetchAll(db, sql: "SELECT n FROM number ORDER BY n")
        }
        #expect(numbers == [1, 2, 5])
    }

    @Test("sealed database: takes up a founding that was cut short")
    func cutShort() throws {
        let fixture = try StoreFixture()
        try fixture.tamper("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        chmod(fixture.path, 0o600)
        #expect(try fixture.open().isSound())
    }

    @Test("sealed database: finds damaged pages")
    func damagedPages() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        for number in 0..<200 { _ = try store.admit(admission("attempt-\(number)", owner)) }
        try store.close()
        let file = try FileHandle(forWritingTo: URL(filePath: fixture.path))
        let length = try file.seekToEnd()
        for page in stride(from: UInt64(4_096) * 12, to: length, by: 4_096) {
            try file.seek(toOffset: page)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 512))
        }
        try file.close()
        #expect(throws: StoreError(.corrupt, "")) { try fixture.open() }
    }

    @Test("sealed database: keeps a time mark that never moves back")
    func timeMark() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        #expect(try store.timeMark() == nil)
        let mark = TimeMark(trusted: moment(500), bootClock: .milliseconds(12), bootID: "boot-1")
        try store.save(mark)
        try store.save(TimeMark(trusted: moment(499), bootClock: .milliseconds(13), bootID: "boot-1"))
        #expect(try store.timeMark() == mark)
    }
}

@Suite("The machine key")
struct MachineKeyTests {
    @Test("machine key: has 32 bytes that are not all equal")
    func shape() throws {
        for bytes in [[], [1, 2, 3], Array(repeating: UInt8(0), count: 32), Array(0..<33)] {
            #expect(throws: StoreError(.invalid, "")) { try MachineKey(bytes: bytes.map { UInt8($0) }) }
        }
        #expect(throws: Never.self) { try MachineKey(bytes: Array(0..<32)) }
    }

    @Test("machine key: and other secrets show nothing in any description")
    func redaction() throws {
        let key = try MachineKey(bytes: Array("0123456789abcdef0123456789ABCDEF".utf8))
        let record = try signedIn(sessionID(1), token: "canary-token")
        var dumped = ""
        dump(record, to: &dumped)
        dump(key, to: &dumped)
        let shown = "\(key) \(String(reflecting: key)) \(record) \(String(reflecting: record)) \(dumped)"
        #expect(!shown.contains("abcdef"))
        #expect(!shown.contains("canary"))
        #expect(!shown.contains("99, 97, 110"))
    }
}
