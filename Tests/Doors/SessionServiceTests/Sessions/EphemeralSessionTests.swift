import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import SeamCloud
import SeamModel
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

/// Tests a session that belongs to one connection, as the session directory keeps it.
@Suite("A session of one connection", .timeLimit(.minutes(1)))
struct EphemeralSessionTests {
    private static func owner() throws -> SessionID { try #require(SessionID(uid: 1000, ephemeral: "eph-0123")) }

    private static func active(_ owner: SessionID, in directory: SessionDirectory) async throws -> LiveSession {
        let session = try await directory.session(owner)
        _ = try await session.initialize(try testToken())
        _ = try await session.activate()
        try await until("read") { await session.snapshot != nil }
        return session
    }

    @Test("ephemeral session: nothing of it is stored, and nothing stored is found by it")
    func notStored() async throws {
        try await SyncFixture.with { fixture in
            let directory = fixture.service.directory(fixture.environment(fixture.cloud))
            let owner = try Self.owner()
            let session = try await Self.active(owner, in: directory)
            #expect(try await session.credentials().map(\.id) == ["front"])
            #expect(await session.status.isEphemeral)
            #expect(await session.status.name == "eph-0123")
            #expect(try await fixture.service.storedCount() == 0)
            // The session works even if the store fails.
            try await fixture.service.store.close()
            try await session.refresh()
            await directory.wipe(owner, as: .disconnected)
            #expect(await !session.status.isInitialized)
            #expect(await session.snapshot == nil)
            #expect(await session.lifecycle.token == nil)
            #expect(try await !directory.session(owner).status.isInitialized)
        }
    }

    @Test("ephemeral session: a named session of the same name is another one, and is listed without it")
    func named() async throws {
        try await SyncFixture.with { fixture in
            let directory = fixture.service.directory(fixture.environment(fixture.cloud))
            let (owner, named) = (try Self.owner(), try sessionID(1000, "eph-0123"))
            _ = try await Self.active(owner, in: directory)
            #expect(try await !directory.session(named).status.isInitialized)
            #expect(try await directory.statuses(of: 1000).isEmpty)
            #expect(try await directory.statuses(of: 1000, with: owner).map(\.name) == ["eph-0123"])
            #expect(try await directory.statuses(of: 1001, with: nil).isEmpty)
            let other = try #require(SessionID(uid: 1000, ephemeral: "eph-4567"))
            #expect(try await directory.statuses(of: 1000, with: other).isEmpty)
            await directory.wipe(owner, as: .deactivated)
        }
    }

    @Test("ephemeral session: who follows it is told why it has ended", arguments: [SessionEnd.idle, .deactivated])
    func told(_ end: SessionEnd) async throws {
        try await SyncFixture.with { fixture in
            let environment = fixture.environment(fixture.cloud)
            let directory = fixture.service.directory(environment)
            let owner = try environment.ephemeral.open(1, uid: 1000, idle: .seconds(60)) { _, _ in }.id
            _ = try await Self.active(owner, in: directory)
            await directory.wipe(owner, as: end)
            #expect(!environment.ephemeral.isOpen(owner))
            let status = try await directory.session(owner).status
            #expect(status.sync.reason == (end == .idle ? "idle" : nil))
            #expect(!status.isInitialized)
        }
    }

    @Test("session: a token that the cloud takes back, or gives to another person, ends it and everything of it")
    func ended() async throws {
        for isAnothers in [false, true] {
            try await SyncFixture.with { fixture in
                let environment = fixture.environment(fixture.cloud)
                let directory = fixture.service.directory(environment)
                let owner = try environment.ephemeral.open(1, uid: 1000, idle: .seconds(60)) { _, _ in }.id
                let session = try await Self.active(owner, in: directory)
                fixture.cloud.change { script in
                    if isAnothers {
                        script.session = ScriptedCloud.session("ben")
                    } else {
                        script.failure = CloudError(.invalidToken(.revoked))
                    }
                }
                await session.requestSync()
                try await until("over") { !environment.ephemeral.isOpen(owner) }
                try await until("empty") {
                    let (token, snapshot) = (await session.lifecycle.token, await session.snapshot)
                    return token == nil && snapshot == nil
                }
                #expect(try await fixture.service.storedCount() == 0)
            }
        }
    }
}
