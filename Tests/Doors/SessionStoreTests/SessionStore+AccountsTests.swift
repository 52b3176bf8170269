import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("The accounts of the numbers in the store")
struct SessionStoreAccountsTests {
    @Test(
        "session store accounts: a name that was changed behind the store's back is nobody's",
        arguments: ["name = 'ben'", "since_attempt = 0"])
    func altered(change: String) throws {
        let fixture = try StoreFixture()
        var store = try fixture.open()
        _ = try store.admit(admission("a", try sessionID(7)))
        _ = try store.forget(.user(7), noting: "ada", recording: nil, at: moment(1))
        #expect(try store.accounts() == [StoredAccount(subject: .user(7), name: .noted("ada"))])
        try store.close()
        try fixture.tamper("UPDATE account SET \(change)")
        store = try fixture.open()
        #expect(try store.accounts() == [StoredAccount(subject: .user(7), name: .altered)])
    }

    @Test("accounts: a removed name is nobody's once every number had one; in an earlier store it is unknown")
    func takenAway() throws {
        let fixture = try StoreFixture()
        var store = try fixture.open()
        try store.save(signedIn(try sessionID(7), token: "seam_cst1_seven"), at: moment(1))
        #expect(try store.accounts() == [StoredAccount(subject: .user(7), name: .unknown)])
        #expect(try !store.markAccounted() && !store.isAccounted())
        try store.note("ada", for: .user(7), at: moment(2))
        #expect(try store.markAccounted() && store.isAccounted())
        try store.close()
        try fixture.tamper("DELETE FROM account")
        store = try fixture.open()
        #expect(try store.isAccounted())
        #expect(try store.accounts() == [StoredAccount(subject: .user(7), name: .altered)])
    }

    @Test("accounts: what was forgotten of a user is in no file any more; others keep theirs, and the journal stays")
    func forgets() throws {
        let (fixture, token) = (try StoreFixture(), "seam_cst1_forgotten")
        let store = try fixture.open()
        for name in ["default", "work"] {
            try store.save(signedIn(try sessionID(7, name), token: token), at: moment(1))
        }
        try store.save(signedIn(try sessionID(8), token: "seam_cst1_other"), at: moment(1))
        let owner = try sessionID(7)
        _ = try store.admit(admission("before", owner, idem: "0123456789abcdef"))
        try store.finish(
            "before", AttemptOutcome(.timedOut, effect: .none), events: [], reply: "{}", at: moment(2))
        let call = KeyedCall(session: owner, method: "m", idem: "0123456789abcdef")
        _ = try store.begin(call, fingerprint: "f", at: moment(3))
        let act = admission("forget_1", owner, at: moment(4))
        let forgotten = try store.forget(.user(7), noting: "ada", recording: act, reason: "account.gone", at: moment(4))
        #expect(forgotten == ForgottenAccount(sessions: 2, grants: 0))
        #expect(try store.sessionIDs() == [try sessionID(8)])
        let journal = try store.audit(.everyone, before: nil, limit: 10).attempts
        #expect(journal.map(\.attempt.attemptID) == ["forget_1", "before"])
        #expect(journal.first?.attempt.kind == .forget && journal.first?.attempt.reason == "account.gone")
        #expect(journal.last?.admission.idem == nil && journal.last?.reply == nil)
        // The next owner of the user number sees only later entries.
        #expect(try store.audit(.session(owner, person: nil), before: nil, limit: 10).attempts.isEmpty)
        _ = try store.admit(admission("after", owner, idem: "0123456789abcdef"))
        #expect(
            try store.audit(.session(owner, person: nil), before: nil, limit: 10).attempts.map(\.attempt.attemptID)
                == ["after"])
        var check = AuditCheck()
        while !check.isDone { try store.advance(&check, by: 100) }
        #expect(check.fault == nil)
        try store.close()
        #expect(try !fixture.filesContain(Array("\"session/7/".utf8)))
        #expect(try fixture.peek("SELECT count(*) FROM data_key WHERE owner LIKE 'session/7/%'", as: Int.self) == 0)
    }

    @Test("accounts: a name is kept as long as something is kept under the number, if only in the journal")
    func tidied() throws {
        let store = try StoreFixture().open()
        for uid in [7, 8, 9] as [UInt32] { try store.note("n\(uid)", for: .user(uid), at: moment(1)) }
        try store.note("g", for: .group(7), at: moment(1))
        try store.save(signedIn(try sessionID(8), token: "seam_cst1_other"), at: moment(1))
        _ = try store.admit(admission("a", try sessionID(9)))
        try store.tidyAccounts()
        #expect(try store.accounts().map(\.subject) == [.user(8), .user(9)])
    }
}
