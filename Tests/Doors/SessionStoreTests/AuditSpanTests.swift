import Foundation
import GRDB
import SealedDatabase
import SeamModel
import SessionStore
import TestSupport
import Testing
import Wire

@Suite("A user's share of the journal, and the entries that are let go of between others")
struct AuditSpanTests {
    private static let late = moment(SessionStore.idempotencyPeriodMilliseconds + 1_000_000)

    private func add(_ uid: UInt32, _ number: Int, to store: SessionStore) throws {
        let (id, time) = ("u\(uid)-\(number)", moment(Int64(number)))
        _ = try store.admit(admission(id, try sessionID(uid), at: time))
        try store.finish(id, AttemptOutcome(.timedOut, effect: .none), events: [], reply: nil, at: time)
    }

    /// Writes one attempt by one user, followed by eight attempts by another user.
    private func fill(_ store: SessionStore) throws {
        try add(1000, 1, to: store)
        for number in 2...9 { try add(1001, number, to: store) }
    }

    private func check(_ store: SessionStore, expecting noted: NotedEntry? = nil) throws -> AuditCheck {
        var check = AuditCheck(expecting: noted)
        while !check.isDone { try store.advance(&check, by: 3) }
        return check
    }

    private func attempts(_ store: SessionStore) throws -> [String] {
        try store.audit(.everyone, before: nil, limit: 200).attempts.map(\.admission.attemptID).reversed()
    }

    private func trim(_ store: SessionStore, keeping rows: Int) throws -> Int {
        try store.trim(before: moment(-1), keeping: rows, count: 100, now: Self.late)
    }

    @Test(
        "audit span: who has more than the others gives way, and nobody else",
        arguments: [
            ([], 10, Int.max), ([10], 10, .max), ([11], 10, 10), ([4, 20], 10, 6), ([20, 4], 10, 6),
            ([5, 5], 10, .max),
            ([6, 6], 10, 5), ([1, 1, 100, 100], 10, 4), ([7, 8, 9], 0, 0), ([3, 4], 2, 1), ([1, 2, 3], 5, 2),
        ])
    func shares(counts: [Int], rows: Int, most: Int) {
        #expect(JournalShares(counts, of: rows).most == most)
        let kept = counts.map { min($0, most) }.reduce(0, +)
        #expect(kept <= rows && (kept == counts.reduce(0, +) || rows - kept < max(counts.count, 1)))
    }

    @Test("span: entries before dropped ones do not pass, although row, entries and hashes were rewritten to agree")
    func forgedBeforeASpan() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        #expect(try trim(store, keeping: 4) > 0)
        try store.close()
        let first = try #require(try fixture.peek("SELECT min(first) FROM audit_span", as: Int64.self))
        #expect(first == 3)
        try fixture.forge(
            """
            UPDATE attempt SET credential_id = 'cred-2' WHERE number = 1;
            UPDATE audit_entry SET content = replace(content, 'cred-1', 'cred-2') WHERE attempt = 1
            """, 1...2)
        let fault = try check(try fixture.open(at: Self.late)).fault
        #expect(fault?.problem == "an entry was changed" && fault?.entry == first)
    }

    @Test("audit span: a user who makes many entries pushes out his own, not another's older ones")
    func share() throws {
        let store = try StoreFixture().open()
        for number in 1...4 { try add(1000, number, to: store) }
        for number in 5...24 { try add(1001, number, to: store) }
        for number in 25...26 { try add(1000, number, to: store) }
        #expect(try trim(store, keeping: 12) == 14)
        let kept = try attempts(store)
        #expect(
            kept == ["1000-1", "1000-2", "1000-3", "1000-4"].map { "u" + $0 }
                + (19...24).map { "u1001-\($0)" } + ["u1000-25", "u1000-26"])
        #expect(try check(store).fault == nil)
        #expect(try trim(store, keeping: 12) == 0)
    }

    @Test("audit span: the chain does not grow with what one user makes and loses beside another's old attempts")
    func bounded() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try add(1000, 1, to: store)
        let noted = try check(store)
        var entries: [Int] = []
        for round in 1...12 {
            for number in 0..<10 { try add(1001, round * 10 + number, to: store) }
            _ = try trim(store, keeping: 4)
            let found = try check(store, expecting: NotedEntry(number: noted.last, hash: noted.head))
            #expect(found.fault == nil && found.hasNoted == true && found.attempts == 4)
            entries.append(found.entries)
        }
        // The journal keeps two entries for each of four attempts. It also keeps one entry that records the last
        // removal of entries.
        #expect(entries == Array(repeating: 9, count: 12))
        try store.close()
        #expect(try check(try fixture.open()).fault == nil)
        #expect(try fixture.peek("SELECT count(*) FROM audit_span", as: Int.self) ?? 0 <= 13)
    }

    @Test(
        "audit span: entries that somebody else leaves out, or puts back, are missed",
        arguments: [
            "DELETE FROM audit_span", "UPDATE audit_span SET head = zeroblob(32)",
            "UPDATE audit_span SET base = zeroblob(32)", "UPDATE audit_span SET first = first - 1",
            "UPDATE audit_span SET last = last + 1", "UPDATE audit_span SET seal = zeroblob(32)",
            // In this case, the entries of an attempt are among the dropped entries.
            "DELETE FROM attempt WHERE number = 1; DELETE FROM audit_entry WHERE attempt = 1; UPDATE audit_span SET first = 1",
            "INSERT INTO audit_entry SELECT first, 1, '{}', head FROM audit_span",
        ])
    func tampered(sql: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        _ = try trim(store, keeping: 3)
        #expect(try check(store).fault == nil)
        try store.close()
        try fixture.tamper(sql)
        let again = try fixture.open()
        #expect(try check(again).fault != nil)
    }

    /// The hashes are computed without a key, so anyone who can write to the file can add an entry that continues the
    /// chain.
    @Test(
        "audit span: an entry that continues the chain where entries were let go of is none of its",
        arguments: [false, true])
    func planted(removes: Bool) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        _ = try trim(store, keeping: 3)
        try store.close()
        let first = try #require(try fixture.peek("SELECT first FROM audit_span", as: Int64.self))
        let base = try #require(try fixture.peek("SELECT base FROM audit_span", as: Data.self))
        func bytes(_ number: Int64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
        let attempt: Int64 = removes ? 0 : 1
        let content = removes ? #"{"trimmed":[1]}"# : #"{"reason":"planted"}"#
        let hash = WireSHA256.hash(Array(base) + bytes(first) + bytes(attempt) + Array(content.utf8))
        try fixture.tamper(
            "INSERT INTO audit_entry (number, attempt, content, hash) VALUES (?, ?, ?, ?)",
            [first, attempt, content, Data(hash)])
        try fixture.tamper(
            removes
                ? "DELETE FROM attempt WHERE number = 1; DELETE FROM audit_entry WHERE attempt = 1 AND number > \(first)"
                : "UPDATE attempt SET reason = 'planted' WHERE number = 1")
        let again = try fixture.open()
        #expect(try check(again).fault != nil)
        // A trim does not accept the added entry either, even if it comes before the first check.
        if !removes {
            _ = try again.trim(before: moment(2), keeping: 3, count: 100, now: Self.late)
            #expect(try check(again).fault?.problem.contains("differed from the chain") == true)
        }
    }

    @Test("audit span: a span that somebody else made keeps nothing from being let go of, and is told of")
    func foreign() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper(
            "INSERT INTO audit_span VALUES (1, zeroblob(32), \(Int64.max), zeroblob(32), zeroblob(32))")
        let again = try fixture.open()
        #expect(try trim(again, keeping: 3) == 6)
        for number in 10...12 { try add(1001, number, to: again) }
        #expect(try trim(again, keeping: 3) == 3)
        #expect(try check(again).fault != nil)
        #expect(try attempts(again) == ["u1000-1", "u1001-11", "u1001-12"])
    }

    @Test("audit span: what is too old goes first, and nobody loses more for it")
    func ageFirst() throws {
        let store = try StoreFixture().open()
        for number in 1...6 { try add(1000, number, to: store) }
        for number in 7...16 { try add(1001, number, to: store) }
        #expect(try store.trim(before: moment(7), keeping: 12, count: 100, now: Self.late) == 6)
        #expect(try store.trim(before: moment(7), keeping: 12, count: 100, now: Self.late) == 0)
        #expect(try attempts(store).count == 10)
    }

    @Test("audit span: entries that were changed are not let go of between others")
    func changedSince() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fill(store)
        try store.close()
        try fixture.tamper(
            "UPDATE audit_entry SET content = json_set(content, '$.admitted_at_ms', 1) WHERE number = 5;"
                + " UPDATE attempt SET admitted_at_ms = 1 WHERE number = 3")
        let again = try fixture.open()
        _ = try again.trim(before: moment(-1_000_000_000_000_000), keeping: 3, count: 100, now: Self.late)
        #expect(try check(again).fault != nil)
    }

    @Test(
        "audit span: whatever is made and let go of, the chain holds, also for a check that is under way",
        arguments: (1...8 as ClosedRange<UInt64>).sampled.sampled)
    func anyOrder(seed: UInt64) throws {
        var random = Xorshift(seed)
        let fixture = try StoreFixture()
        var store = try fixture.open()
        var underWay = AuditCheck()
        var number = 0
        for _ in 0..<60 {
            for _ in 0..<random.below(6) {
                number += 1
                try add(1000 + UInt32(random.below(3) * random.below(2)), number, to: store)
            }
            try store.advance(&underWay, by: 1 + random.below(8))
            if random.below(3) == 0 {
                _ = try store.trim(
                    before: moment(Int64(random.below(4) == 0 ? number - 20 : -1)), keeping: 4 + random.below(12),
                    count: 1 + random.below(12), now: Self.late)
                #expect(try check(store).fault == nil)
            }
            if underWay.isDone {
                #expect(underWay.fault == nil)
                underWay = AuditCheck()
            }
            if random.below(20) == 0 {
                try store.close()
                store = try fixture.open()
            }
        }
        let rows = try attempts(store).count
        #expect(try check(store).attempts == rows)
    }
}

/// Random numbers that a seed reproduces.
private struct Xorshift {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
