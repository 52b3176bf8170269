import DaemonStore
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import Testing
import Wire

@testable import SessionService

@Suite("One person's session", .timeLimit(.minutes(1)))
struct LiveSessionTests {
    @Test("live session: without the cloud, activation says so; the session stays initialized")
    func offline() async throws {
        try await withService { service in
            let session = try service.session()
            _ = try await session.initialize(try testToken())
            let error = try await wireError { _ = try await session.activate() }
            #expect(error.reason == "seam.internet_connection_required")
            #expect(await session.status.isInitialized)
            #expect(try await service.stored(sessionID())?.phase == .initialized)
        }
    }

    @Test("live session: a deactivated session leaves no row behind when nothing is cached")
    func nothingLeft() async throws {
        try await withService { service in
            let session = try service.session()
            _ = try await session.initialize(try testToken())
            try await session.deactivate(deintegrate: false)
            try await session.deactivate(deintegrate: false)
            #expect(try await service.stored(sessionID()) == nil)
            #expect(await !session.status.isInitialized)
        }
    }

    @Test("live session: a store that does not forget is told to the caller, each time")
    func storeFails() async throws {
        try await withService { service in
            let session = try service.session()
            _ = try await session.initialize(try testToken())
            try await service.store.close()
            for _ in 1...2 {
                let error = try await wireError { try await session.deactivate(deintegrate: false) }
                #expect(error.reason == "store.unavailable")
            }
        }
    }

    @Test("live session: a call that could not be stored is not done when it is repeated")
    func notStored() async throws {
        try await withService { service in
            let session = try service.session()
            try await service.store.close()
            for _ in 1...2 {
                let error = try await wireError { _ = try await session.initialize(try testToken()) }
                #expect(error.reason == "store.unavailable")
            }
        }
    }

    @Test("live session: a caller that has left leaves no half-ended session")
    func cancelledDeactivation() async throws {
        try await withService { service in
            let session = try service.session()
            _ = try await session.initialize(try testToken())
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await session.deactivate(deintegrate: false)
            }
            try await task.value
            #expect(try await service.stored(sessionID()) == nil)
        }
    }

    @Test("live session: without a token nothing can be refreshed, listed or revealed")
    func signedOut() async throws {
        try await withService { service in
            let session = try service.session()
            for call in [
                { try await session.refresh() }, { _ = try await session.credentials() },
                { _ = try await session.reveal("k") }, { _ = try await session.initialize(nil) },
            ] as [() async throws -> Void] {
                #expect(try await wireError(call).reason == "seam.initialization_required")
            }
        }
    }
}
