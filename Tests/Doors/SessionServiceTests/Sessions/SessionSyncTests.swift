import CloudModel
import DaemonKit
import DaemonStore
import Dispatch
import LinuxSupport
import RPC
import SealedDatabase
import SeamCloud
import SeamModel
import SessionCore
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("A session and the cloud", .timeLimit(.minutes(1)))
struct SessionSyncTests {
    @Test("session sync: one that ends while the store is told that it is active does not begin to ask")
    func endsWhileStored() async throws {
        try await SyncFixture.with { fixture in
            let (session, hold) = (fixture.session, DispatchSemaphore(value: 0))
            _ = try await session.initialize(try testToken())
            let holding = Task { try await fixture.service.store.run { _ throws(StoreError) in hold.wait() } }
            let activation = Task { try await session.activate() }
            try await until("active") { await session.status.isActive }
            let deactivation = Task { try await session.deactivate(deintegrate: false) }
            try await until("deactivating") { await !session.status.isActive }
            hold.signal()
            try await holding.value
            try await deactivation.value
            await #expect(throws: WireError.self) { _ = try await activation.value }
            #expect(await !session.status.isInitialized)
            #expect(await session.syncTask == nil)
            #expect(fixture.cloud.asked.readings == 0)
        }
    }

    @Test("session sync: who is told that a session has ended finds it so, however slow the store is")
    func toldOnceItIsSo() async throws {
        try await SyncFixture.with { fixture in
            let (session, hold) = (fixture.session, DispatchSemaphore(value: 0))
            try await fixture.activate()
            let client = try await TopicServer(session.followStatus()).client()
            let stream = try await client.stream("test.watch")
            let told = Task {
                while let item = try await stream.next(), item.kind != "ended" {}
                return try await wireError { _ = try await session.activate() }.reason
            }
            let holding = Task { try await fixture.service.store.run { _ throws(StoreError) in hold.wait() } }
            let deactivation = Task { try await session.deactivate(deintegrate: false) }
            try await until("the store is asked") { await session.keyList == nil }
            for _ in 0..<1_000 { await Task.yield() }
            hold.signal()
            #expect(try await told.value == "seam.initialization_required")
            try await holding.value
            try await deactivation.value
        }
    }

    @Test("session sync: who is told that the token was refused can sign in again, however slow the store is")
    func refusedOnceItHasEnded() async throws {
        try await SyncFixture.with { fixture in
            let (session, hold) = (fixture.session, DispatchSemaphore(value: 0))
            _ = try await session.initialize(try testToken())
            fixture.cloud.change { $0.failure = CloudError(.invalidToken(.revoked)) }
            let isHeld = Event()
            let holding = Task {
                try await fixture.service.store.run { _ throws(StoreError) in
                    isHeld.happen()
                    hold.wait()
                }
            }
            await isHeld.wait()
            let refused = Task {
                let error = try await wireError { _ = try await session.activate() }
                _ = try await session.initialize(try testToken())
                return error.reason
            }
            try await until("the session ends") { await !session.status.isInitialized }
            for _ in 0..<1_000 { await Task.yield() }
            hold.signal()
            #expect(try await refused.value == "seam.invalid_client_session_token")
            try await holding.value
        }
    }

    @Test("session sync: a key that expires while a read is slow opens nothing, and its holder sees it")
    func expiresDuringRead() async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.credentials = [ScriptedCloud.key("front", endsAt: moment(1_000))] }
            try await fixture.activate()
            #expect(try await fixture.keys.first?.errors.contains(.expired) == false)
            let gate = Event()
            fixture.cloud.change { $0.readGate = gate }
            await fixture.session.requestSync()
            try await until("a read is under way") { fixture.cloud.asked.readings == 2 }
            fixture.time.set(now: moment(2_000))
            let error = try await wireError {
                _ = try await fixture.session.unlockPlan(UnlockRequest(credentialID: "front"))
            }
            #expect(error.details?["errors"]?.arrayValue?.first?["kind"] == "expired")
            #expect(try await fixture.keys.first?.errors.contains(.expired) == true)
            gate.happen()
        }
    }

    @Test("session sync: a boundary is noticed while a read is slow, although nobody asks")
    func boundaryDuringRead() async throws {
        try await SyncFixture.with { fixture in
            let wall = { @Sendable in Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()) }
            fixture.time.set(now: wall(), named: wall())
            fixture.cloud.change { script in
                script.session = ScriptedCloud.session("ada", expiresAt: wall().advanced(by: .seconds(3_600)))
                script.credentials = [ScriptedCloud.key("front", endsAt: wall().advanced(by: .milliseconds(400)))]
            }
            var environment = fixture.environment(fixture.cloud)
            environment.now = wall
            environment.periods = SyncPlan.Periods()
            let session = LiveSession(
                id: try sessionID(), lifecycle: SessionLifecycle(offlineGrace: .seconds(3600)),
                environment: environment)
            _ = try await session.initialize(try testToken())
            _ = try await session.activate()
            let gate = Event()
            fixture.cloud.change { $0.readGate = gate }
            await session.requestSync()
            try await until("the key has expired") {
                await session.keyList?.first?.credential.errors.contains(.expired) == true
            }
            // The gate is still closed, so this read has not ended.
            try await until("the read is slow") { fixture.cloud.asked.readings == 2 }
            gate.happen()
            try await session.deactivate(deintegrate: false)
        }
    }

    @Test("session sync: events are asked for from the cloud's time before the first read, whatever our clock says")
    func cursor() async throws {
        try await SyncFixture.with { fixture in
            fixture.time.set(now: moment(500_000))
            fixture.cloud.change { $0.named = moment(7_000) }
            try await fixture.activate()
            try await until("events are asked for") { fixture.cloud.asked.events > 0 }
            #expect(fixture.cloud.asked.since == moment(2_000))
            // The daemon sees the event `e0` after `e1`, although the cloud recorded `e0` earlier.
            fixture.cloud.change { $0.events = [ScriptedCloud.event("e1", "acs_user.deleted", at: moment(9_000))] }
            try await until("it was read") { fixture.cloud.asked.readings == 2 }
            fixture.cloud.change { script in
                script.events.insert(ScriptedCloud.event("e0", "acs_user.deleted", at: moment(8_000)), at: 0)
                script.credentials = []
            }
            try await until("the key is gone") { try await fixture.keys.isEmpty }
            let readings = fixture.cloud.asked.readings
            let events = fixture.cloud.asked.events
            try await until("events are asked for again") { fixture.cloud.asked.events > events + 2 }
            #expect(fixture.cloud.asked.readings == readings, "an event that was seen leads to no other read")
        }
    }

    @Test("session sync: only the end of this session ends it")
    func deletedSession() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            func deleted(_ id: String, _ session: String?) -> CloudEvent {
                ScriptedCloud.event(id, "client_session.deleted", at: moment(100), session: session)
            }
            fixture.cloud.change { $0.events = [deleted("e1", "other"), deleted("e2", nil)] }
            try await until("it was read") { fixture.cloud.asked.readings >= 2 }
            #expect(await fixture.session.status.isActive)
            fixture.cloud.change { $0.events.append(deleted("e3", "cs")) }
            try await until("it has ended") { await !fixture.session.status.isInitialized }
        }
    }

    @Test("session sync: a refresh during a question for events is answered when that was answered")
    func refreshDuringEvents() async throws {
        try await SyncFixture.with { fixture in
            let gate = Event()
            fixture.cloud.change { $0.eventsGate = gate }
            try await fixture.activate()
            try await until("events are asked for") { fixture.cloud.asked.events == 1 }
            let refresh = Task { try await fixture.session.refresh() }
            try await until("somebody waits") { await fixture.session.refreshes.count == 1 }
            fixture.cloud.change { $0.eventsGate = nil }
            gate.happen()
            try await refresh.value
            #expect(fixture.cloud.asked.readings == 2)
        }
    }

    @Test("session sync: who waits for a read hears of the session's end when it has ended")
    func endDuringRead() async throws {
        try await SyncFixture.with { fixture in
            var environment = fixture.environment(fixture.cloud)
            environment.periods = SyncPlan.Periods()
            let session = LiveSession(
                id: try sessionID(), lifecycle: SessionLifecycle(offlineGrace: .seconds(3600)),
                environment: environment)
            _ = try await session.initialize(try testToken())
            _ = try await session.activate()
            fixture.cloud.change { $0.failure = CloudError(.invalidToken(.revoked)) }
            let error = try await wireError { try await session.refresh() }
            #expect(error.reason == "seam.invalid_client_session_token")
            let next = try await wireError { try await session.refresh() }
            #expect(next.reason == "seam.initialization_required")
        }
    }

    @Test("session sync: a cloud that wants to be left alone is, whoever asks")
    func retryAfter() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            fixture.cloud.change { $0.failure = CloudError(.rateLimited(retryAfter: .seconds(100))) }
            try await until("it was told") { await fixture.session.staleSince != nil }
            let asked = fixture.cloud.asked
            let error = try await wireError { try await fixture.session.refresh() }
            #expect(error.reason == "seam.internet_connection_required")
            #expect(try #require(error.retry.after) > .seconds(90))
            #expect(error.details?["until"] != nil)
            #expect(error.details?["cause"] == "rate_limited" && !error.message.contains("internet"))
            await fixture.session.requestSync()
            try await Task.sleep(for: .milliseconds(50))
            #expect(fixture.cloud.asked == asked)
        }
    }

    @Test("session sync: the token's end is the one that the cloud last said", arguments: [5_000, 9_000_000])
    func expiryMoves(end: Int64) async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            fixture.cloud.change { $0.session = ScriptedCloud.session("ada", expiresAt: moment(end)) }
            try await fixture.session.refresh()
            #expect(await fixture.session.status.expiresAt == moment(end))
            #expect(try await fixture.service.stored(sessionID())?.expiresAt == moment(end))
        }
    }
}
