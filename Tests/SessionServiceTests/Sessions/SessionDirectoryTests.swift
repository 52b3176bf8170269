import SeamModel
import Testing
import Wire

@testable import SessionService

@Suite("All sessions", .timeLimit(.minutes(1)))
struct SessionDirectoryTests {
    @Test("Asking about names uses up nothing")
    func names() async throws {
        try await withService { service in
            let directory = service.directory()
            for number in 0..<100 {
                let session = try await directory.session(try sessionKey(1000, "made-up-\(number)"))
                #expect(await !session.status.isInitialized)
            }
            #expect(try await service.storedCount() == 0)
            #expect(try await directory.statuses(of: 1000).isEmpty)
        }
    }

    @Test("A user has a number of sessions at most, and what is his stays reachable")
    func limit() async throws {
        try await withService { service in
            let directory = service.directory()
            for number in 0..<32 {
                _ = try await directory.session(try sessionKey(1000, "s\(number)")).initialize(try testToken())
            }
            let error = try await wireError { _ = try await directory.session(try sessionKey(1000, "more")) }
            #expect(error.reason == "rpc.quota_exceeded")
            #expect(try await directory.statuses(of: 1000).count == 32)
            _ = try await directory.session(try sessionKey(1001, "more"))
            try await directory.session(try sessionKey(1000, "s0")).deactivate(deintegrate: false)
            _ = try await directory.session(try sessionKey(1000, "more"))
        }
    }

    @Test("A session that somebody signed in to is the same for every call, and after a restart")
    func same() async throws {
        try await withService { service in
            let directory = service.directory()
            _ = try await directory.session(try sessionKey()).initialize(try testToken())
            let (one, two) = (
                try await directory.session(try sessionKey()), try await directory.session(try sessionKey())
            )
            #expect(one === two)
            #expect(await one.status.isInitialized)
            let restarted = try await service.directory().session(try sessionKey())
            #expect(await restarted.status.isInitialized)
        }
    }
}
