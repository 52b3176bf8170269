import RadioModel
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("The journal's chain")
struct AuditChainTests {
    /// Writes three attempts. The first attempt was granted. The second attempt was refused and timed out. The outcome
    /// of the third attempt became known later, through an administrator's inquiry.
    private func fill(_ store: SessionStore, from prefix: String = "a") throws {
        let owner = try sessionID(1000)
        var granted = AttemptOutcome(.granted, effect: .applied)
        granted.confirmation = .confirmed
        var asked = admission("\(prefix)-1", owner, idem: "key-000000000000\(prefix)")
        asked.credentialName = "Front Door"
        asked.bindingID = "b-1"
        asked.identityID = "person-1"
        asked.trace = "t-1"
        _ = try store.admit(asked)
        try store.markCommitting(
            "\(prefix)-1", of: AttemptLock(bindingID: "b-1", address: "D4:3B:04:00:00:01"), at: moment(110))
        try store.recordVerdict(.committed, of: "\(prefix)-1", at: moment(120))
        try store.finish("\(prefix)-1", granted, evidence: [1, 0, 2], events: [], reply: "{}", at: moment(130))
        _ = try store.admit(admission("\(prefix)-2", try sessionID(1001), at: moment(200)))
        try store.finish(
            "\(prefix)-2", AttemptOutcome(.timedOut, effect: .none), events: [], reply: nil, at: moment(210))
        _ = try store.admit(admission("\(prefix)-3", owner, at: moment(300)))
        try store.markCommitting("\(prefix)-3", at: moment(310))
        try store.finish(
            "\(prefix)-3", AttemptOutcome(.unknown, effect: .unknown), events: [], reply: nil, at: moment(320))
        try store.amend(
            "\(prefix)-3", with: LaterFinding(effect: .applied, confirmation: .confirmed, at: moment(330)))
        try store.record(admission("\(prefix)-4", owner, at: moment(400)), as: AttemptOutcome(.revealed, effect: .none))
    }

    private func check(_ store: SessionStore, by rows: Int = 100) throws -> AuditCheck {
        var check = AuditCheck()
        while !check.isDone { try store.advance(&check, by: rows) }
        return check
    }

    @Test("audit chain: has an entry for each change, and holds", arguments: [1, 3, 100])
    func holds(rows: Int) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        #expect(try check(store, by: rows).fault == nil)
        try fill(store)
        let found = try check(store, by: rows)
        #expect(found.fault == nil)
        #expect(found.entries == 11)
        #expect(found.attempts == 4)
        #expect((found.first, found.last) == (1, 11))
        #expect(found.head.count == 32)
        try store.close()
        // A killed process left an unsettled attempt behind, and the attempt is settled when the store is opened. The
        // settlement adds an entry to the journal.
        let again = try fixture.open(at: moment(500))
        #expect(try check(again, by: rows).head == found.head)
    }

    @Test("audit chain: ends where it was sealed, although row, entry and all hashes were rewritten to agree")
    func forgedToItsEnd() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.forge(
            """
            UPDATE attempt SET credential_name = 'Back Door' WHERE number = 1;
            UPDATE audit_entry SET content = replace(content, 'Front Door', 'Back Door') WHERE attempt = 1
            """, 1...11)
        let fault = try check(try fixture.open(at: moment(500))).fault
        #expect(fault?.problem == "the chain does not end where it was sealed")
    }

    @Test(
        "audit chain: shows every change behind the store's back, and where",
        arguments: [
            ("UPDATE attempt SET credential_name = 'Back Door' WHERE number = 1", nil, "a-1"),
            ("UPDATE attempt SET uid = 1002 WHERE number = 2", nil, "a-2"),
            ("UPDATE attempt SET identity_id = 'person-2' WHERE number = 1", nil, "a-1"),
            ("UPDATE attempt SET lock_address = NULL WHERE number = 1", nil, "a-1"),
            ("UPDATE attempt SET trace = trace || char(0) || 'x' WHERE number = 1", nil, "a-1"),
            ("UPDATE attempt SET evidence = x'010003' WHERE number = 1", nil, "a-1"),
            ("UPDATE attempt SET evidence = x'01' WHERE number = 4", nil, "a-4"),
            ("UPDATE attempt SET finished_at_ms = finished_at_ms + 1 WHERE number = 3", nil, "a-3"),
            ("UPDATE attempt SET outcome = 'opened' WHERE number = 1", nil, "a-1"),
            ("UPDATE attempt SET session = '' WHERE number = 1", nil, "a-1"),
            ("UPDATE attempt SET credential_name = credential_name || char(0) || 'x' WHERE number = 1", nil, "a-1"),
            ("UPDATE attempt SET later_at_ms = 7 WHERE number = 1", nil, "a-1"),
            ("UPDATE audit_entry SET content = content || char(0) WHERE number = 1", 1, nil),
            ("DELETE FROM attempt WHERE number = 2", 6, nil),
            ("UPDATE attempt SET number = 9 WHERE number = 2", nil, "a-2"),
            ("UPDATE audit_entry SET content = replace(content, 'Front', 'Frond') WHERE number = 1", 1, nil),
            ("UPDATE audit_entry SET hash = zeroblob(32) WHERE number = 4", 4, nil),
            ("UPDATE audit_entry SET attempt = 1 WHERE number = 11", 11, nil),
            ("UPDATE audit_entry SET number = 99 WHERE number = 11", 11, nil),
            ("INSERT INTO audit_entry SELECT 99, attempt, content, hash FROM audit_entry WHERE number = 3", 99, nil),
            ("INSERT INTO audit_entry SELECT -7, attempt, content, hash FROM audit_entry WHERE number = 3", -7, nil),
            (copy(of: 1, as: -5), nil, "a-9"),
            (copy(of: 1, as: 5), nil, "a-9"),
            (copy(of: 1, as: .max), nil, "a-9"),
            ("DELETE FROM audit_entry WHERE number = 5", 5, nil),
            ("DELETE FROM audit_entry WHERE number = 11", 11, nil),
            ("DELETE FROM audit_entry", 1, nil),
            // In this case, the chain begins again with an entry that gives the reason.
            ("UPDATE audit_state SET first = 5, base = (SELECT hash FROM audit_entry WHERE number = 4)", 12, nil),
            (
                "UPDATE audit_state SET last = 10, head = (SELECT hash FROM audit_entry WHERE number = 10); "
                    + "DELETE FROM audit_entry WHERE number = 11; DELETE FROM attempt WHERE number = 4", 11, nil
            ),
            ("DELETE FROM audit_state", 12, nil),
            ("UPDATE audit_state SET seal = zeroblob(32)", 12, nil),
            ("UPDATE audit_state SET head = x'00'", 12, nil),
            ("DELETE FROM audit_state; DELETE FROM audit_entry; DELETE FROM attempt WHERE number = 2", 1, nil),
        ] as [(String, Int64?, String?)])
    func change(sql: String, entry: Int64?, attemptID: String?) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper(sql)
        let again = try fixture.open(at: moment(500))
        let fault = try #require(try check(again, by: 2).fault)
        #expect(fault.entry == entry)
        #expect(fault.attemptID == attemptID)
    }

    /// SQL that inserts a copy of a row, with another number and id.
    private static func copy(of number: Int64, as other: Int64) -> String {
        """
        INSERT INTO attempt (number, attempt_id, uid, session, method, credential_id, authority, admitted_at_ms, gate)
            SELECT \(other), 'a-9', uid, session, method, credential_id, authority, admitted_at_ms, 'open'
            FROM attempt WHERE number = \(number);
        UPDATE attempt SET outcome = 'timed_out', effect = 'none' WHERE attempt_id = 'a-9'
        """
    }

    @Test(
        "audit chain: does not take for written what was changed before it was written to again",
        arguments: [
            "UPDATE attempt SET credential_name = 'Back Door' WHERE attempt_id = 'a-1'",
            "UPDATE attempt SET gate = 'open', gate_at_ms = NULL WHERE attempt_id = 'a-1'",
            "UPDATE attempt SET uid = 1002 WHERE attempt_id = 'a-1'",
            "UPDATE attempt SET confirmation = 'confirmed' WHERE attempt_id = 'a-1'",
            "UPDATE attempt SET later_at_ms = 7 WHERE attempt_id = 'a-1'",
        ])
    func laundering(sql: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        _ = try store.admit(admission("a-1", try sessionID(1000)))
        try store.markCommitting("a-1", at: moment(110))
        try store.close()
        try fixture.tamper(sql)
        // Opening the store settles the unfinished attempt.
        let again = try fixture.open(at: moment(500))
        #expect(again.recovered.count == 1)
        #expect(again.recovered.first?.outcome?.confirmation == nil && again.recovered.first?.later == nil)
        let fault = try #require(try check(again).fault)
        #expect(fault.entry == 3)
        // Later entries do not hide the fault.
        try fill(again, from: "b")
        #expect(try check(again).fault == fault)
    }

    @Test("audit chain: an outcome that was taken away is not given anew")
    func outcomeTakenAway() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper("UPDATE attempt SET outcome = NULL, effect = NULL, finished_at_ms = NULL WHERE number = 1")
        let again = try fixture.open(at: moment(500))
        #expect(again.recovered.map(\.admission.attemptID) == ["a-1"])
        #expect(try check(again).fault?.entry == 12)
    }

    @Test("audit chain: a row that was made older is not trimmed unseen")
    func trimmingOfTheChanged() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper("UPDATE attempt SET admitted_at_ms = 1 WHERE number = 4")
        let again = try fixture.open(at: moment(500))
        #expect(try again.trim(before: moment(0), count: 10, now: moment(500)) == 1)
        #expect(try check(again).fault?.entry == 12)
    }

    @Test("audit chain: a journal with a row that cannot be read is adopted all the same, and that is damage")
    func adoptingTheUnreadable() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper(
            "UPDATE attempt SET outcome = 'opened' WHERE number = 2; UPDATE audit_state SET seal = zeroblob(32)")
        let again = try fixture.open(at: moment(500))
        let found = try check(again)
        #expect(found.fault?.entry == 12)
        #expect(found.adopted == 4)
        try fill(again, from: "b")
    }

    @Test(
        "audit chain: a file with tables, indexes or triggers that no release makes is not opened",
        arguments: [
            "CREATE TRIGGER t AFTER INSERT ON attempt BEGIN DELETE FROM attempt WHERE number = new.number; END",
            "CREATE VIEW v AS SELECT * FROM attempt", "CREATE TABLE more (number INTEGER)",
            "DROP INDEX attempt_by_session; "
                + "CREATE INDEX attempt_by_session ON attempt (uid, session, number) WHERE uid <> 1000",
            "DROP INDEX audit_entry_by_attempt",
            """
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('trigger', 'sqlite_stat1', 'attempt', 0,
                'CREATE TRIGGER sqlite_stat1 AFTER INSERT ON attempt BEGIN DELETE FROM attempt WHERE number = new.number; END')
            """,
        ])
    func schema(sql: String) throws {
        let fixture = try StoreFixture()
        try fixture.open().close()
        try fixture.tamper(sql)
        #expect(throws: StoreError(.corrupt, "")) { try fixture.open(at: moment(500)) }
    }

    @Test("audit chain: a file that was analysed by hand is opened")
    func analysed() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper("ANALYZE")
        #expect(try check(try fixture.open(at: moment(500))).fault == nil)
    }

    @Test("audit chain: doors open again after the ends of the chain were damaged, and the damage stays to be seen")
    func damagedEnds() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper("UPDATE audit_state SET seal = zeroblob(32)")
        let again = try fixture.open(at: moment(500))
        try fill(again, from: "b")
        let found = try check(again)
        #expect(found.fault?.entry == 12)
        try again.close()
        #expect(try check(try fixture.open(at: moment(600))).fault == found.fault)
    }

    @Test("audit chain: shows each letter of an entry that was changed")
    func changedLetters() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        let sound = try check(store).head
        try store.close()
        for number in 1...11 {
            for place in [[1, 20], [9, 30]][number % 2] {
                // The SQL replaces a letter of an entry with the next letter, and later restores it.
                let flip = """
                    UPDATE audit_entry SET content = substr(content, 1, \(place))
                        || char(unicode(substr(content, \(place) + 1, 1)) + \(Self.sign))
                        || substr(content, \(place) + 2) WHERE number = \(number)
                    """
                try fixture.tamper(flip.replacing(Self.sign, with: "1"))
                let broken = try fixture.open(at: moment(500))
                #expect(try check(broken).fault?.entry == Int64(number))
                try broken.close()
                try fixture.tamper(flip.replacing(Self.sign, with: "-1"))
            }
        }
        #expect(try check(try fixture.open(at: moment(500))).head == sound)
    }

    private static let sign = "(sign)"

    @Test("audit chain: outlives trimming, which cuts it off before all that is kept")
    func trimming() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        let late = moment(SessionStore.idempotencyPeriodMilliseconds + 1_000)
        #expect(try store.trim(before: moment(250), count: 10, now: late) == 2)
        var found = try check(store, by: 2)
        #expect(found.fault == nil)
        #expect((found.first, found.last, found.attempts) == (7, 12, 2))
        // A check began before the trim. It continues after the part that the trim removed.
        var begun = AuditCheck()
        try store.advance(&begun, by: 1)
        try store.advance(&begun, by: 1)
        #expect(try store.trim(before: moment(350), count: 10, now: late) == 1)
        while !begun.isDone { try store.advance(&begun, by: 1) }
        #expect(begun.fault == nil)
        #expect(try store.trim(before: moment(450), count: 10, now: late) == 1)
        found = try check(store)
        #expect(found.fault == nil)
        #expect((found.entries, found.attempts, found.last) == (1, 0, 14))
        try store.close()
        #expect(try check(try fixture.open(at: late)).fault == nil)
    }

    @Test("audit chain: goes on while it is checked")
    func growth() throws {
        let store = try StoreFixture().open()
        try fill(store)
        var check = AuditCheck()
        var number = 10
        while !check.isDone {
            try store.advance(&check, by: 4)
            guard number < 20 else { continue }
            _ = try store.admit(admission("a-\(number)", try sessionID(1000), at: moment(1_000)))
            number += 1
        }
        #expect(check.fault == nil)
    }

    @Test("audit chain: an attempt that a killed process left is settled in the chain, too")
    func settled() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        _ = try store.admit(admission("a-1", try sessionID(1000)))
        try store.markCommitting("a-1", at: moment(110))
        try store.close()
        let again = try fixture.open(at: moment(500))
        #expect(again.recovered.count == 1)
        let found = try check(again)
        #expect(found.fault == nil)
        #expect(found.entries == 3)
    }
}
