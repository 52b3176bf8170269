import RadioModel
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("The attempt journal")
struct JournalTests {
    private func granted() -> AttemptOutcome {
        var outcome = AttemptOutcome(.granted, effect: .applied)
        outcome.confirmation = .confirmed
        return outcome
    }

    @Test("journal: follows an attempt from admission to its reply")
    func wholeLife() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        var asked = admission("a-1", owner, idem: "key-0000000000001")
        asked.credentialName = "Front Door"
        asked.entranceID = "e-1"
        asked.entranceName = "Main"
        asked.bindingID = "b-1"
        asked.provider = "nuki"
        asked.proximity = .nearby
        #expect(try store.admit(asked) == .admitted(number: 1))
        try store.markCommitting("a-1", at: moment(110))
        try store.recordVerdict(.committed, of: "a-1", at: moment(120))
        let events = [AttemptEvent(seq: 7, item: "{\"launched\":true}"), AttemptEvent(seq: 9, item: "{}")]
        try store.finish("a-1", granted(), events: events, reply: "{\"outcome\":\"granted\"}", at: moment(130))
        try store.close()

        let again = try fixture.open(at: moment(200))
        #expect(again.recovered.isEmpty)
        let record = try #require(
            try again.attempt(session: owner, method: "unlock.start", idem: "key-0000000000001", now: moment(200))
        )
        #expect(record.admission == asked)
        #expect(record.gate == .committed)
        #expect(record.gateAt == moment(120))
        #expect(record.outcome == granted())
        #expect(record.finishedAt == moment(130))
        #expect(record.reply == "{\"outcome\":\"granted\"}")
        #expect(try again.events(of: "a-1") == events)
        #expect(try again.audit(.session(owner, person: nil), before: nil, limit: 10).attempts == [record])
    }

    @Test("journal: admits a key once in its uid, session and method")
    func uniqueKey() throws {
        let store = try StoreFixture().open()
        let (key, other) = (try sessionID(1000), try sessionID(1000, "other"))
        let idem = "key-0000000000001"
        #expect(try store.admit(admission("a-1", key, idem: idem)) == .admitted(number: 1))
        guard case .existing(let running) = try store.admit(admission("a-2", key, idem: idem, fingerprint: "g")) else {
            Issue.record("a second admission under the same key")
            return
        }
        #expect(running.admission.attemptID == "a-1")
        #expect(running.admission.fingerprint == "f")
        #expect(running.outcome == nil)
        #expect(try store.admit(admission("a-3", other, idem: idem)) == .admitted(number: 2))
        #expect(try store.admit(admission("a-4", sessionID(1001), idem: idem)) == .admitted(number: 3))
        var method = admission("a-5", key, idem: idem)
        method.method = "locks.bind"
        #expect(try store.admit(method) == .admitted(number: 4))
        #expect(throws: StoreError(.conflict, "")) { try store.admit(admission("a-1", key)) }
    }

    @Test("journal: a key goes over to the same call where nothing had happened, and to no other")
    func keyWithoutEffect() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        let idem = "key-0000000000001"
        for number in 1...3 as ClosedRange<Int64> {
            let first = admission("a-\(number)", owner, idem: idem)
            #expect(try store.admit(first) == .admitted(number: number))
            guard case .existing = try store.admit(admission("b-\(number)", owner, idem: idem)) else {
                Issue.record("an attempt that runs lost its key")
                return
            }
            let effect: WireError.Effect = number < 3 ? .none : .applied
            let outcome = AttemptOutcome(number < 3 ? .timedOut : .granted, effect: effect)
            try store.finish(first.attemptID, outcome, events: [], reply: "{}", at: moment(number))
            var other = admission("c-\(number)", owner, idem: idem)
            other.fingerprint = "another call"
            guard case .existing = try store.admit(other) else {
                Issue.record("another call took the key")
                return
            }
        }
        guard case .existing(let opened) = try store.admit(admission("a-4", owner, idem: idem)) else {
            Issue.record("what had opened lost its key")
            return
        }
        #expect(opened.admission.attemptID == "a-3")
        let rows = try store.audit(.session(owner, person: nil), before: nil, limit: 10).attempts
        #expect(rows.map(\.admission.attemptID) == ["a-3", "a-2", "a-1"])
        #expect(rows.map(\.admission.idem) == [idem, nil, nil])
        #expect(try store.attempt("a-1")?.outcome?.state == .timedOut)
    }

    @Test("journal: what was answered as unknown keeps its key, whatever is learnt later")
    func keyOfTheUnknown() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        let idem = "key-0000000000001"
        _ = try store.admit(admission("a-1", owner, idem: idem))
        try store.finish("a-1", AttemptOutcome(.timedOut, effect: .unknown), events: [], reply: "{}", at: moment(1))
        try store.amend("a-1", with: LaterFinding(effect: .none, confirmation: nil, at: moment(2)))
        guard case .existing(let record) = try store.admit(admission("a-2", owner, idem: idem)) else {
            Issue.record("the key was given away")
            return
        }
        #expect(record.attempt.effect == .none && record.effectForItsKey == .unknown)
    }

    @Test("journal: a key is kept for a day, its row longer")
    func keyExpiry() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        let idem = "key-0000000000001"
        let day = SessionStore.idempotencyPeriodMilliseconds
        _ = try store.admit(admission("a-1", owner, idem: idem, at: moment(0)))
        try store.finish("a-1", AttemptOutcome(.timedOut, effect: .unknown), events: [], reply: "{}", at: moment(5))
        #expect(try store.attempt(session: owner, method: "unlock.start", idem: idem, now: moment(day - 1)) != nil)
        #expect(try store.attempt(session: owner, method: "unlock.start", idem: idem, now: moment(day)) == nil)
        guard case .existing = try store.admit(admission("a-2", owner, idem: idem, at: moment(day - 1))) else {
            Issue.record("the key was forgotten early")
            return
        }
        let ahead = admission("a-2", owner, idem: idem, at: moment(2 * day))
        guard case .existing = try store.admit(ahead, certain: moment(10)) else {
            Issue.record("a clock that runs ahead freed the key")
            return
        }
        #expect(try store.admit(admission("a-2", owner, idem: idem, at: moment(day))) == .admitted(number: 2))
        let rows = try store.audit(.session(owner, person: nil), before: nil, limit: 10).attempts
        #expect(rows.map(\.admission.attemptID) == ["a-2", "a-1"])
        #expect(rows.last?.reply == nil)
    }

    @Test("journal: the gate moves only forward")
    func gateOrder() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        let conflict = StoreError(.conflict, "")
        _ = try store.admit(admission("a-1", owner))
        #expect(throws: conflict) { try store.recordVerdict(.committed, of: "a-1", at: moment(1)) }
        try store.markCommitting("a-1", at: moment(2))
        #expect(throws: conflict) { try store.markCommitting("a-1", at: moment(3)) }
        try store.recordVerdict(.refused, of: "a-1", at: moment(4))
        #expect(throws: conflict) { try store.recordVerdict(.committed, of: "a-1", at: moment(5)) }
        try store.markCommitting("a-1", at: moment(6))
        try store.recordVerdict(.committed, of: "a-1", at: moment(7))
        #expect(throws: conflict) { try store.markCommitting("a-1", at: moment(8)) }
        #expect(throws: conflict) { try store.markCommitting("nobody", at: moment(8)) }
        #expect(throws: StoreError(.invalid, "")) { try store.recordVerdict(.open, of: "a-1", at: moment(9)) }
        // After a command was sent, the lock may still refuse it, unless the lock has already reported that it is
        // acting.
        try store.recordVerdict(.refused, of: "a-1", at: moment(10))
        try store.markCommitting("a-1", at: moment(11))
        try store.markActing("a-1", at: moment(12))
        #expect(throws: conflict) { try store.recordVerdict(.refused, of: "a-1", at: moment(13)) }
    }

    @Test("journal: no effect cannot be claimed once the write may have left", arguments: [true, false])
    func effectNone(isDecided: Bool) throws {
        let store = try StoreFixture().open()
        _ = try store.admit(admission("a-1", sessionID(1000)))
        try store.markCommitting("a-1", at: moment(2))
        if isDecided { try store.recordVerdict(.committed, of: "a-1", at: moment(3)) }
        #expect(throws: StoreError(.conflict, "")) {
            let outcome = AttemptOutcome(.connectionFailed, effect: .none)
            try store.finish("a-1", outcome, events: [], reply: nil, at: moment(4))
        }
        let outcome = AttemptOutcome(.connectionFailed, effect: .unknown)
        try store.finish("a-1", outcome, events: [], reply: nil, at: moment(4))
    }

    @Test("journal: an attempt ends once, and its gate does not open afterwards")
    func endsOnce() throws {
        let store = try StoreFixture().open()
        _ = try store.admit(admission("a-1", sessionID(1000)))
        let outcome = AttemptOutcome(.cancelled, effect: .none)
        try store.finish("a-1", outcome, events: [], reply: nil, at: moment(4))
        #expect(throws: StoreError(.conflict, "")) {
            try store.finish("a-1", outcome, events: [], reply: nil, at: moment(5))
        }
        #expect(throws: StoreError(.conflict, "")) { try store.markCommitting("a-1", at: moment(6)) }
    }

    @Test("journal: a finding may complete an unknown effect, once")
    func laterFinding() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        _ = try store.admit(admission("a-1", owner))
        try store.markCommitting("a-1", at: moment(2))
        let finding = LaterFinding(effect: .applied, confirmation: .confirmed, at: moment(9))
        #expect(throws: StoreError(.conflict, "")) { try store.amend("a-1", with: finding) }
        let outcome = AttemptOutcome(.timedOut, effect: .unknown)
        try store.finish("a-1", outcome, events: [], reply: nil, at: moment(4))
        try store.recordVerdict(.committed, of: "a-1", at: moment(5))
        try store.amend("a-1", with: finding)
        #expect(throws: StoreError(.conflict, "")) { try store.amend("a-1", with: finding) }
        let record = try #require(try store.audit(.session(owner, person: nil), before: nil, limit: 1).attempts.first)
        #expect(record.outcome == outcome)
        #expect(record.later == finding)
        #expect(record.gate == .committed)
    }

    @Test("journal: a failing event undoes the whole finish")
    func atomicFinish() throws {
        let store = try StoreFixture().open()
        _ = try store.admit(admission("a-1", sessionID(1000)))
        let twice = [AttemptEvent(seq: 1, item: "{}"), AttemptEvent(seq: 1, item: "{}")]
        let outcome = AttemptOutcome(.timedOut, effect: .none)
        #expect(throws: StoreError(.conflict, "")) {
            try store.finish("a-1", outcome, events: twice, reply: nil, at: moment(3))
        }
        #expect(try store.events(of: "a-1").isEmpty)
        try store.finish("a-1", outcome, events: [twice[0]], reply: nil, at: moment(3))
    }
}

@Suite("Recovery at opening")
struct RecoveryTests {
    @Test("recovery: settles each unfinished attempt by its gate")
    func settling() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        for id in ["open", "committing", "committed", "refused", "acting", "done"] {
            _ = try store.admit(admission(id, owner, idem: "key-00000000000-\(id)"))
        }
        for id in ["committing", "committed", "refused", "acting"] { try store.markCommitting(id, at: moment(110)) }
        try store.markActing("acting", at: moment(120))
        try store.recordVerdict(.committed, of: "committed", at: moment(120))
        try store.recordVerdict(.refused, of: "refused", at: moment(120))
        let done = AttemptOutcome(.timedOut, effect: .none)
        try store.finish("done", done, events: [], reply: "{}", at: moment(130))
        try store.close()

        let again = try fixture.open(at: moment(999))
        #expect(again.recovered.map(\.admission.attemptID) == ["open", "committing", "committed", "refused", "acting"])
        #expect(
            again.recovered.map { $0.outcome?.state } == [
                .connectionFailed, .unknown, .unknown, .connectionFailed, .unknown,
            ])
        #expect(
            again.recovered.map { $0.outcome?.effect } == [.some(.none), .unknown, .unknown, .some(.none), .unknown])
        for record in again.recovered {
            #expect(record.outcome?.reason == SessionStore.interruptedReason)
            #expect(record.finishedAt == moment(999))
            #expect(record.reply == nil)
            let idem = try #require(record.admission.idem)
            let found = try again.attempt(session: owner, method: "unlock.start", idem: idem, now: moment(999))
            #expect(found == record)
        }
        try again.close()
        #expect(try fixture.open().recovered.isEmpty)
    }
}

@Suite("Locks to ask about what was interrupted")
struct InterruptedWhileActingTests {
    @Test("acting: are those that said they act, of which nothing else was learnt, and not too long ago")
    func selection() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        for id in ["committing", "acting", "ended"] {
            _ = try store.admit(admission(id, owner))
            try store.markCommitting(id, of: AttemptLock(bindingID: "binding-\(id)"), at: moment(110))
        }
        let conflict = StoreError(.conflict, "")
        for id in ["acting", "ended"] { try store.markActing(id, at: moment(120)) }
        #expect(throws: conflict) { try store.markActing("acting", at: moment(121)) }
        #expect(throws: conflict) { try store.recordVerdict(.committed, of: "acting", at: moment(121)) }
        try store.finish("ended", AttemptOutcome(.timedOut, effect: .unknown), events: [], reply: "{}", at: moment(130))
        #expect(throws: conflict) { try store.markActing("ended", at: moment(131)) }
        #expect(try store.interruptedWhileActing(since: moment(0)).isEmpty, "nothing was interrupted yet")
        try store.close()

        let again = try fixture.open(at: moment(999))
        let found = try again.interruptedWhileActing(since: moment(0))
        #expect(found.map(\.admission.attemptID) == ["acting"])
        #expect(found.first?.admission.bindingID == "binding-acting")
        let admitted = try #require(found.first?.admission.admittedAt)
        #expect(try again.interruptedWhileActing(since: admitted).isEmpty)
        try again.amend("acting", with: LaterFinding(effect: .applied, confirmation: .confirmed, at: moment(1000)))
        #expect(try again.interruptedWhileActing(since: moment(0)).isEmpty)
    }

    @Test("interrupted while acting: are asked once, and not when somebody else has used the lock since")
    func once() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let owner = try sessionID(1000)
        for (id, binding) in [("first", "front"), ("second", "front"), ("third", "back")] {
            _ = try store.admit(admission(id, owner))
            try store.markCommitting(id, of: AttemptLock(bindingID: binding), at: moment(110))
            try store.markActing(id, at: moment(120))
        }
        try store.close()
        let again = try fixture.open(at: moment(999))
        #expect(try again.interruptedWhileActing(since: moment(0)).count == 3)
        #expect(try !again.beginInquiry("first", at: moment(1000)), "the second one moved the bolt after it")
        #expect(try again.beginInquiry("second", at: moment(1000)))
        #expect(try !again.beginInquiry("second", at: moment(1001)))
        #expect(try again.beginInquiry("third", at: moment(1000)))
        #expect(try again.interruptedWhileActing(since: moment(0)).map(\.admission.attemptID) == ["first"])
        let finding = LaterFinding(effect: .applied, confirmation: .confirmed, at: moment(1002))
        try again.amend("second", with: finding)
        #expect(throws: StoreError(.conflict, "")) { try again.amend("second", with: finding) }
    }
}

@Suite("Reading the journal")
struct AuditTests {
    @Test("audit: pages run from the newest to the oldest, each row once, and only one's own")
    func paging() throws {
        let store = try StoreFixture().open()
        let (anna, ben) = (try sessionID(1000), try sessionID(1001))
        for number in 0..<25 { _ = try store.admit(admission("a-\(number)", number.isMultiple(of: 5) ? ben : anna)) }
        var seen: [String] = []
        var before: Int64?
        repeat {
            let page = try store.audit(.session(anna, person: nil), before: before, limit: 7)
            #expect(page.attempts.count <= 7)
            seen += page.attempts.map(\.admission.attemptID)
            before = page.nextBefore
        } while before != nil
        #expect(seen == (0..<25).reversed().filter { !$0.isMultiple(of: 5) }.map { "a-\($0)" })
        #expect(try store.audit(.everyone, before: nil, limit: 100).attempts.count == 25)
        #expect(try store.audit(.session(sessionID(1000, "x"), person: nil), before: nil, limit: 9).attempts.isEmpty)
    }

    @Test("audit: an attempt has its place in its own session's journal, and in nobody else's")
    func places() throws {
        let store = try StoreFixture().open()
        let (anna, ben) = (try sessionID(1000), try sessionID(1001))
        for (id, key) in [("a-1", anna), ("b-1", ben), ("a-2", anna)] { _ = try store.admit(admission(id, key)) }
        let place = try #require(try store.number(of: "a-2", in: .session(anna, person: nil)))
        #expect(try store.attemptID(of: place, in: .session(anna, person: nil)) == "a-2")
        #expect(
            try store.audit(.session(anna, person: nil), before: place, limit: 9).attempts.map(\.admission.attemptID)
                == ["a-1"])
        #expect(try store.number(of: "a-2", in: .everyone) == place)
        #expect(try store.number(of: "a-2", in: .session(ben, person: nil)) == nil)
        #expect(try store.attemptID(of: place, in: .session(ben, person: nil)) == nil)
        #expect(try store.number(of: "a-3", in: .everyone) == nil)
    }

    @Test("audit: limits are clamped", arguments: [(-1, 1), (0, 1), (200, 200), (201, 200)])
    func clamping(limit: Int, rows: Int) throws {
        let store = try StoreFixture().open()
        for number in 0..<203 { _ = try store.admit(admission("a-\(number)", sessionID(1000))) }
        #expect(try store.audit(.everyone, before: nil, limit: limit).attempts.count == rows)
    }

    @Test("audit: an act without attempt is one finished row")
    func act() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        var act = admission("r-1", owner)
        act.method = "credentials.reveal"
        try store.record(act, as: AttemptOutcome(.revealed, effect: .none))
        let row = try #require(try store.audit(.session(owner, person: nil), before: nil, limit: 1).attempts.first)
        #expect(row.admission == act)
        #expect(row.outcome?.state == .revealed)
        #expect(throws: StoreError(.invalid, "")) {
            let keyed = admission("r-2", owner, idem: "key-0000000000001")
            try store.record(keyed, as: AttemptOutcome(.revealed, effect: .none))
        }
    }

    @Test("audit: trimming removes old finished rows, a bounded number at a time")
    func trimming() throws {
        let store = try StoreFixture().open()
        let owner = try sessionID(1000)
        for number in 0..<10 {
            _ = try store.admit(admission("a-\(number)", owner, at: moment(Int64(number))))
            guard number != 3 else { continue }
            let outcome = AttemptOutcome(.timedOut, effect: .none)
            try store.finish("a-\(number)", outcome, events: [], reply: nil, at: moment(20))
        }
        #expect(try store.trim(before: moment(6), count: 2, now: moment(30)) == 2)
        #expect(try store.trim(before: moment(6), count: 100, now: moment(30)) == 3)
        let left = try store.audit(.everyone, before: nil, limit: 100).attempts.map(\.admission.attemptID)
        #expect(left == ["a-9", "a-8", "a-7", "a-6", "a-3"])
    }
}
