import Logging
import SealedStore
import SeamModel

/// The bound locks and the local grants, as the store has them: read from it and told, one reading after the other.
/// What was read earlier is never told after what was read later, so that what was revoked stays so.
actor BoundLocks {
    private let store: StoreThread
    private let logger: Logger
    private let tell: @Sendable ([Binding], [LocalGrant]) async -> Void
    /// What was told last.
    private var bindings: [Binding] = []
    /// Whether the last reading failed.
    private(set) var isOutdated = false
    /// The reading that began last.
    private var last: Task<StoreError?, Never>?

    init(store: StoreThread, logger: Logger, tell: @escaping @Sendable ([Binding], [LocalGrant]) async -> Void) {
        self.store = store
        self.logger = logger
        self.tell = tell
    }

    /// Returns when a reading that began after this call was told. If it fails, nobody has a local key until the next
    /// one: a grant may have been revoked.
    func read() async throws(StoreError) {
        let before = last
        // Ends with the reading; each has the one before it as its only wait.
        let reading = Task {
            _ = await before?.value
            return await self.readNow()
        }
        last = reading
        if let error = await reading.value { throw error }
    }

    /// The same where nobody can be told of a failure; it is logged.
    func readAgain() async {
        do {
            try await read()
        } catch {
            logger.error("bindings and grants cannot be read", metadata: ["error": "\(error)"])
        }
    }

    private func readNow() async -> StoreError? {
        do throws(StoreError) {
            let (bindings, stored) = try await store.run(for: .daemon) { store throws(StoreError) in
                (try store.bindings().map(\.binding), try store.grants())
            }
            if stored.damagedCount > 0 {
                logger.error(
                    "local grants were altered, and give nobody a key", metadata: ["count": "\(stored.damagedCount)"])
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
