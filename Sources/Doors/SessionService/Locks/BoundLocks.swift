import DaemonStore
import Logging
import SealedDatabase
import SeamModel
import SessionStore

/// The bound locks and the local grants as the store has them. Reads run one after another, and each result is passed
/// on before the next read begins. For this reason, the result of an older read never replaces a newer result, and
/// revoked grants stay revoked.
actor BoundLocks {
    private let store: SessionStoreThread
    private let statuses: LockStatuses
    private let logger: Logger
    private let tell: @Sendable ([Binding], [LocalGrant]) async -> Void
    /// The bindings as they were last read.
    private var bindings: [Binding] = []
    /// Whether the last read failed.
    private(set) var isOutdated = false
    /// The most recently started read.
    private var last: Task<StoreError?, Never>?

    init(
        store: SessionStoreThread, statuses: LockStatuses, logger: Logger,
        tell: @escaping @Sendable ([Binding], [LocalGrant]) async -> Void
    ) {
        self.store = store
        self.statuses = statuses
        self.logger = logger
        self.tell = tell
    }

    /// Reads the store, and returns once the result has been passed on. If the read fails, nobody has a local key until
    /// a later read succeeds, because a grant may have been revoked.
    func read() async throws(StoreError) {
        let before = last
        // This task ends with the read, which waits only for the store and for the previous read.
        let reading = Task {
            _ = await before?.value
            return await self.readNow()
        }
        last = reading
        if let error = await reading.value { throw error }
    }

    /// Reads the store when no caller waits for the result. A failure is logged.
    func readAgain() async {
        do {
            try await read()
        } catch {
            logger.error("bindings and grants cannot be read", metadata: ["error": "\(error)"])
        }
    }

    private func readNow() async -> StoreError? {
        do throws(StoreError) {
            let (bindings, said, stored) = try await store.read(for: .daemon) { store throws(StoreError) in
                (try store.bindings().map(\.binding), try store.lockStatuses(), try store.grants())
            }
            statuses.read(bindings, said)
            if stored.damagedCount > 0 {
                logger.error(
                    "local grants were altered, so they give nobody a key",
                    metadata: ["count": "\(stored.damagedCount)"])
            }
            self.bindings = bindings
            isOutdated = false
            await tell(bindings, stored.grants)
            return nil
        } catch {
            isOutdated = true
            await tell(bindings, [])
            return error
        }
    }
}
