import DaemonCore
import Foundation
import GRDB
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("Sessions and snapshots")
struct SessionStoreTests {
    @Test("session store: come back as they were saved")
    func roundTrip() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let (anna, ben) = (try sessionID(1000), try sessionID(1001, "work"))
        try store.save(signedIn(anna, token: "seam_cst1anna_secret"), at: moment(1))
        try store.save(signedIn(ben, token: "seam_cst1ben_secret"), at: moment(2))
        try store.replaceSnapshot(of: anna, with: snapshot(of: anna, "doors of anna"), at: moment(3))
        try store.close()

        let again = try fixture.open()
        #expect(try again.session(anna) == signedIn(anna, token: "seam_cst1anna_secret"))
        #expect(try again.sessionIDs() == [anna, ben])
        #expect(try again.snapshot(of: anna) == snapshot(of: anna, "doors of anna"))
        #expect(try again.snapshot(of: ben) == nil)
        #expect(try again.session(sessionID(1000, "work")) == nil)
    }

    @Test("session store: lie in the files only sealed")
    func sealed() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        try store.save(signedIn(owner, token: "seam_cst1canary_token"), at: moment(1))
        try store.replaceSnapshot(of: owner, with: snapshot(of: owner, "canary door code 4711"), at: moment(3))
        for canary in ["seam_cst1canary_token", "canary door code", "canary_t"] {
            #expect(try !fixture.filesContain(Array(canary.utf8)))
        }
        #expect(try fixture.filesContain(Array("cs-1".utf8)), "the search must be able to find something")
    }

    @Test("session store: a session has a token unless it is deactivated")
    func tokenRule() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        for phase in [SessionRecord.Phase.initialized, .active] {
            #expect(throws: StoreError(.invalid, "")) {
                try store.save(SessionRecord(id: owner, phase: phase, token: nil), at: moment(1))
            }
        }
        #expect(throws: StoreError(.invalid, "")) {
            let record = SessionRecord(id: owner, phase: .deactivated, token: SecretBytes([1]))
            try store.save(record, at: moment(1))
        }
        #expect(try store.session(owner) == nil)
    }

    @Test("session store: deactivation forgets the token and keeps the snapshot")
    func deactivation() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        try store.save(signedIn(owner, token: "seam_cst1x_y"), at: moment(1))
        try store.replaceSnapshot(of: owner, with: snapshot(of: owner, "doors"), at: moment(2))
        var record = signedIn(owner, token: "")
        record.phase = .deactivated
        record.token = nil
        try store.save(record, at: moment(3))
        #expect(try store.session(owner) == record)
        #expect(try store.snapshot(of: owner)?.content == SecretBytes(Array("doors".utf8)))
    }

    @Test("session store: erasing leaves neither the values nor the key that opened them, in database or log")
    func cryptoErase() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let (anna, ben) = (try sessionID(1000), try sessionID(1001))
        for owner in [anna, ben] {
            try store.save(signedIn(owner, token: "seam_cst1x_\(owner.uid)"), at: moment(1))
            try store.replaceSnapshot(of: owner, with: snapshot(of: owner, "doors"), at: moment(2))
        }
        try store.close()
        let wrapped = try #require(
            try fixture.peek("SELECT wrapped FROM data_key WHERE owner = 'session/1000/default'", as: Data.self)
        )
        let token = try #require(try fixture.peek("SELECT token FROM session WHERE uid = 1000", as: Data.self))
        #expect(try fixture.filesContain([UInt8](wrapped)))

        let again = try fixture.open()
        try again.erase(anna)
        #expect(try !fixture.filesContain([UInt8](wrapped)))
        #expect(try !fixture.filesContain([UInt8](token)))
        #expect(try again.session(anna) == nil)
        #expect(try again.snapshot(of: anna) == nil)
        #expect(try again.session(ben) != nil)
        try again.erase(anna)
    }

    @Test("session store: a key made after an erase opens nothing sealed before it")
    func noResurrection() throws {
        let fixture = try StoreFixture()
        let owner = try sessionID(1000)
        let store = try fixture.open()
        try store.save(signedIn(owner, token: "seam_cst1old_1"), at: moment(1))
        try store.close()
        let old = try #require(try fixture.peek("SELECT token FROM session", as: Data.self))
        let again = try fixture.open()
        try again.erase(owner)
        try again.save(signedIn(owner, token: "seam_cst1new_1"), at: moment(2))
        try again.close()
        try fixture.tamper("UPDATE session SET token = ?", [old])
        #expect(throws: StoreError(.corrupt, "")) { try fixture.open().session(owner) }
    }

    @Test(
        "session store: a value moved to another row, owner or time does not open",
        arguments: [
            "UPDATE session SET token = (SELECT token FROM session WHERE uid = 1001) WHERE uid = 1000",
            "UPDATE session SET uid = 1002 WHERE uid = 1000; UPDATE session SET uid = 1000 WHERE uid = 1001",
            "UPDATE data_key SET owner = 'x' WHERE version = 1; UPDATE data_key SET owner = 'session/1000/default' "
                + "WHERE version = 2",
            "UPDATE data_key SET wrapped = (SELECT wrapped FROM data_key WHERE version = 2) WHERE version = 1",
            "UPDATE session SET token = CAST(substr(token, 1, length(token) - 1) || "
                + "CASE substr(token, -1) WHEN x'00' THEN x'01' ELSE x'00' END AS BLOB) WHERE uid = 1000",
            "UPDATE session SET token = x'01' WHERE uid = 1000",
            "DELETE FROM data_key WHERE version = 1",
            // The next case changes every mention of the owner outside the sealed values.
            "UPDATE session SET uid = 1002 WHERE uid = 1000; UPDATE session SET uid = 1000 WHERE uid = 1001; "
                + "UPDATE session SET uid = 1001 WHERE uid = 1002; UPDATE data_key SET owner = 'x' WHERE version = 1; "
                + "UPDATE data_key SET owner = 'session/1000/default' WHERE version = 2; "
                + "UPDATE data_key SET owner = 'session/1001/default' WHERE version = 1",
        ]
    )
    func rowSwap(sql: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let (anna, ben) = (try sessionID(1000), try sessionID(1001))
        try store.save(signedIn(anna, token: "seam_cst1anna_1"), at: moment(1))
        try store.save(signedIn(ben, token: "seam_cst1ben_1"), at: moment(1))
        try store.close()
        try fixture.tamper(sql)
        #expect(throws: StoreError(.corrupt, "")) { try fixture.open().session(anna) }
    }

    @Test(
        "session store: a snapshot whose plain columns were changed does not open",
        arguments: ["workspace_id = 'ws-2'", "identity_id = 'person-1'", "taken_at_ms = taken_at_ms + 1"]
    )
    func besideColumns(change: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        try store.save(signedIn(owner, token: "seam_cst1x_y"), at: moment(1))
        try store.replaceSnapshot(of: owner, with: snapshot(of: owner, "doors"), at: moment(2))
        try store.close()
        try fixture.tamper("UPDATE snapshot SET \(change)")
        #expect(throws: StoreError(.corrupt, "")) { try fixture.open().snapshot(of: owner) }
    }

    @Test("session store: a damaged session hides no other, and only a damaged one is erased as such")
    func damaged() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let (anna, ben) = (try sessionID(1000), try sessionID(1001))
        for owner in [anna, ben, try sessionID(1000, "work")] {
            try store.save(signedIn(owner, token: "seam_cst1x_y"), at: moment(1))
        }
        try store.close()
        try fixture.tamper("UPDATE session SET token = x'00' WHERE uid = 1000 AND name = 'default'")
        let again = try fixture.open()
        #expect(try again.sessionIDs(of: 1000).map(\.name) == ["default", "work"])
        #expect(try again.sessionIDs().count == 3)
        #expect(try again.session(ben) != nil)
        #expect(try again.eraseDamaged(anna))
        #expect(try !again.eraseDamaged(ben))
        #expect(try again.session(anna) == nil)
        #expect(try again.sessionIDs().count == 2)
    }

    @Test("session store: a cleared token is in no file any more")
    func clearedToken() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        try store.save(signedIn(owner, token: "seam_cst1anna_1"), at: moment(1))
        try store.replaceSnapshot(of: owner, with: snapshot(of: owner, "doors"), at: moment(2))
        try store.close()
        let sealed = try #require(try fixture.peek("SELECT token FROM session", as: Data.self))
        let again = try fixture.open()
        #expect(try fixture.filesContain(Array(sealed)))
        try again.save(SessionRecord(id: owner, phase: .deactivated, token: nil), at: moment(3))
        #expect(try !fixture.filesContain(Array(sealed)))
        #expect(try again.snapshot(of: owner) != nil)
    }

    @Test("session store: a snapshot is replaced as a whole, and needs its session")
    func replacing() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        #expect(throws: StoreError(.conflict, "")) {
            try store.replaceSnapshot(of: owner, with: snapshot(of: owner, "doors"), at: moment(1))
        }
        try store.save(signedIn(owner, token: "seam_cst1x_y"), at: moment(1))
        try store.replaceSnapshot(of: owner, with: snapshot(of: owner, "one"), at: moment(2))
        let second = snapshot(of: owner, "two", at: moment(30))
        try store.replaceSnapshot(of: owner, with: second, at: moment(3))
        #expect(try store.snapshot(of: owner) == second)
        try store.replaceSnapshot(of: owner, with: nil, at: moment(4))
        #expect(try store.snapshot(of: owner) == nil)
    }

    @Test(
        "session store: names are checked", arguments: ["", "A", "a b", "a/b", "ä", String(repeating: "a", count: 33)])
    func badNames(name: String) {
        #expect(SessionID(uid: 1, name: name) == nil)
    }
}
