import CloudModel
import LinuxSupport
import RPC
import RadioModel
import SeamCloud
import SeamModel
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

extension SyncFixture {
    /// Binds a lock to the door `front`, and informs the session.
    fileprivate func bindFront() async throws {
        let lock = Binding(
            id: "lock", provider: "nuki",
            device: try #require(DeviceAddress(address: "54:D2:72:00:00:01", kind: .public)), name: "Front",
            workspaceID: "ws", target: .entrance("front"), action: .unlock, boundAt: moment(0), boundByUID: 0)
        await session.changed(HostFacts(bindings: [lock], radio: .ready), revision: 1)
    }

    /// An unlock request that waits until the keys have been read, but no longer than `waiting`.
    fileprivate func request(_ id: String, waiting: Duration = .seconds(20)) -> UnlockRequest {
        var request = UnlockRequest(credentialID: id)
        request.until = SystemClock.monotonic() + waiting
        return request
    }

    /// Scripts a read of `keys` that reports `parts` and then waits for the gate.
    fileprivate func script(_ keys: [CloudCredential], gate: Event, parts: [ReadingOrder.Part]) {
        cloud.change { script in
            (script.credentials, script.opening, script.unread) = (keys, keys.map(\.id), [])
            (script.parts, script.readGate) = (parts, gate)
        }
    }
}

@Suite("Keys while they are read", .timeLimit(.minutes(1)))
struct KeyReadingTests {
    private let keys = (0..<70).map { ScriptedCloud.key("k\($0)") }
    private var ids: [String] { keys.map(\.id) }
    /// The first part has all keys. The second part adds the fact that one of the keys opens the near door.
    private var parts: [ReadingOrder.Part] {
        [
            ScriptedCloud.part(keys, unread: ids, hasNearDoors: false),
            ScriptedCloud.part(keys, opening: ["k5"], unread: ids, hasNearDoors: true),
        ]
    }

    @Test("key reading: whoever signs in sees them when it is known which open a near door, and how many are left")
    func activation() async throws {
        try await SyncFixture.withLocks { fixture in
            let gate = Event()
            try await fixture.bindFront()
            fixture.script(keys, gate: gate, parts: parts)
            try await fixture.activate()
            #expect(fixture.cloud.asked.near == ["front"])
            #expect(try await fixture.keys.count == 70)
            #expect(await fixture.session.status.sync.reading == KeyReadingProgress(done: 0, count: 70))
            let plan = try await fixture.session.unlockPlan(UnlockRequest(credentialID: "k5"))
            #expect(plan.onlyDoor?.binding?.id == "lock" && !plan.isAwaited)
            gate.happen()
            try await until("all are read") { await fixture.session.status.sync.reading == nil }
        }
    }

    @Test("key reading: an unlock waits for its key, which is asked about first")
    func waits() async throws {
        try await SyncFixture.withLocks { fixture in
            let gate = Event()
            try await fixture.bindFront()
            fixture.script(keys, gate: gate, parts: parts)
            try await fixture.activate()
            let request = fixture.request("k60")
            let unlock = Task { try await fixture.session.unlockPlan(request) }
            try await until("it waits") { await fixture.session.wanted == ["k60": 1] }
            gate.happen()
            #expect(try await unlock.value.isAwaited)
            #expect(fixture.cloud.asked.wanted == "k60")
            #expect(await fixture.session.wanted.isEmpty)
        }
    }

    @Test("key reading: nobody is told that a key does not exist before the list was read")
    func unknown() async throws {
        try await SyncFixture.withLocks { fixture in
            let gate = Event()
            try await fixture.bindFront()
            fixture.script(keys, gate: gate, parts: [])
            _ = try await fixture.session.initialize(try testToken())
            let activation = Task { try await fixture.session.activate() }
            try await until("it reads") { fixture.cloud.asked.readings == 1 }
            #expect(await fixture.session.status.sync.reading == KeyReadingProgress(done: 0, count: nil))
            let (known, stranger) = (fixture.request("k1"), fixture.request("other"))
            let unlock = Task { try await fixture.session.unlockPlan(known) }
            let wrong = Task { try await wireError { _ = try await fixture.session.unlockPlan(stranger) } }
            try await until("both wait") { await fixture.session.wanted.count == 2 }
            gate.happen()
            _ = try await activation.value
            #expect(try await unlock.value.credential.id == "k1")
            #expect(try await wrong.value.reason == "seam.invalid_credential_id")
        }
    }

    @Test("key reading: whoever waits too long is told that they are being read, and may try again")
    func late() async throws {
        try await SyncFixture.withLocks { fixture in
            let gate = Event()
            try await fixture.bindFront()
            fixture.script(keys, gate: gate, parts: parts)
            try await fixture.activate()
            let request = fixture.request("k60", waiting: .milliseconds(1))
            let error = try await wireError { _ = try await fixture.session.unlockPlan(request) }
            #expect(error.reason == "seam.keys_being_read" && error.retry.safe && error.effect == .none)
            #expect(error.details == ["done": 0, "of": 70])
            gate.happen()
        }
    }

    @Test("key reading: whoever waits is told why a read failed, and a cancelled wait ends")
    func fails() async throws {
        try await SyncFixture.withLocks { fixture in
            let gate = Event()
            try await fixture.bindFront()
            fixture.script(keys, gate: gate, parts: parts)
            try await fixture.activate()
            let (first, second) = (fixture.request("k60"), fixture.request("k61"))
            let cancelled = Task { try await wireError { _ = try await fixture.session.unlockPlan(first) } }
            let failing = Task { try await wireError { _ = try await fixture.session.unlockPlan(second) } }
            try await until("both wait") { await fixture.session.wanted.count == 2 }
            cancelled.cancel()
            #expect(try await cancelled.value.code == .cancelled)
            fixture.cloud.change { $0.failure = CloudError(.rateLimited(retryAfter: .seconds(60))) }
            gate.happen()
            #expect(try await failing.value.reason == "seam.internet_connection_required")
            #expect(await fixture.session.wanted.isEmpty)
        }
    }

    @Test("key reading: what stops a key anyway is told at once")
    func expired() async throws {
        try await SyncFixture.withLocks { fixture in
            let gate = Event()
            try await fixture.bindFront()
            let old = ScriptedCloud.key("old", endsAt: moment(-1))
            fixture.script(
                keys + [old], gate: gate,
                parts: [ScriptedCloud.part(keys + [old], opening: ["old"], unread: ids + ["old"], hasNearDoors: true)])
            try await fixture.activate()
            let request = fixture.request("old")
            let error = try await wireError { _ = try await fixture.session.unlockPlan(request) }
            #expect(error.details?["errors"]?.arrayValue?.first?["kind"] == "expired")
            gate.happen()
        }
    }

    @Test("key reading: followers of the keys are told how far they are")
    func followed() async throws {
        try await SyncFixture.withLocks { fixture in
            let gate = Event()
            try await fixture.bindFront()
            fixture.script(keys, gate: gate, parts: parts)
            try await fixture.activate()
            let topic = try await fixture.session.followKeys()
            let start = topic.last
            gate.happen()
            try await until("all are read") { await fixture.session.status.sync.reading == nil }
            let stream = try await TopicServer(topic).client().stream(
                "test.watch", terms: StreamTerms(from: .cursor(epoch: "e", seq: start)))
            var last: JSON?
            while last == nil, let item = try await stream.next() {
                if item.kind == "reading" { last = item.data.json }
            }
            #expect(last == ["done": 70, "of": 70])
        }
    }

    @Test("key reading: what one read could not ask about is asked at once, not a quarter of an hour later")
    func goesOn() async throws {
        try await SyncFixture.withLocks { fixture in
            try await fixture.bindFront()
            fixture.cloud.change { script in
                (script.credentials, script.opening, script.unread) = (keys, ["k5"], Array(ids.dropFirst(10)))
            }
            try await fixture.activate()
            try await until("it is read again") { fixture.cloud.asked.readings == 2 }
            // The read brought nothing new, so the daemon does not repeat the read.
            try await until("events are asked for") { fixture.cloud.asked.events > 3 }
            #expect(fixture.cloud.asked.readings == 2)
            fixture.cloud.change { $0.unread = ["k69"] }
            await fixture.session.requestSync()
            try await until("it is read on") { fixture.cloud.asked.readings == 4 }
            fixture.cloud.change { $0.unread = [] }
            try await fixture.session.refresh()
            #expect(await fixture.session.status.sync.reading == nil)
        }
    }
}
