import DaemonKit
import SeamModel
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("How an ephemeral session begins", .timeLimit(.minutes(1)))
struct ExchangeHandlerTests {
    /// The connection may end before the session has its token. In that case, the session was wiped when the connection
    /// ended.
    @Test("exchange handler: a visit that ends while its session begins leaves nobody signed in")
    func endedMeanwhile() async throws {
        try await SyncFixture.with { fixture in
            let environment = fixture.environment(fixture.cloud)
            let directory = fixture.service.directory(environment)
            let accounts = AccountWatch(
                find: { _ in nil },
                records: AccountRecords(
                    store: fixture.service.store, directory: directory, logger: silent, now: { moment(1) },
                    trusted: TrustedGroups(), grantsChanged: {}), monotonic: { .zero })
            let handler = ExchangeHandler(
                directory: directory,
                callers: CallerSessions(ephemeral: environment.ephemeral, accounts: accounts), exchange: nil)
            let id = try environment.ephemeral.open(1, uid: 1000, idle: .seconds(60)) { id, end in
                await directory.wipe(id, as: end)
            }.id
            #expect(try await handler.give(try testToken(), to: id).isInitialized)
            environment.ephemeral.connectionEnded(1)
            let error = try await wireError { _ = try await handler.give(try testToken(), to: id) }
            #expect(error.reason == "seam.initialization_required")
            let session = try await directory.session(id)
            #expect(await !session.status.isInitialized)
            #expect(await session.lifecycle.token == nil)
        }
    }
}
