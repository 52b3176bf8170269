import SignalCore
import SignalStore
import Testing

@testable import SealedDatabase

/// Tests that a person's key is in memory only during a transaction that uses it.
@Suite struct StoredKeyTests {
    @Test("stored key: no key stays in memory") func noKeyStaysInMemory() throws {
        let people = try StoredPeople()
        func isAnyOpen() -> Bool { people.store.keys.isAnyOpen }
        try people.apply(.called(StoredPeople.id(50)), 10)
        #expect(!isAnyOpen(), "after a write")
        #expect(try people.notes().count == 1 && !isAnyOpen(), "after a read")
        let isOpenMeanwhile = try people.store.read { db in
            _ = try people.store.keys.dataKey(of: SealOwner("messages"), in: db)
            return isAnyOpen()
        }
        #expect(isOpenMeanwhile)
    }
}
