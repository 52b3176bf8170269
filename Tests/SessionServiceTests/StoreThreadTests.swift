import SealedStore
import SeamModel
import Testing

@testable import SessionService

@Suite("The store's thread", .timeLimit(.minutes(1)))
struct StoreThreadTests {
    @Test("What a cancelled task stores is stored")
    func cancelledCaller() async throws {
        try await withService { service in
            let key = try sessionKey()
            let task = Task {
                // Cancelled before the call begins.
                withUnsafeCurrentTask { $0?.cancel() }
                try await service.store.run { store throws(StoreError) in
                    try store.save(SessionRecord(key: key, phase: .deactivated, token: nil), at: moment(1))
                }
            }
            try await task.value
            #expect(try await service.stored(key) != nil)
        }
    }

    @Test("A closed store refuses, and closing waits for what runs")
    func closed() async throws {
        try await withService { service in
            try await service.store.close()
            await #expect(throws: StoreError.self) {
                try await service.store.run { store throws(StoreError) in try store.sessionKeys() }
            }
        }
    }
}
