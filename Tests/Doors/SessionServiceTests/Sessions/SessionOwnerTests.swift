import CloudModel
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

@Suite("Whose a session is, and what of it is kept", .timeLimit(.minutes(1)))
struct SessionOwnerTests {
    @Test("session owner: a session that is another person's by now shows that person's keys", arguments: [nil, "ada"])
    func otherPerson(first: String?) async throws {
        try await SyncFixture.with { fixture in
            fixture.cloud.change { $0.session = ScriptedCloud.session(first) }
            try await fixture.activate()
            fixture.cloud.change { script in
                script.session = ScriptedCloud.session("ben")
                script.credentials = [ScriptedCloud.key("back")]
            }
            try await fixture.session.refresh()
            #expect(try await fixture.keys.map(\.id) == ["back"])
            #expect(await fixture.session.status.userIdentityID == "ben")
            let owner = try sessionID()
            let kept = try await fixture.service.store.run { store throws(StoreError) in try store.snapshot(of: owner) }
            #expect(kept?.identityID == "ben")
            #expect(try await fixture.service.stored(owner)?.identityID == "ben")
        }
    }

    @Test("session owner: who was told of one person's attempts is told of nobody's once somebody else is signed in")
    func otherFollower() async throws {
        try await SyncFixture.with { fixture in
            let environment = fixture.environment(fixture.cloud)
            let directory = fixture.service.directory(environment)
            let id = try sessionID()
            _ = try await directory.initialize(id, token: try testToken())
            _ = try await directory.session(id).activate()
            let accounts = AccountWatch(
                find: { _ in nil },
                records: AccountRecords(
                    store: fixture.service.store, directory: directory, logger: silent, now: { moment(1) },
                    trusted: TrustedGroups(), grantsChanged: {}), monotonic: { .zero })
            let reader = AuditReader(
                store: fixture.service.store, directory: directory,
                callers: CallerSessions(ephemeral: environment.ephemeral, accounts: accounts), logger: silent)
            let hub = environment.hub
            let own = try await reader.topic(of: .session(id, .person("ada")), in: hub)
            // The client chose the scope while the earlier person was signed in, but requests the topic after the
            // person has changed.
            let error = try await wireError { _ = try await reader.topic(of: .session(id, .person("ben")), in: hub) }
            #expect(error.reason == "seam.initialization_required")
            let again = try await reader.topic(of: .session(id, .person("ada")), in: hub)
            #expect(again !== own, "the topic that was made for the other one has ended")
            try await directory.deactivate(id, deintegrate: true)
        }
    }

    @Test("A read of somebody else is a failure: nothing is shown of it, and the offline time is not renewed")
    func foreignRead() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            fixture.cloud.change { script in
                script.readSession = ScriptedCloud.session("ben")
                script.credentials = [ScriptedCloud.key("back")]
            }
            fixture.time.set(now: moment(1_000), named: moment(1_000))
            let error = try await wireError { try await fixture.session.refresh() }
            #expect(error.reason == "seam.internet_connection_required")
            let status = await fixture.session.status
            #expect(status.sync.lastOK == moment(0))
            #expect(status.sync.staleSince != nil)
            #expect(try await fixture.keys.map(\.id) == ["front"])
        }
    }

    @Test("session owner: a snapshot that is not stored holds, is no success, and is read again")
    func unstoredSnapshot() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            let owner = try sessionID()
            // The store accepts no snapshot for a session that has no row.
            try await fixture.service.store.run { store throws(StoreError) in try store.erase(owner) }
            fixture.cloud.change { $0.credentials = [] }
            fixture.time.set(now: moment(1_000), named: moment(1_000))
            let error = try await wireError { try await fixture.session.refresh() }
            #expect(error.reason == "store.unavailable")
            #expect(try await fixture.keys.isEmpty)
            #expect(await fixture.session.status.sync.lastOK == moment(0))
            let readings = fixture.cloud.asked.readings
            try await until("it is read again") { fixture.cloud.asked.readings > readings }
            #expect(await fixture.session.status.sync.reason == "not_stored")
        }
    }

    @Test("session owner: after a start the cache serves, although the cloud accepts every question and answers none")
    func silentCloud() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.activate()
            let begun = ContinuousClock.now
            let session = try await fixture.service.directory(fixture.environment(SilentCloud())).session(sessionID())
            #expect(ContinuousClock.now - begun < .seconds(3))
            #expect(try await session.credentials().map(\.id) == ["front"])
            try await session.deactivate(deintegrate: false)
        }
    }
}

/// A cloud that accepts every request but never answers.
private struct SilentCloud: SessionCloud {
    func session(token: ClientSessionToken, on lane: CloudLane) async throws(CloudError) -> CloudSession {
        throw await silence()
    }

    func reading(
        token: ClientSessionToken, known: CloudSnapshot?, order: ReadingOrder, on lane: CloudLane
    ) async throws(CloudError) -> CloudReading {
        throw await silence()
    }

    func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> KeyReading { throw await silence() }

    func events(
        since: Timestamp, types: [String], limit: Int, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> CloudList<CloudEvent> { throw await silence() }

    private func silence() async -> CloudError {
        try? await Task.sleep(for: .seconds(30))
        return CloudError(.timedOut)
    }
}
