import DaemonStore
import LinuxSupport
import SealedDatabase
import SessionService
import SessionStore
import TestSupport
import Testing
import Wire

@Suite("A store that is opened or written later") struct StoreOpeningTests {
    private let scratch: TestDirectory
    private let opening: @Sendable () throws(StoreError) -> SessionStore

    init() throws {
        let scratch = try TestDirectory()
        self.scratch = scratch
        let key = try MachineKey(bytes: Array(0..<32))
        opening = { () throws(StoreError) in
            try SessionStore(
                path: scratch.file("store.db"), machineKey: key, now: Timestamp(millisecondsSince1970: 0))
        }
    }

    @Test("store opening: waits for a store that may open later, and says why it is not open")
    func waiting() async throws {
        let errors = Locked([StoreError(.diskFull, "no room"), StoreError(.io, "failed"), nil])
        let opening = opening
        let store = try SessionStoreThread { () throws(StoreError) in
            if let error = errors.withLock({ $0.removeFirst() }) { throw error }
            return try opening()
        }
        #expect(store.failure == StoreError(.diskFull, ""))
        await #expect(throws: StoreError(.diskFull, "")) { try await store.run { store in _ = store } }
        await #expect(throws: StoreError(.io, "")) { try await store.open() }
        await #expect(throws: StoreError(.io, "")) { try await store.run { store in _ = store } }
        try await store.open()
        try await store.open()
        #expect(store.failure == nil)
        try await store.run { store throws(StoreError) in try store.touch() }
        try await store.close()
        await #expect(throws: StoreError(.invalid, "")) { try await store.run { store in _ = store } }
    }

    @Test(
        "store opening: throws at once what will not pass",
        arguments: [StoreError.Code.wrongMachineKey, .corrupt, .newerSchema, .exposed, .unavailable])
    func lasting(code: StoreError.Code) {
        #expect(throws: StoreError(code, "")) {
            try SessionStoreThread { () throws(StoreError) in throw StoreError(code, "as it is") }
        }
    }

    @Test("store opening: a store that never opened closes")
    func neverOpened() async throws {
        let store = try SessionStoreThread { () throws(StoreError) in throw StoreError(.diskFull, "no room") }
        try await store.close()
    }

    @Test("store opening: writes later, and in order, what completes an attempt and could not be written")
    func completing() async throws {
        let store = SessionStoreThread(try opening())
        let isFull = Locked(true)
        let written = Locked<[Int]>([])
        func write(_ number: Int) async throws(StoreError) {
            try await store.complete { _ throws(StoreError) in
                if isFull.withLock({ $0 }) { throw StoreError(.diskFull, "no room") }
                written.withLock { $0.append(number) }
            }
        }
        for number in 1...2 {
            await #expect(throws: StoreError(.diskFull, "")) { try await write(number) }
        }
        await #expect(throws: StoreError(.diskFull, "")) { try await store.settle() }
        #expect(written.withLock { $0 } == [])
        isFull.withLock { $0 = false }
        try await write(3)
        #expect(written.withLock { $0 } == [1, 2, 3])
        try await store.settle()
        #expect(written.withLock { $0 } == [1, 2, 3], "once")
        try await store.close()
    }

    @Test("store opening: lets go of what the store will never take, and tells whose it was")
    func refused() async throws {
        let store = SessionStoreThread(try opening())
        await #expect(throws: StoreError(.conflict, "")) {
            try await store.complete { _ throws(StoreError) in throw StoreError(.conflict, "it has ended") }
        }
        try await store.complete { _ in }
        try await store.close()
    }
}
