import LinuxSupport
import SeamCloud
import SeamModel
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("A session and a bad network", .timeLimit(.minutes(1)))
struct SessionNetworkTests {
    /// A session that does not contact the cloud by itself for several minutes.
    private func quietSession(
        _ fixture: SyncFixture, offlineGrace: Duration = .seconds(3600)
    ) async throws -> LiveSession {
        var environment = fixture.environment(fixture.cloud)
        environment.periods = SyncPlan.Periods(backoff: .seconds(3_600) ... .seconds(3_600))
        let session = LiveSession(
            id: try sessionID(), lifecycle: SessionLifecycle(offlineGrace: offlineGrace),
            environment: environment)
        _ = try await session.initialize(try testToken())
        _ = try await session.activate()
        return session
    }

    @Test("session network: what this machine had no room to ask changes nothing, and says so")
    func tooManyWaiting() async throws {
        try await SyncFixture.with { fixture in
            let session = try await quietSession(fixture)
            let before = try await session.credentials()
            fixture.cloud.change { $0.failure = CloudError(.tooManyWaiting) }
            let error = try await wireError { try await session.refresh() }
            #expect(error.reason == "rpc.quota_exceeded" && error.retry.safe)
            let sync = await session.status.sync
            #expect(sync.reason == "too_many_waiting" && sync.staleSince == nil && sync.next != nil)
            #expect(try await session.credentials() == before)
            fixture.cloud.change { $0.failure = nil }
            try await session.refresh()
            #expect(await session.status.sync.reason == nil)
            try await session.deactivate(deintegrate: true)
        }
    }

    @Test("session network: each failure has its name, and leaves the keys as they were", arguments: Self.failures)
    func named(kind: CloudError.Kind, name: String) async throws {
        try await SyncFixture.with { fixture in
            let session = try await quietSession(fixture)
            let before = try await session.credentials().map(\.id)
            fixture.cloud.change { $0.failure = CloudError(kind) }
            _ = try await wireError { try await session.refresh() }
            let sync = await session.status.sync
            #expect(sync.reason == name && sync.staleSince != nil)
            #expect(SyncReason(rawValue: name) != nil)
            #expect(try await session.credentials().map(\.id) == before)
            try await session.deactivate(deintegrate: true)
        }
    }

    private static let failures: [(CloudError.Kind, String)] = [
        (.offline, "offline"), (.tls, "untrusted"), (.connectionLost, "connection_lost"), (.timedOut, "timed_out"),
        (.unexpectedContent, "captive_portal"), (.replyTooLarge, "reply_too_large"),
        (.invalidReply(field: "/x"), "invalid_reply"), (.notPermitted, "not_permitted"),
        (.notFound(type: "x"), "rejected"), (.rejected(status: 409, type: "x"), "rejected"),
        (.rateLimited(retryAfter: nil), "rate_limited"), (.server(status: 500), "server_failed"),
    ]

    @Test(
        "session network: the keys serve for the grace while the cloud is away, for an hour if it is not understood",
        arguments: [(CloudError.Kind.offline, 7_200), (.invalidReply(field: "/x"), 3_600)] as [(CloudError.Kind, Int64)]
    )
    func usable(kind: CloudError.Kind, seconds: Int64) async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.session = ScriptedCloud.session("ada", expiresAt: moment(100_000_000)) }
            let session = try await quietSession(fixture, offlineGrace: .seconds(7_200))
            fixture.cloud.change { $0.failure = CloudError(kind) }
            _ = try await wireError { try await session.refresh() }
            fixture.time.set(now: moment(seconds * 1_000 - 1))
            try await session.requireNeeds(of: "credentials.reveal", [])
            fixture.time.set(now: moment(seconds * 1_000))
            let error = try await wireError { try await session.requireNeeds(of: "credentials.reveal", []) }
            #expect(error.reason == "seam.offline_grace_expired")
            try await session.deactivate(deintegrate: true)
        }
    }

    @Test("session network: a server that fails may ask to be left alone, too")
    func unavailable() async throws {
        try await SyncFixture.with { fixture in
            let session = try await quietSession(fixture)
            fixture.cloud.change { $0.failure = CloudError(.server(status: 503, retryAfter: .seconds(100))) }
            _ = try await wireError { try await session.refresh() }
            let readings = fixture.cloud.asked.readings
            let error = try await wireError { try await session.refresh() }
            #expect(error.retry.after.map { $0 > .seconds(90) && $0 <= .seconds(100) } == true)
            #expect(fixture.cloud.asked.readings == readings)
            await session.networkCameUp()
            #expect(await session.hold != nil)
            try await session.deactivate(deintegrate: true)
        }
    }

    @Test("session network: a network that comes up is tried at once")
    func networkCameUp() async throws {
        try await SyncFixture.with { fixture in
            let session = try await quietSession(fixture)
            fixture.cloud.change { $0.failure = CloudError(.offline) }
            _ = try await wireError { try await session.refresh() }
            #expect(await session.status.sync.staleSince != nil)
            fixture.cloud.change { $0.failure = nil }
            let (readings, events) = (fixture.cloud.asked.readings, fixture.cloud.asked.events)
            await session.networkCameUp()
            try await until("it is current") { await session.status.sync.staleSince == nil }
            #expect(fixture.cloud.asked.readings == readings + 1)
            await session.networkCameUp()
            try await until("it asks what happened meanwhile") { fixture.cloud.asked.events == events + 1 }
            #expect(fixture.cloud.asked.readings == readings + 1)
            try await session.deactivate(deintegrate: true)
        }
    }

    @Test(
        "session network: whoever finds nobody signed in any more learns why",
        arguments: [(CloudError.TokenFault.revoked, "token_refused"), (.expired, "token_expired")])
    func ended(fault: CloudError.TokenFault, name: String) async throws {
        try await SyncFixture.with { fixture in
            let session = try await quietSession(fixture)
            fixture.cloud.change { $0.failure = CloudError(.invalidToken(fault)) }
            _ = try await wireError { try await session.refresh() }
            let status = await session.status
            #expect(!status.isInitialized && status.sync.reason == name && status.sync.next == nil)
            fixture.cloud.change { $0.failure = nil }
            _ = try await session.initialize(try testToken())
            #expect(await session.status.sync.reason == nil)
            try await session.deactivate(deintegrate: true)
        }
    }
}
