import DaemonKit
import DaemonStore
import Dispatch
import LinuxSupport
import Logging
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@testable import SessionService

@Suite("The store's thread", .timeLimit(.minutes(1)))
struct StoreThreadTests {
    @Test("store thread: what a cancelled task stores is stored")
    func cancelledCaller() async throws {
        try await withService { service in
            let owner = try sessionID()
            let task = Task {
                // Cancels the current task before the call begins.
                withUnsafeCurrentTask { $0?.cancel() }
                try await service.store.run { store throws(StoreError) in
                    try store.save(SessionRecord(id: owner, phase: .deactivated, token: nil), at: moment(1))
                }
            }
            try await task.value
            #expect(try await service.stored(owner) != nil)
        }
    }

    @Test("store thread: nothing is begun while a write is owed, and a write that is never taken holds nobody up")
    func owed() async throws {
        try await withService { service in
            let (store, failure) = (service.store, Locked<StoreError?>(StoreError(.diskFull, "no room")))
            let written = Locked(0)
            let complete = { @Sendable (_: SessionStore) throws(StoreError) in
                if let failure = failure.withLock({ $0 }) { throw failure }
                written.withLock { $0 += 1 }
            }
            let begins = { @Sendable (store: SessionStore) throws(StoreError) in try store.timeMark() }
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

    @Test("store thread: on a silent disk, callers wait as long as they can, and what must be written is written")
    func hungDisk() async throws {
        try await withService { service in
            let (store, written, late) = (service.store, Locked<[Int]>([]), Locked<[Int]>([]))
            let disk = HungDisk(store)
            await disk.hangs.wait()
            let slow = StoreError(.slow, "")
            await #expect(throws: slow) {
                try await store.run(for: .user(1), within: .milliseconds(10)) { _ throws(StoreError) in
                    written.withLock { $0.append(0) }
                }
            }
            for number in 1...2 {
                await #expect(throws: slow) {
                    try await store.complete(
                        for: .urgent, within: .zero, late: { _ in late.withLock { $0.append(number) } }
                    ) { _ throws(StoreError) in
                        if number == 2 { throw StoreError(.conflict, "never") }
                        written.withLock { $0.append(number) }
                    }
                }
            }
            store.order(for: .urgent) { _ throws(StoreError) in
                written.withLock { $0.append(3) }
            } done: { _ in
                late.withLock { $0.append(3) }
            }
            await #expect(throws: slow) { try await store.read(for: .user(1)) { _ throws(StoreError) in } }
            #expect(store.busyFor >= SessionStoreThread.patience)
            #expect(written.withLock { $0 }.isEmpty)
            try await disk.heal()
            try await store.run { _ throws(StoreError) in }
            #expect(written.withLock { $0 } == [1, 3], "what was given up is not begun, and the rest keeps its order")
            #expect(late.withLock { $0 } == [2, 3])
        }
    }

    @Test("store thread: what must be soon does not begin once another call hangs, and is waited for if it has begun")
    func soon() async throws {
        try await withService { service in
            let (store, begun, freed, ran) = (service.store, Event(), DispatchSemaphore(value: 0), Locked(false))
            let first = Task {
                try await store.runSoon(for: .user(1)) { _ throws(StoreError) in
                    begun.happen()
                    _ = freed.wait(timeout: .now() + 60)
                    return 7
                }
            }
            await begun.wait()
            let slow = StoreError(.slow, "")
            await #expect(throws: slow) {
                try await store.runSoon(for: .user(2)) { _ throws(StoreError) in ran.withLock { $0 = true } }
            }
            #expect(store.busyFor >= SessionStoreThread.patience)
            // When the second call gives up, the first call has also had time to give up.
            await #expect(throws: slow) {
                try await store.run(for: .user(2), within: .milliseconds(200)) { _ throws(StoreError) in }
            }
            freed.signal()
            #expect(try await first.value == 7)
            try await store.run { _ throws(StoreError) in }
            #expect(!ran.withLock { $0 })
        }
    }

    @Test("store thread: what began before its caller gave up is told of when it is done")
    func late() async throws {
        try await withService { service in
            let (begun, freed) = (Event(), DispatchSemaphore(value: 0))
            let result = OneAnswer<Result<Int, StoreError>>()
            await #expect(throws: StoreError(.slow, "")) {
                try await service.store.run(for: .user(1), within: .milliseconds(50), late: { result.give($0) }) {
                    _ throws(StoreError) in
                    begun.happen()
                    _ = freed.wait(timeout: .now() + 60)
                    return 7
                }
            }
            await begun.wait()
            freed.signal()
            #expect(await result.wait(cancelled: .success(0)) == .success(7))
        }
    }

    @Test("store thread: a read that fails is answered, logged once and counted, and speaks of no door")
    func failedRead() async throws {
        let (failed, counted) = (StoreError(.io, "reading failed"), Locked(0))
        let store = try SessionStoreThread(readFailed: { _ in counted.withLock { $0 += 1 } }) { () throws(StoreError) in
            throw failed
        }
        let lines = Locked<[String]>([])
        let logger = Logger(label: "test") { _ in LineLog(lines: lines) }
        let error = await #expect(throws: WireError.self) {
            _ = try await store.found(logger, for: .user(1)) { store throws(StoreError) in try store.sessionIDs() }
        }
        #expect(error?.reason == "store.unavailable" && error?.message.contains("door") == false)
        #expect(lines.withLock { $0 } == ["store"])
        #expect(counted.withLock { $0 } == 1)
        try await store.close()
    }

    @Test("store thread: of two who close it the first does, and the other one is told")
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

    @Test("store thread: a closed store refuses, and closing waits for what runs")
    func closed() async throws {
        try await withService { service in
            try await service.store.close()
            await #expect(throws: StoreError.self) {
                try await service.store.run { store throws(StoreError) in try store.sessionIDs() }
            }
        }
    }
}

/// A log handler. It keeps all messages so that the test can read them.
private struct LineLog: LogHandler {
    let lines: Locked<[String]>
    var logLevel = Logger.Level.trace
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.withLock { $0.append("\(event.message)") } }
}
