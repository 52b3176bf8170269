import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

/// Tests journals that somebody changed while the daemon was not running. The daemon's own trimming must not hide the
/// change.
@Suite("The journal's chain and trimming")
struct AuditTrimTests {
    private static let late = moment(SessionStore.idempotencyPeriodMilliseconds + 1_000)

    /// Writes four attempts that ended at 100 ms, 200 ms, 300 ms and 400 ms, with two entries each.
    private func fill(_ store: SessionStore) throws {
        for number in 1...4 {
            let time = moment(Int64(number) * 100)
            _ = try store.admit(admission("a-\(number)", try sessionID(1000), at: time))
            try store.finish(
                "a-\(number)", AttemptOutcome(.timedOut, effect: .none), events: [], reply: nil, at: time)
        }
    }

    private func check(_ store: SessionStore, expecting noted: NotedEntry? = nil) throws -> AuditCheck {
        var check = AuditCheck(expecting: noted)
        while !check.isDone { try store.advance(&check, by: 3) }
        return check
    }

    /// Checks the chain and records the result, as the daemon does before it trims.
    private func follow(_ store: SessionStore) throws { try store.note(try check(store)) }

    /// Creates a store with four attempts, and changes its file with `sql`.
    private func tampered(_ sql: String) throws -> StoreFixture {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper(sql)
        return fixture
    }

    /// SQL that gives attempts the earliest possible time, both in their rows and in their entries.
    private static func aged(_ condition: String) -> String {
        """
        UPDATE attempt SET admitted_at_ms = 1 WHERE \(condition);
        UPDATE audit_entry SET content = json_set(content, '$.admitted_at_ms', 1)
            WHERE json_type(content, '$.admitted_at_ms') IS NOT NULL AND attempt IN
                (SELECT number FROM attempt WHERE admitted_at_ms = 1)
        """
    }

    /// SQL that inserts copies of a row. The copies have other numbers and ids.
    private static func copies(of number: Int64, as numbers: ClosedRange<Int64>, at time: Timestamp) -> String {
        numbers.map { other in
            """
            INSERT INTO attempt (number, attempt_id, uid, session, method, credential_id, authority, admitted_at_ms, gate)
                SELECT \(other), 'b-\(other)', uid, session, method, credential_id, authority,
                    \(time.millisecondsSince1970), 'open' FROM attempt WHERE number = \(number);
            UPDATE attempt SET outcome = 'timed_out', effect = 'none', finished_at_ms = 1 WHERE number = \(other)
            """
        }
        .joined(separator: ";\n")
    }

    @Test(
        "trim: nothing that was done to the file is trimmed away unseen, whatever is done to the file once more",
        arguments: [
            // The first case makes the whole journal old. The second case makes one attempt old, and then restores the
            // attempt's entries.
            (aged("1"), 1_000, ""),
            (
                aged("number = 2"), 1_000,
                "UPDATE audit_entry SET content = json_set(content, '$.admitted_at_ms', \(moment(200).millisecondsSince1970))"
                    + " WHERE json_extract(content, '$.admitted_at_ms') = 1"
            ),
            // The next case adds foreign attempts, as many as the journal keeps, and then removes them.
            (copies(of: 1, as: 101...104, at: moment(500)), 4, "DELETE FROM attempt WHERE number > 100"),
            // The next case removes rows and their entries, but keeps the last entry before the remaining entries.
            (
                "DELETE FROM attempt WHERE number IN (2, 3); DELETE FROM audit_entry WHERE number BETWEEN 3 AND 5;"
                    + "UPDATE audit_entry SET attempt = 0 WHERE number = 6; \(aged("number = 1"))", 1_000, ""
            ),
            ("DELETE FROM attempt WHERE number <= 2", 1_000, ""),
            // The next case forges the entry with which the daemon records the damage.
            (
                "DELETE FROM attempt WHERE number = 1; "
                    + #"UPDATE audit_entry SET attempt = 0, content = '{"damage":"an entry was changed"}' WHERE number <= 2; "#
                    + aged("number = 2"), 1_000, ""
            ),
        ] as [(String, Int, String)])
    func laundering(sql: String, rows: Int, afterwards: String) throws {
        let fixture = try tampered(sql)
        let store = try fixture.open(at: Self.late)
        try follow(store)
        _ = try store.trim(before: moment(0), keeping: rows, count: 10, now: Self.late)
        #expect(try check(store).fault != nil)
        try store.close()
        try fixture.tamper(afterwards)
        let again = try fixture.open(at: Self.late)
        #expect(try check(again).fault != nil)
        // The daemon records damage only once, even if it finds the damage several times.
        try follow(again)
        let last = try check(again).last
        try follow(again)
        #expect(try check(again).last == last)
    }

    @Test("audit trim: trimmed entries are held against the chain, also those changed since it was followed")
    func changedSince() throws {
        let fixture = try tampered(Self.aged("number = 1"))
        let store = try fixture.open(at: Self.late)
        #expect(try store.trim(before: moment(0), count: 10, now: Self.late) == 1)
        #expect(try check(store).fault?.entry == 10)
    }

    @Test("audit trim: the damage outlives the entry that tells of it")
    func damageStays() throws {
        let fixture = try tampered("DELETE FROM attempt WHERE number <= 2")
        let store = try fixture.open(at: Self.late)
        try follow(store)
        #expect(try store.trim(before: moment(450), count: 10, now: Self.late) == 2)
        let fault = try #require(try check(store).fault)
        #expect(fault.entry == 9)
        _ = try store.admit(admission("b-1", try sessionID(1000), at: Self.late))
        try store.finish("b-1", AttemptOutcome(.timedOut, effect: .none), events: [], reply: nil, at: Self.late)
        #expect(try store.trim(before: moment(.max / 2), count: 10, now: Self.late) == 1)
        #expect(try check(store).fault == fault)
        try store.close()
        #expect(try check(try fixture.open(at: Self.late)).fault == fault)
    }

    @Test("audit trim: what is found now is named before the damage that the chain tells of")
    func newsFirst() throws {
        let fixture = try tampered("UPDATE audit_state SET seal = zeroblob(32)")
        let store = try fixture.open(at: moment(500))
        #expect(try check(store).fault?.entry == 9)
        try store.close()
        try fixture.tamper("UPDATE attempt SET uid = 1002 WHERE number = 2")
        let found = try check(try fixture.open(at: moment(500)))
        #expect(found.fault?.attemptID == "a-2")
        #expect(found.isNews)
    }

    @Test("audit trim: a chain removed together with its migration is damage, and so is one without its rows")
    func undone() throws {
        for more in ["", "; DELETE FROM attempt"] {
            let fixture = try tampered(
                """
                DROP TABLE lock_status; ALTER TABLE binding DROP COLUMN listed_as;
                DROP TABLE kiosk_notice; DROP TABLE account; DROP TABLE snapshot_part; ALTER TABLE snapshot DROP COLUMN parts;
                DROP TABLE local_grant; DROP TABLE audit_span; DROP TABLE audit_entry; DROP TABLE audit_state;
                ALTER TABLE attempt DROP COLUMN evidence; ALTER TABLE attempt DROP COLUMN trace;
                ALTER TABLE attempt DROP COLUMN lock_address; ALTER TABLE attempt DROP COLUMN identity_id;
                DELETE FROM grdb_migrations WHERE identifier >= '3-audit-chain' OR identifier LIKE '1_-%'\(more)
                """)
            let found = try check(try fixture.open(at: moment(500)))
            #expect(found.fault?.entry == 1)
            #expect(found.adopted == (more.isEmpty ? 4 : 0))
        }
    }

    /// If an attempt's time is in the future, the store keeps the attempt's idempotency key until this time. It also
    /// keeps the beginning of the chain until then.
    @Test("audit trim: a key is free once a later attempt is older than its period, whatever a wrong clock said")
    func keysFromTheFuture() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        let farAhead = moment(20 * 365 * 86_400_000)
        for (id, time) in [("ahead", farAhead), ("later", moment(200))] {
            _ = try store.admit(admission(id, owner, idem: "key-0000000000-\(id)", at: time))
            try store.finish(id, AttemptOutcome(.timedOut, effect: .none), events: [], reply: "{}", at: time)
        }
        // After the clock has been set back, none of the attempts counts as old.
        #expect(try store.trim(before: moment(-1), count: 10, now: moment(-40 * 365 * 86_400_000)) == 0)
        func isKept(at now: Timestamp) throws -> Bool {
            try store.attempt(session: owner, method: "unlock.start", idem: "key-0000000000-ahead", now: now) != nil
        }
        #expect(try store.trim(before: moment(0), count: 10, now: moment(300)) == 0)
        #expect(try isKept(at: moment(300)))
        #expect(try store.trim(before: moment(0), count: 10, now: Self.late) == 0)
        #expect(try !isKept(at: Self.late))
    }

    @Test("audit trim: entries behind the chain's end do not become its beginning: doors go on opening")
    func entriesBehindTheEnd() throws {
        let fixture = try tampered(
            """
            \(Self.copies(of: 1, as: 500...500, at: Self.late));
            INSERT INTO audit_entry SELECT 107, 500, content, hash FROM audit_entry WHERE number = 1;
            INSERT INTO audit_entry SELECT 108, 500, content, hash FROM audit_entry WHERE number = 1
            """)
        let store = try fixture.open(at: Self.late)
        try follow(store)
        #expect(try store.trim(before: moment(450), count: 10, now: Self.late) == 4)
        _ = try store.admit(admission("c-1", try sessionID(1000), at: Self.late))
        #expect(try check(store).fault != nil)
    }

    @Test("audit trim: an entry that was noted shows a store that was put back")
    func noted() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        let before = try check(store)
        let noted = NotedEntry(number: before.last, hash: before.head)
        #expect(before.hasNoted == nil)
        #expect(try check(store, expecting: noted).hasNoted == true)
        #expect(try check(store, expecting: noted).fault == nil)
        let ahead = try check(store, expecting: NotedEntry(number: 9, hash: before.head))
        #expect(ahead.fault?.entry == 9)
        let other = try check(store, expecting: NotedEntry(number: 3, hash: before.head))
        #expect(other.fault?.entry == 3)
        // The store remembers the damage while later entries follow it in the journal, and forgets it afterwards.
        #expect(try store.trim(before: moment(450), count: 10, now: Self.late) == 4)
        #expect(try check(store, expecting: noted).hasNoted == true)
        for number in 5...6 {
            _ = try store.admit(admission("a-\(number)", try sessionID(1000), at: moment(500)))
            try store.finish(
                "a-\(number)", AttemptOutcome(.timedOut, effect: .none), events: [], reply: nil, at: moment(500))
            _ = try store.trim(before: moment(600), count: 10, now: Self.late)
        }
        let gone = try check(store, expecting: noted)
        #expect(gone.hasNoted == false && gone.fault == nil)
    }
}
