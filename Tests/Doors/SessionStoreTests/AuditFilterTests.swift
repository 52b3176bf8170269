import RadioModel
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("What of the journal is asked for")
struct AuditFilterTests {
    /// A store with five entries: a granted attempt, an attempt that timed out, a running attempt past its gate, an
    /// attempt whose unknown outcome was later found to be applied, and a code that was shown.
    private func filled() throws -> SessionStore {
        let store = try StoreFixture().open()
        let (anna, berta) = (try sessionID(1000), try sessionID(1001))
        var granted = admission("granted", anna, at: moment(100))
        granted.identityID = "person-1"
        granted.trace = "t-1"
        _ = try store.admit(granted)
        let lock = AttemptLock(
            bindingID: "b-1", address: "D4:3B:04:00:00:01", entranceID: "door-1", entranceName: "Front Door")
        try store.markCommitting("granted", of: lock, at: moment(110))
        var outcome = AttemptOutcome(.granted, effect: .applied)
        outcome.confirmation = .confirmed
        try store.finish("granted", outcome, evidence: [7, 8], events: [], reply: nil, at: moment(120))

        var late = admission("late", berta, at: moment(200))
        late.credentialID = "cred-2"
        _ = try store.admit(late)
        try store.finish("late", AttemptOutcome(.timedOut, effect: .none), events: [], reply: nil, at: moment(210))

        _ = try store.admit(admission("running", anna, at: moment(300)))
        try store.markCommitting("running", at: moment(310))

        _ = try store.admit(admission("unknown", anna, at: moment(400)))
        try store.markCommitting("unknown", at: moment(410))
        try store.finish(
            "unknown", AttemptOutcome(.unknown, effect: .unknown), events: [], reply: nil, at: moment(420))
        let finding = LaterFinding(effect: .applied, confirmation: .confirmed, at: moment(430))
        try store.amend("unknown", with: finding, evidence: [9])
        try store.record(admission("shown", anna, at: moment(500)), as: AttemptOutcome(.revealed, effect: .none))
        return store
    }

    private func ids(
        _ store: SessionStore, _ scope: AuditScope = .everyone, _ change: (inout AuditFilter) -> Void
    ) throws -> [String] {
        var filter = AuditFilter()
        change(&filter)
        return try store.audit(scope, filter, before: nil, limit: 10).attempts.map(\.admission.attemptID)
    }

    @Test("audit filter: each member leaves out what it does not allow")
    func members() throws {
        let store = try filled()
        #expect(try ids(store) { _ in } == ["shown", "unknown", "running", "late", "granted"])
        #expect(try ids(store) { $0.attemptID = "late" } == ["late"])
        #expect(try ids(store) { $0.uid = 1001 } == ["late"])
        #expect(try ids(store) { $0.credentialID = "cred-2" } == ["late"])
        #expect(try ids(store) { $0.entranceID = "door-1" } == ["granted"])
        #expect(try ids(store) { $0.state = .running } == ["running"])
        #expect(try ids(store) { $0.state = .revealed } == ["shown"])
        #expect(try ids(store) { $0.since = moment(300) } == ["shown", "unknown", "running"])
        #expect(try ids(store) { $0.until = moment(300) } == ["late", "granted"])
        #expect(
            try ids(store) {
                $0.since = moment(200)
                $0.until = moment(500)
                $0.credentialID = "cred-1"
            } == ["unknown", "running"])
    }

    @Test("audit filter: the effect is the one that is known by now", arguments: WireError.Effect.allCases)
    func effect(effect: WireError.Effect) throws {
        let store = try filled()
        let all = try store.audit(.everyone, before: nil, limit: 10).attempts
        let expected = all.filter { $0.attempt.effect == effect }.map(\.admission.attemptID)
        #expect(!expected.isEmpty)
        #expect(try ids(store) { $0.effect = effect } == expected)
    }

    @Test("audit filter: no filter shows another session's attempts")
    func scope() throws {
        let store = try filled()
        let anna = AuditScope.session(try sessionID(1000), person: nil)
        #expect(try ids(store, anna) { $0.attemptID = "late" }.isEmpty)
        #expect(try ids(store, anna) { $0.uid = 1001 }.isEmpty)
        #expect(try ids(store, .session(try sessionID(1000, "x"), person: nil)) { $0.state = .granted }.isEmpty)
    }

    @Test("audit filter: the journal says who it was, at which lock, and what the lock said")
    func how() throws {
        let attempts = try filled().audit(.everyone, before: nil, limit: 10).attempts.map(\.attempt)
        let granted = try #require(attempts.last)
        #expect(granted.userIdentityID == "person-1")
        #expect((granted.bindingID, granted.lockAddress) == ("b-1", "D4:3B:04:00:00:01"))
        #expect((granted.entranceID, granted.entranceName) == ("door-1", "Front Door"))
        #expect(granted.evidence == [7, 8])
        #expect(granted.trace == "t-1")
        let later = attempts.first { $0.attemptID == "unknown" }
        #expect(later?.evidence == [9], "what was learnt later comes with its own")
    }

    /// The test inserts the rows directly into the file, because each write through the store waits for the disk.
    @Test("audit filter: a search reads so far, and says from where to go on")
    func pages() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        _ = try store.admit(admission("first", try sessionID(1000)))
        try store.close()
        let more = SessionStore.auditSearchLimit + 5
        try fixture.tamper(
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= \(more))
            INSERT INTO attempt (number, attempt_id, uid, session, method, credential_id, authority, admitted_at_ms,
                gate, outcome, effect)
                SELECT i, 'a-' || i, 1001, 'default', 'unlock.start', 'other', 'cloud', i, 'open', 'timed_out', 'none'
                FROM n
            """)
        let again = try fixture.open(at: moment(500))
        var filter = AuditFilter()
        filter.credentialID = "cred-1"
        let empty = try again.audit(.everyone, filter, before: nil, limit: 10)
        #expect(empty.attempts.isEmpty)
        let place = try #require(empty.nextBefore)
        #expect(place == Int64(more + 1 - SessionStore.auditSearchLimit + 1))
        let rest = try again.audit(.everyone, filter, before: place, limit: 10)
        #expect(rest.attempts.map(\.admission.attemptID) == ["first"])
        #expect(rest.nextBefore == nil)
        filter.credentialID = "other"
        let page = try again.audit(.everyone, filter, before: nil, limit: 2)
        #expect(page.attempts.map(\.number) == [Int64(more + 1), Int64(more)])
        #expect(page.nextBefore == Int64(more))
    }
}
