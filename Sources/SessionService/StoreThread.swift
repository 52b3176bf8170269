import LinuxSupport
import NIOPosix
package import SealedStore

/// Runs the store's blocking calls one after the other on a thread of their own.
package final class StoreThread: Sendable {
    private let store: SealedStore
    private let pool: NIOThreadPool

    package init(_ store: SealedStore) {
        self.store = store
        pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
    }

    /// Runs `body` with the store. It is not interrupted by the caller's cancellation: what it wrote is written.
    package func run<Answer: Sendable>(
        _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        let store = store
        // Not the pool's own `runIfActive`: it does not even begin when the caller is cancelled, and a session that ends,
        // a verdict or a new lock's key must reach the disk whoever has left.
        let result: Result<Answer, StoreError> = await Handover.wait { waiter in
            pool.submit { state in
                switch state {
                case .active:
                    do throws(StoreError) {
                        waiter.give(.success(try body(store)))
                    } catch {
                        waiter.give(.failure(error))
                    }
                case .cancelled:
                    waiter.give(.failure(StoreError(.invalid, "the store is closed")))
                }
            }
        }
        return try result.get()
    }

    /// Waits for the calls under way, closes the store and ends the thread.
    package func close() async throws(StoreError) {
        let outcome: Result<Void, StoreError>
        do throws(StoreError) {
            outcome = .success(try await run { store throws(StoreError) in try store.close() })
        } catch {
            outcome = .failure(error)
        }
        // Shutting an idle pool down fails only if it was shut down before.
        try? await pool.shutdownGracefully()
        try outcome.get()
    }
}
