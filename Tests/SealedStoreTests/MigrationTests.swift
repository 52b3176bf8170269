import Foundation
import GRDB
import SealedStore
import SeamModel
import Testing
import Wire

/// Stores of every released step of the schema, as SQL in `Fixtures`, opened by this release.
@Suite("A store of an earlier release")
struct MigrationTests {
    /// What the stores in `Fixtures` hold: a session that is signed in and one that has only begun, two locks, and attempts of which one was
    /// past its gate and one before it when the process ended.
    enum Content {
        static let ada = 1000 as UInt32, ben = 1001 as UInt32

        static func sessions() throws -> [SessionRecord] {
            let begun = SessionRecord(
                key: try sessionKey(ben, "kiosk"), phase: .initialized, token: SecretBytes(Array("seam_cst1b_two".utf8))
            )
            return [signedIn(try sessionKey(ada), token: "seam_cst1a_one"), begun]
        }

        static func cached() throws -> SnapshotRecord {
            snapshot(of: try sessionKey(ada), #"{"credentials":[{"id":"credential_front"}]}"#)
        }

        static func bindings() throws -> [SealedBinding] {
            [
                try binding("binding_front", .entrance("entrance_front"), key: "front-key-front-key-front-key-32"),
                try binding("binding_back", .device("device_back"), key: "back-key-back-key-back-key-back-"),
            ]
        }

        static let mark = TimeMark(trusted: moment(500), bootClockMilliseconds: 12, bootID: "boot-1")

        static func keyedCall() throws -> KeyedCall {
            KeyedCall(session: try sessionKey(ada), method: "locks.unbind", idem: "keyed-call-0000001")
        }

        /// Writes all of it.
        static func fill(_ store: SealedStore) throws {
            for session in try sessions() { try store.save(session, at: moment(10)) }
            try store.replaceSnapshot(of: try sessionKey(ada), with: try cached(), at: moment(20))
            for binding in try bindings() { try store.add(binding) }
            try store.save(mark)
            _ = try store.begin(try keyedCall(), fingerprint: "f", at: moment(30))
            try store.finish(try keyedCall(), reply: #"{"result":{}}"#)
            let key = try sessionKey(ada)
            var asked = admission("attempt_granted", key, idem: "key-of-the-granted")
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
            _ = try store.admit(admission("attempt_failed", try sessionKey(ben, "kiosk")))
            try store.finish("attempt_failed", failed, events: [], reply: nil, at: moment(140))
            _ = try store.admit(admission("attempt_committing", key, idem: "key-of-the-committing"))
            try store.markCommitting("attempt_committing", of: AttemptLock(bindingID: "binding_front"), at: moment(150))
            _ = try store.admit(admission("attempt_open", key))
        }
    }

    @Test("is readable, with all its attempts, those past their gate as unknown", arguments: [1, 2, 3, 4])
    func opens(step: Int) throws {
        let fixture = try Self.fixture(step)
        let store = try fixture.open(at: moment(10_000))
        for session in try Content.sessions() { #expect(try store.session(session.key) == session) }
        #expect(try store.snapshot(of: sessionKey(Content.ada)) == Content.cached())
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
        #expect(try store.isSound())
        try Self.checkChain(of: store, adopted: step < 3 ? 4 : 0)
        try store.close()
        let again = try fixture.open(at: moment(20_000))
        #expect(again.recovered.isEmpty)
        try Self.checkJournal(of: again)
        try Self.checkChain(of: again, adopted: step < 3 ? 4 : 0)
    }

    @Test("is used further: an attempt follows those that were there", arguments: [1, 2, 3, 4])
    func goesOn(step: Int) throws {
        let store = try Self.fixture(step).open(at: moment(10_000))
        let asked = try admission("attempt_new", sessionKey(Content.ada), idem: "key-of-the-newest", at: moment(10_001))
        #expect(try store.admit(asked) == .admitted(number: 5))
        let replayed = try admission("attempt_other", sessionKey(Content.ada), idem: "key-of-the-granted")
        guard case .existing(let record) = try store.admit(replayed) else {
            Issue.record("a key that was used is taken")
            return
        }
        #expect(record.reply == #"{"result":{}}"#)
        #expect(try store.events(of: "attempt_granted").map(\.seq) == [1])
        try store.markCommitting("attempt_new", of: AttemptLock(bindingID: "binding_back"), at: moment(10_002))
        try Self.checkChain(of: store, adopted: step < 3 ? 4 : 0)
    }

    @Test("asks for its own machine key", arguments: [1, 2, 3, 4])
    func otherKey(step: Int) throws {
        let fixture = try Self.fixture(step)
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        #expect(throws: StoreError(.wrongMachineKey, "")) {
            try SealedStore(path: fixture.path, machineKey: StoreFixture.machineKey(2), now: moment(10_000))
        }
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    }

    @Test("of a later one is refused, and stays as it is", arguments: [1, 2, 3, 4])
    func later(step: Int) throws {
        let fixture = try Self.fixture(step)
        try fixture.tamper(
            "INSERT INTO grdb_migrations (identifier) VALUES ('99-later'); CREATE TABLE later (x INTEGER)")
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        let error = #expect(throws: StoreError.self) { try fixture.open(at: moment(10_000)) }
        #expect(error?.code == .newerSchema && error?.message == "a later release wrote this store")
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    }

    private static func checkJournal(of store: SealedStore) throws {
        let rows = try store.audit(.everyone, before: nil, limit: 10).attempts
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

    private static func checkChain(of store: SealedStore, adopted: Int64) throws {
        var check = AuditCheck()
        while !check.isDone { try store.advance(&check, by: 2) }
        #expect(check.fault == nil)
        #expect(check.adopted == adopted)
    }

    /// A store of that step, in a file of its own.
    private static func fixture(_ step: Int) throws -> StoreFixture {
        let fixture = try StoreFixture()
        let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let sql = try String(contentsOf: directory.appending(path: "store-\(step).sql"), encoding: .utf8)
        try fixture.tamper(sql)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: fixture.path)
        return fixture
    }
}
