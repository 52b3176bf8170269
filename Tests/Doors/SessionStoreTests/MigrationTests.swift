import DaemonCore
import Foundation
import GRDB
import RadioModel
import SealedDatabase
import SeamModel
import SessionStore
import TestSupport
import Testing
import Wire

/// Tests that the current release opens stores with the schema of every released step. The folder `Fixtures` contains
/// the stores as SQL.
@Suite("A store of an earlier release")
struct MigrationTests {
    /// The schema steps for which `Fixtures` has a store.
    static let steps = [1, 2, 3, 4, 7, 8, 9, 10]

    /// The content of the stores in `Fixtures`: a signed-in session, a session that has begun but is not signed in, two
    /// locks, and several attempts. When the process ended, one attempt was past its gate, and another attempt had not
    /// reached its gate.
    enum Content {
        static let ada = 1000 as UInt32, ben = 1001 as UInt32

        static func sessions() throws -> [SessionRecord] {
            let begun = SessionRecord(
                id: try sessionID(ben, "kiosk"), phase: .initialized, token: SecretBytes(Array("seam_cst1b_two".utf8))
            )
            return [signedIn(try sessionID(ada), token: "seam_cst1a_one"), begun]
        }

        static func cached() throws -> SnapshotRecord {
            snapshot(of: try sessionID(ada), #"{"credentials":[{"id":"credential_front"}]}"#)
        }

        static func bindings() throws -> [SealedBinding] {
            [
                try binding("binding_front", .entrance("entrance_front"), key: "front-key-front-key-front-key-32"),
                try binding("binding_back", .device("device_back"), key: "back-key-back-key-back-key-back-"),
            ]
        }

        static let mark = TimeMark(trusted: moment(500), bootClock: .milliseconds(12), bootID: "boot-1")

        static func keyedCall() throws -> KeyedCall {
            KeyedCall(session: try sessionID(ada), method: "locks.unbind", idem: "keyed-call-0000001")
        }

        /// Writes the content into a store.
        static func fill(_ store: SessionStore) throws {
            for session in try sessions() { try store.save(session, at: moment(10)) }
            try store.replaceSnapshot(of: try sessionID(ada), with: try cached(), at: moment(20))
            for binding in try bindings() { try store.add(binding) }
            try store.save(mark)
            _ = try store.begin(try keyedCall(), fingerprint: "f", at: moment(30))
            try store.finish(try keyedCall(), reply: #"{"result":{}}"#)
            let owner = try sessionID(ada)
            var asked = admission("attempt_granted", owner, idem: "key-of-the-granted")
            asked.credentialName = "Front Door"
            asked.bindingID = "binding_front"
            asked.provider = "nuki"
            _ = try store.admit(asked)
            try store.markCommitting("attempt_granted", of: AttemptLock(bindingID: "binding_front"), at: moment(110))
            try store.recordVerdict(.committed, of: "attempt_granted", at: moment(120))
            var granted = AttemptOutcome(.granted, effect: .applied)
            granted.confirmation = .confirmed
            try store.finish(
                "attempt_granted", granted, events: [AttemptEvent(seq: 1, item: #"{"event":"launched"}"#)],
                reply: #"{"result":{}}"#, at: moment(130))
            var failed = AttemptOutcome(.connectionFailed, effect: .none)
            failed.reason = "link.not_found"
            failed.debugDescription = "not seen"
            _ = try store.admit(admission("attempt_failed", try sessionID(ben, "kiosk")))
            try store.finish("attempt_failed", failed, events: [], reply: nil, at: moment(140))
            _ = try store.admit(admission("attempt_committing", owner, idem: "key-of-the-committing"))
            try store.markCommitting("attempt_committing", of: AttemptLock(bindingID: "binding_front"), at: moment(150))
            _ = try store.admit(admission("attempt_open", owner))
        }
    }

    /// The additional content in the store of release 0.1.0. This store has the schema steps after step 4.
    enum Later {
        static func grants() -> [LocalGrant] {
            [
                LocalGrant(
                    bindingID: "binding_back", subject: .user(1002), startsAt: moment(40), endsAt: moment(90_000),
                    grantedAt: moment(35), grantedByUID: 0),
                LocalGrant(bindingID: "binding_front", subject: .group(50), grantedAt: moment(36), grantedByUID: 0),
            ]
        }

        static let parts = ["part 0", "part 1"]

        /// The names of two of the user numbers (since step 8).
        static let accounts: [StoredAccount] = [
            StoredAccount(subject: .user(Content.ada), name: .noted("ada")),
            StoredAccount(subject: .user(Content.ben), name: .noted(nil)),
        ]

        /// The settings for public screens (since step 9).
        static let notice = KioskNotice(isOutOfService: true, message: "Closed on Sundays")

        /// The last report from one of the locks (since step 10).
        static let statuses = [
            "binding_front": LockStatus(
                LockReport(.locked, door: .closed, batteryPercent: 92, isBatteryCritical: false, firmware: "2.12.4"),
                asOf: moment(39))
        ]

        /// Writes the additional content into a store that ``Content`` has filled. Drops the entries of three attempts,
        /// but keeps the entries that come before and after these attempts.
        static func fill(_ store: SessionStore) throws {
            for grant in grants() { #expect(try store.grant(grant) == .granted) }
            try store.note("ada", for: .user(Content.ada), at: moment(37))
            try store.note(nil, for: .user(Content.ben), at: moment(37))
            try store.setKioskNotice(notice, at: moment(38))
            try store.save(statuses)
            let texts = parts
            let parts = SnapshotParts(count: texts.count) { SecretBytes(Array(texts[$0].utf8)) }
            try store.replaceSnapshot(
                of: try sessionID(Content.ada), with: try Content.cached(), parts: parts, at: moment(45))
            let owner = try sessionID(Content.ben)
            for number in 1...3 {
                _ = try store.admit(admission("old_\(number)", owner, at: moment(1)))
                try store.finish(
                    "old_\(number)", AttemptOutcome(.timedOut, effect: .none), events: [], reply: nil, at: moment(2))
            }
            try store.record(admission("shown", owner, at: moment(160)), as: AttemptOutcome(.revealed, effect: .none))
            #expect(try store.trim(before: moment(50), count: 10, now: moment(170)) == 3)
        }
    }

    @Test("migration: is readable, with all its attempts, those past their gate as unknown", arguments: steps)
    func opens(step: Int) throws {
        let fixture = try Self.fixture(step)
        let store = try fixture.open(at: moment(10_000))
        for session in try Content.sessions() { #expect(try store.session(session.id) == session) }
        #expect(try store.snapshot(of: sessionID(Content.ada)) == Content.cached())
        #expect(try Set(store.bindings().map(\.binding.id)) == ["binding_front", "binding_back"])
        for sealed in try Content.bindings() { #expect(try store.bindings().contains { $0 == sealed }) }
        #expect(try store.timeMark() == Content.mark)
        #expect(store.recovered.map(\.admission.attemptID) == ["attempt_committing", "attempt_open"])
        try Self.checkJournal(of: store)
        if step >= 2 {
            #expect(
                try store.begin(Content.keyedCall(), fingerprint: "f", at: moment(10_000))
                    == .existing(fingerprint: "f", reply: #"{"result":{}}"#))
        }
        if step >= 7 { try Self.checkLater(store) }
        let noted = try store.accounts().filter { $0.name != .unknown }
        #expect(noted == (step >= 8 ? Later.accounts : []))
        #expect(try store.kioskNotice() == (step >= 9 ? Later.notice : KioskNotice()))
        #expect(try store.lockStatuses() == (step >= 10 ? Later.statuses : [:]))
        #expect(try store.isSound())
        try Self.checkChain(of: store, adopted: step < 3 ? 4 : 0)
        try store.close()
        let again = try fixture.open(at: moment(20_000))
        #expect(again.recovered.isEmpty)
        try Self.checkJournal(of: again)
        try Self.checkChain(of: again, adopted: step < 3 ? 4 : 0)
    }

    @Test("is used further: an attempt follows those that were there", arguments: steps)
    func goesOn(step: Int) throws {
        let store = try Self.fixture(step).open(at: moment(10_000))
        let asked = try admission("attempt_new", sessionID(Content.ada), idem: "key-of-the-newest", at: moment(10_001))
        #expect(try store.admit(asked) == .admitted(number: step < 7 ? 5 : 9))
        let replayed = try admission("attempt_other", sessionID(Content.ada), idem: "key-of-the-granted")
        guard case .existing(let record) = try store.admit(replayed) else {
            Issue.record("a key that was used is taken")
            return
        }
        #expect(record.reply == #"{"result":{}}"#)
        #expect(try store.events(of: "attempt_granted").map(\.seq) == [1])
        try store.markCommitting("attempt_new", of: AttemptLock(bindingID: "binding_back"), at: moment(10_002))
        try Self.checkChain(of: store, adopted: step < 3 ? 4 : 0)
    }

    @Test("migration: asks for its own machine key", arguments: steps)
    func otherKey(step: Int) throws {
        let fixture = try Self.fixture(step)
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        #expect(throws: StoreError(.wrongMachineKey, "")) {
            try SessionStore(path: fixture.path, machineKey: StoreFixture.machineKey(2), now: moment(10_000))
        }
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    }

    @Test("migration: of a later one is refused, and stays as it is", arguments: steps)
    func later(step: Int) throws {
        let fixture = try Self.fixture(step)
        try fixture.tamper(
            "INSERT INTO grdb_migrations (identifier) VALUES ('99-later'); CREATE TABLE later (x INTEGER)")
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        let error = #expect(throws: StoreError.self) { try fixture.open(at: moment(10_000)) }
        #expect(error?.code == .newerSchema && error?.message == "a later release wrote this store")
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    }

    @Test("migration: of the newest step is there")
    func newest() throws {
        let (fixture, newest) = (try StoreFixture(), try Self.fixture(try #require(Self.steps.last)))
        try fixture.open().close()
        let steps = "SELECT group_concat(identifier) FROM (SELECT identifier FROM grdb_migrations ORDER BY identifier)"
        #expect(
            try fixture.peek(steps, as: String.self) == newest.peek(steps, as: String.self),
            "a release with a new step records its store: see Fixtures/README.md")
        #expect(try newest.peek("SELECT count(*) FROM audit_span", as: Int.self) == 1)
    }

    @Suite(.lane(.record)) struct RecordLane {
        @Test("migration: is recorded") func records() throws { try MigrationTests.record() }
    }

    private static func record() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try Content.fill(store)
        try Later.fill(store)
        try store.close()
        let output = fixtures.appending(path: "store-\(try #require(steps.last)).sql")
        // Fixtures of earlier releases never change.
        guard !FileManager.default.fileExists(atPath: output.path(percentEncoded: false)) else { return }
        let dump = """
            import sqlite3, sys
            print("PRAGMA application_id = 1397047629;")
            for line in sqlite3.connect(sys.argv[1]).iterdump(): print(line)
            """
        let python = Process()
        try Data().write(to: output)
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = ["-c", dump, fixture.path]
        python.standardOutput = try FileHandle(forWritingTo: output)
        try python.run()
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
    }

    private static func checkLater(_ store: SessionStore) throws {
        #expect(try store.grants() == StoredGrants(grants: Later.grants(), damagedCount: 0))
        var parts: [String] = []
        _ = try store.snapshot(of: sessionID(Content.ada)) { parts.append(String(decoding: $0.bytes, as: UTF8.self)) }
        #expect(parts == Later.parts)
    }

    private static func checkJournal(of store: SessionStore) throws {
        let rows = try store.audit(.everyone, before: nil, limit: 10).attempts
            .filter { $0.admission.attemptID.hasPrefix("attempt_") }
        #expect(
            rows.map(\.admission.attemptID)
                == ["attempt_open", "attempt_committing", "attempt_failed", "attempt_granted"])
        #expect(rows.map(\.outcome?.state) == [.connectionFailed, .unknown, .connectionFailed, .granted])
        #expect(rows.map(\.outcome?.effect) == [WireError.Effect.none, .unknown, WireError.Effect.none, .applied])
        #expect(rows.map(\.outcome?.reason) == ["interrupted", "interrupted", "link.not_found", nil])
        #expect(rows.map(\.gate) == [.open, .committing, .open, .committed])
        #expect(rows.last?.outcome?.confirmation == .confirmed)
        #expect(rows.last?.admission.credentialName == "Front Door")
        #expect(rows.last?.finishedAt == moment(130))
    }

    private static func checkChain(of store: SessionStore, adopted: Int64) throws {
        var check = AuditCheck()
        while !check.isDone { try store.advance(&check, by: 2) }
        #expect(check.fault == nil)
        #expect(check.adopted == adopted)
    }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// A new store file with the schema of `step`.
    private static func fixture(_ step: Int) throws -> StoreFixture {
        let fixture = try StoreFixture()
        let sql = try String(contentsOf: fixtures.appending(path: "store-\(step).sql"), encoding: .utf8)
        try fixture.tamper(sql)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: fixture.path)
        return fixture
    }
}
