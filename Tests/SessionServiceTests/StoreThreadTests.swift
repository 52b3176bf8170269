import LinuxSupport
import SealedStore
import SeamModel
import Testing

@testable import SessionService

@Suite("The store's thread", .timeLimit(.minutes(1)))
struct StoreThreadTests {
    @Test("What a cancelled task stores is stored")
    func cancelledCaller() async throws {
        try await withService { service in
            let owner = try sessionID()
            let task = Task {
                // Cancelled before the call begins.
                withUnsafeCurrentTask { $0?.cancel() }
                try await service.store.run { store throws(StoreError) in
                    try store.save(SessionRecord(id: owner, phase: .deactivated, token: nil), at: moment(1))
                }
            }
            try await task.value
            #expect(try await service.stored(owner) != nil)
        }
    }

    @Test("Nothing is begun while a write is owed, and a write that is never taken holds nobody up")
    func owed() async throws {
        try await withService { service in
            let (store, failure) = (service.store, Locked<StoreError?>(StoreError(.diskFull, "no room")))
            let written = Locked(0)
            let complete = { @Sendable (_: SealedStore) throws(StoreError) in
                if let failure = failure.withLock({ $0 }) { throw failure }
                written.withLock { $0 += 1 }
            }
            let begins = { @Sendable (store: SealedStore) throws(StoreError) in try store.timeMark() }
            let full = StoreError(.diskFull, "")
            await #expect(throws: full) { try await store.complete(complete) }
            await #expect(throws: full) {
                _ = try await store.begin(begins)
            }
            failure.withLock { $0 = nil }
            _ = try await store.begin(begins)
            #expect(written.withLock { $0 } == 1 && !store.isOwed)
            failure.withLock { $0 = StoreError(.conflict, "never") }
            await #expect(throws: StoreError(.conflict, "")) { try await store.complete(complete) }
            _ = try await store.begin(begins)
            #expect(!store.isOwed)
        }
    }

    @Test("Of two who close it the first does, and the other one is told")
    func closedTwice() async throws {
        try await withService { service in
            let store = service.store
            async let first: Void = store.close()
            async let second: Void = store.close()
            var refused = 0
            do { try await first } catch { refused += 1 }
            do { try await second } catch { refused += 1 }
            #expect(refused == 1)
        }
    }

    @Test("A closed store refuses, and closing waits for what runs")
    func closed() async throws {
        try await withService { service in
            try await service.store.close()
            await #expect(throws: StoreError.self) {
                try await service.store.run { store throws(StoreError) in try store.sessionIDs() }
            }
        }
    }
}
