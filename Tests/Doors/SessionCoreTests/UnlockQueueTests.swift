import DaemonCore
import SeamModel
import SessionCore
import Testing
import Wire

private func entry(_ id: String, _ uid: UInt32, _ locks: Set<String>, session: String? = nil) throws
    -> UnlockQueue.Entry
{
    // Each attempt has its own session if the test names no session.
    let owner = try #require(SessionID(uid: uid, name: session ?? id))
    return UnlockQueue.Entry(attemptID: id, session: owner, locks: locks)
}

extension UnlockQueue {
    fileprivate mutating func add(_ entry: Entry) throws {
        try enter(entry)
        ready(entry.attemptID)
    }

    fileprivate mutating func start() -> [String] { startable().map(\.attemptID) }
}

@Suite("The unlock queue")
struct UnlockQueueTests {
    @Test("unlock queue: runs one attempt at a time on a lock, and others beside it")
    func oneperLock() throws {
        var queue = UnlockQueue(slots: 8)
        try queue.add(entry("a", 1, ["front"]))
        try queue.add(entry("b", 2, ["front"]))
        try queue.add(entry("c", 3, ["back"]))
        #expect(queue.start() == ["a", "c"])
        #expect(queue.start() == [])
        queue.leave("a")
        #expect(queue.start() == ["b"])
    }

    @Test("unlock queue: says what an attempt waits for")
    func obstacles() throws {
        var queue = UnlockQueue(slots: 2)
        try queue.add(entry("a", 1, ["front"], session: "one"))
        try queue.add(entry("b", 1, ["back"], session: "one"))
        try queue.add(entry("c", 2, ["front"]))
        try queue.add(entry("d", 3, ["side"]))
        try queue.add(entry("e", 4, ["shed"]))
        #expect(queue.start() == ["a", "d"])
        #expect(["a", "b", "c", "e", "x"].map { queue.obstacle(of: $0) } == [nil, .session, .lock, .slots, nil])
    }

    @Test("unlock queue: has slots for the radio, which attempts without it do not take")
    func slotsOfTheRadio() throws {
        var queue = UnlockQueue(slots: 1)
        for number in 0..<10 {
            let owner = try #require(SessionID(uid: UInt32(number), name: "default"))
            try queue.add(
                .init(attemptID: "r\(number)", session: owner, locks: ["device:\(number)"], usesRadio: false))
        }
        try queue.add(entry("a", 20, ["front"]))
        try queue.add(entry("b", 21, ["back"]))
        let started = queue.start()
        #expect(started.contains("a") && !started.contains("b"))
        #expect(started.count == 1 + UnlockQueue.remotePerSlot)
    }

    @Test("unlock queue: runs one attempt at a time in a session")
    func onePerSession() throws {
        var queue = UnlockQueue(slots: 8)
        try queue.add(entry("a", 1, ["front"], session: "default"))
        try queue.add(entry("b", 1, ["back"], session: "default"))
        #expect(queue.start() == ["a"])
        queue.leave("a")
        #expect(queue.start() == ["b"])
    }

    @Test("unlock queue: starts nothing before its row is durable")
    func readiness() throws {
        var queue = UnlockQueue(slots: 8)
        try queue.enter(entry("a", 1, ["front"]))
        try queue.add(entry("b", 2, ["front"]))
        #expect(queue.start() == ["b"])
        queue.ready("a")
        queue.leave("b")
        #expect(queue.start() == ["a"])
    }

    @Test("unlock queue: keeps to the slots")
    func slots() throws {
        var queue = UnlockQueue(slots: 1)
        try queue.add(entry("a", 1, ["front"]))
        try queue.add(entry("b", 2, ["back"]))
        #expect(queue.start() == ["a"])
        queue.slots = 2
        #expect(queue.start() == ["b"])
    }

    @Test("unlock queue: serves people in turn, not in the order of their pushing")
    func fairness() throws {
        var queue = UnlockQueue(limits: .init(waitingPerLock: 8, waitingPerPerson: 3), slots: 8)
        for id in ["x1", "x2", "x3"] { try queue.add(entry(id, 1, ["front"])) }
        for id in ["y1", "y2"] { try queue.add(entry(id, 2, ["front"])) }
        var order: [String] = []
        while let id = queue.start().first {
            order.append(id)
            queue.leave(id)
        }
        #expect(order == ["x1", "y1", "x2", "y2", "x3"])
    }

    @Test("unlock queue: holds 8 for a lock and 2 for a person, and says which is full")
    func limits() throws {
        var queue = UnlockQueue(slots: 8)
        for uid in 1...4 {
            for number in 0..<2 { try queue.add(entry("\(uid)-\(number)", UInt32(uid), ["front"])) }
        }
        #expect(throws: UnlockQueue.Full.lock(limit: 8)) { try queue.enter(entry("x", 9, ["front"])) }
        #expect(throws: UnlockQueue.Full.person(limit: 2)) { try queue.enter(entry("x", 1, ["back"])) }
        #expect(queue.waitingCount == 8)
        _ = queue.start()
        #expect(throws: Never.self) { try queue.enter(entry("x", 9, ["front"])) }
        #expect(throws: UnlockQueue.Full.lock(limit: 8)) { try queue.enter(entry("y", 9, ["front"])) }
    }

    @Test("unlock queue: exempt people are counted for the lock only")
    func exempt() throws {
        var queue = UnlockQueue(limits: .init(exempt: [0]), slots: 8)
        for number in 0..<8 { try queue.add(entry("r\(number)", 0, ["front"])) }
        #expect(throws: UnlockQueue.Full.lock(limit: 8)) { try queue.enter(entry("r8", 0, ["front"])) }
    }

    @Test("unlock queue: several candidates are all busy until one is chosen")
    func narrowing() throws {
        var queue = UnlockQueue(slots: 8)
        try queue.add(entry("a", 1, ["front", "back"]))
        try queue.add(entry("b", 2, ["back"]))
        #expect(queue.start() == ["a"])
        queue.narrow("a", to: "elsewhere")
        #expect(queue.start() == [])
        queue.narrow("a", to: "front")
        #expect(queue.start() == ["b"])
    }

    @Test(
        "unlock queue: never runs two on a lock or in a session, and starves nobody, whatever happens", arguments: 0..<4
    )
    func anyOrder(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var queue = UnlockQueue(slots: 3)
        var running: [UnlockQueue.Entry] = []
        var waiting: [String: Int] = [:]
        for step in 0..<4_000 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1:
                let uid = UInt32.random(in: 1...5, using: &generator)
                let locks = Set(
                    [["front"], ["back"], ["front", "back"], ["side"]].randomElement(using: &generator) ?? [])
                let entry = try entry("a\(step)", uid, locks, session: "s\(step % 2)")
                do {
                    try queue.add(entry)
                    waiting[entry.attemptID] = step
                } catch is UnlockQueue.Full {}
            case 2:
                guard let entry = running.randomElement(using: &generator) else { continue }
                queue.leave(entry.attemptID)
                running.removeAll { $0 == entry }
            default:
                guard let id = waiting.keys.sorted().randomElement(using: &generator), step % 7 == 0 else { continue }
                queue.leave(id)
                waiting[id] = nil
            }
            for entry in queue.startable() {
                #expect(running.allSatisfy { $0.locks.isDisjoint(with: entry.locks) && $0.session != entry.session })
                running.append(entry)
                waiting[entry.attemptID] = nil
            }
            #expect(running.count <= 3)
            #expect(queue.waitingCount == waiting.count && queue.runningCount == running.count)
            #expect(waiting.values.allSatisfy { step - $0 < 1_000 }, "someone waits for ever")
        }
    }
}

@Suite("Rate limits")
struct UnlockRateLimitTests {
    @Test("unlock rate limit: two a second with a burst of five, for a person")
    func perPerson() {
        var limit = UnlockRateLimit()
        for number in 0..<5 { #expect(limit.use(uid: 1, credentialID: "c\(number)", at: .zero) == nil) }
        #expect(limit.use(uid: 1, credentialID: "c9", at: .zero) == .milliseconds(500))
        #expect(limit.use(uid: 1, credentialID: "c9", at: .milliseconds(499)) == .milliseconds(1))
        #expect(limit.use(uid: 1, credentialID: "c9", at: .milliseconds(500)) == nil)
        #expect(limit.use(uid: 2, credentialID: "c0", at: .zero) == nil)
    }

    @Test("unlock rate limit: six a minute for a credential, and a refusal costs nothing")
    func perCredential() {
        var limit = UnlockRateLimit()
        for number in 0..<6 { #expect(limit.use(uid: 1, credentialID: "c", at: .seconds(number)) == nil) }
        #expect(limit.use(uid: 1, credentialID: "c", at: .seconds(6)) == .seconds(4))
        #expect(limit.use(uid: 1, credentialID: "c", at: .seconds(6)) == .seconds(4))
        #expect(limit.use(uid: 1, credentialID: "other", at: .seconds(6)) == nil)
        #expect(limit.use(uid: 1, credentialID: "c", at: .seconds(10)) == nil)
    }

    @Test("unlock rate limit: exempt uids are never refused, and nothing is remembered for long")
    func exemptAndBounded() {
        var limit = UnlockRateLimit(exempt: [0])
        for _ in 0..<100 { #expect(limit.use(uid: 0, credentialID: "c", at: .zero) == nil) }
        for uid in 1...1_000 { _ = limit.use(uid: UInt32(uid), credentialID: "c", at: .seconds(uid * 20)) }
        #expect(limit.rememberedCount <= 2)
    }
}
