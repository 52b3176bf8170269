import DaemonCore
import Foundation
import GRDB
import SealedDatabase
import SeamModel
import SessionStore
import Synchronization
import Testing
import Wire

@Suite("A snapshot in parts")
struct SessionStoreSnapshotsTests {
    private static func text(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }

    private func parts(of store: SessionStore, _ owner: SessionID) throws -> [String] {
        var parts: [String] = []
        _ = try store.snapshot(of: owner) { parts.append(String(decoding: $0.bytes, as: UTF8.self)) }
        return parts
    }

    private func filled(_ fixture: StoreFixture, _ owner: SessionID) throws -> SessionStore {
        let store = try fixture.open()
        try store.save(signedIn(owner, token: "seam_cst1a_one"), at: moment(1))
        try store.replaceSnapshot(
            of: owner, with: snapshot(of: owner, "head"), parts: SnapshotParts(count: 4) { Self.text("part \($0)") },
            at: moment(2))
        return store
    }

    @Test("session store snapshots: is read as it was written, and only what has changed is written again")
    func changes() throws {
        let (fixture, key) = (try StoreFixture(), try sessionID(1000))
        let store = try filled(fixture, key)
        #expect(try parts(of: store, key) == ["part 0", "part 1", "part 2", "part 3"])
        let asked = Mutex<[Int]>([])
        let changed = SnapshotParts(count: 4, changed: [2]) { number in
            asked.withLock { $0.append(number) }
            return Self.text("other \(number)")
        }
        try store.replaceSnapshot(
            of: key, with: snapshot(of: key, "later", at: moment(30)), parts: changed, at: moment(3))
        #expect(asked.withLock { $0 } == [2])
        #expect(try parts(of: store, key) == ["part 0", "part 1", "other 2", "part 3"])
        #expect(try store.snapshot(of: key) == snapshot(of: key, "later", at: moment(30)))
        try store.close()
        #expect(try parts(of: fixture.open(), key) == ["part 0", "part 1", "other 2", "part 3"])
    }

    @Test("session store snapshots: is written as a whole where the store has another number of parts, or none")
    func whole() throws {
        let (fixture, key) = (try StoreFixture(), try sessionID(1000))
        let store = try filled(fixture, key)
        let more = SnapshotParts(count: 8, changed: [1]) { Self.text("new \($0)") }
        try store.replaceSnapshot(of: key, with: snapshot(of: key, "head"), parts: more, at: moment(3))
        #expect(try parts(of: store, key) == (0..<8).map { "new \($0)" })
        try store.replaceSnapshot(of: key, with: nil, at: moment(4))
        #expect(try store.snapshot(of: key) == nil)
        let one = SnapshotParts(count: 1, changed: []) { Self.text("only \($0)") }
        try store.replaceSnapshot(of: key, with: snapshot(of: key, "head"), parts: one, at: moment(5))
        #expect(try parts(of: store, key) == ["only 0"])
        try store.replaceSnapshot(of: key, with: snapshot(of: key, "all of it"), at: moment(6))
        #expect(try parts(of: store, key) == [])
        #expect(try store.snapshot(of: key) == snapshot(of: key, "all of it"))
    }

    @Test("session store snapshots: is written as a whole over another person's")
    func anotherPerson() throws {
        let (fixture, key) = (try StoreFixture(), try sessionID(1000))
        let store = try filled(fixture, key)
        var other = snapshot(of: key, "head")
        other = SnapshotRecord(
            workspaceID: other.workspaceID, identityID: "ben", takenAt: other.takenAt, content: other.content)
        let parts = SnapshotParts(count: 4, changed: [1]) { Self.text("new \($0)") }
        try store.replaceSnapshot(of: key, with: other, parts: parts, at: moment(3))
        #expect(try self.parts(of: store, key) == ["new 0", "new 1", "new 2", "new 3"])
    }

    @Test(
        "session store snapshots: does not open with a part that is missing, another one's, or an earlier one",
        arguments: [
            "DELETE FROM snapshot_part WHERE number = 1",
            "UPDATE snapshot_part SET content = (SELECT content FROM snapshot_part WHERE number = 0) WHERE number = 1",
            "UPDATE snapshot_part SET content = (SELECT content FROM kept) WHERE number = 1",
            "UPDATE snapshot SET parts = substr(parts, 1, 96)", "UPDATE snapshot SET parts = NULL",
        ])
    func tampered(sql: String) throws {
        let (fixture, key) = (try StoreFixture(), try sessionID(1000))
        var store = try filled(fixture, key)
        try store.close()
        // The test keeps the old row outside the store, because the store refuses unknown tables.
        let kept = try #require(
            try fixture.peek("SELECT content FROM snapshot_part WHERE number = 1", as: Data.self))
        store = try fixture.open()
        let later = SnapshotParts(count: 4, changed: [1]) { Self.text("later \($0)") }
        try store.replaceSnapshot(of: key, with: snapshot(of: key, "head"), parts: later, at: moment(3))
        try store.close()
        if sql.contains("kept") {
            try fixture.tamper("UPDATE snapshot_part SET content = ? WHERE number = 1", [kept])
        } else {
            try fixture.tamper(sql)
        }
        store = try fixture.open()
        #expect(throws: StoreError(.corrupt, "")) { try store.snapshot(of: key) }
        #expect(try store.eraseDamaged(key))
    }
}
