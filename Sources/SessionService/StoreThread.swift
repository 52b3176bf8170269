import LinuxSupport
import Logging
import NIOPosix
package import SealedStore
import Wire

/// Runs the store's blocking calls one after the other on their own thread, in the order of ``StoreTurns``.
///
/// If the store does not open for a reason that may pass, ``open()`` opens it later; until then, calls fail with that
/// reason.
package final class StoreThread: Sendable {
    private enum Content {
        case open(SealedStore)
        case waiting(StoreError)
        case closed
    }

    private let content: Locked<Content>
    /// Writes that complete what is in the store, and that have failed so far. Only attempts that were already under
    /// way can add to them, because nothing is admitted while the store cannot be written.
    private let owed = Locked<[@Sendable (SealedStore) throws(StoreError) -> Void]>([])
    private let opening: @Sendable () throws(StoreError) -> SealedStore
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let turns = Locked(StoreTurns<@Sendable () -> Void>())

    /// The thread for a store that is open.
    package convenience init(_ store: SealedStore) {
        self.init(.open(store)) { () throws(StoreError) in store }
    }

    /// Opens a store synchronously. Throws errors that will not pass by themselves; see ``StoreError/Code/mayPass``.
    package convenience init(
        opening: @escaping @Sendable () throws(StoreError) -> SealedStore
    ) throws(StoreError) {
        do throws(StoreError) {
            self.init(.open(try opening()), opening)
        } catch {
            guard error.code.mayPass else { throw error }
            self.init(.waiting(error), opening)
        }
    }

    private init(_ content: Content, _ opening: @escaping @Sendable () throws(StoreError) -> SealedStore) {
        self.content = Locked(content)
        self.opening = opening
        pool.start()
    }

    /// Why the store is not open yet; nil once it is.
    package var failure: StoreError? {
        content.withLock { content in
            switch content {
            case .open, .closed: nil
            case .waiting(let error): error
            }
        }
    }

    /// Opens the store if it is not open yet. The reason of a failure may differ from the earlier one.
    package func open() async throws(StoreError) {
        try await submit(for: .daemon) { thread throws(StoreError) in
            guard thread.failure != nil else { return }
            do throws(StoreError) {
                let store = try thread.opening()
                thread.content.withLock { $0 = .open(store) }
            } catch {
                thread.content.withLock { $0 = .waiting(error) }
                throw error
            }
        }
    }

    /// Runs `body` with the store. Cancelling the caller does not interrupt it: what it wrote stays written.
    package func run<Answer: Sendable>(
        for turn: StoreTurn, _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await submit(for: turn) { thread throws(StoreError) in
            let content = thread.content.withLock { $0 }
            switch content {
            case .open(let store): return try body(store)
            case .waiting(let error): throw error
            case .closed: throw Self.closed
            }
        }
    }

    /// Runs a write that completes what is in the store, such as the progress of an admitted attempt. If the store
    /// fails for a reason that may pass, the write is made later, after all earlier pending ones. Throws the reason if
    /// the write is not made now, whether it will be made later or never.
    package func complete(
        for turn: StoreTurn, _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await submit(for: turn) { thread throws(StoreError) in
            thread.owed.withLock { $0.append(body) }
            try thread.writeOwed()
        }
    }

    /// Runs a write that begins something, after all pending writes. Nothing new is admitted while the store cannot
    /// take the progress of what it has admitted. Throws the reason if a pending write fails for a reason that may
    /// pass, and what `body` throws.
    package func begin<Answer: Sendable>(
        for turn: StoreTurn, _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await submit(for: turn) { thread throws(StoreError) in
            do throws(StoreError) {
                try thread.writeOwed()
            } catch {
                // A write that the store will never take must not block others.
                if error.code.mayPass { throw error }
            }
            let content = thread.content.withLock { $0 }
            switch content {
            case .open(let store): return try body(store)
            case .waiting(let error): throw error
            case .closed: throw Self.closed
            }
        }
    }

    /// Whether writes are pending for ``settle()``.
    package var isOwed: Bool { owed.withLock { !$0.isEmpty } }

    /// Makes the pending writes. Throws the reason if it cannot.
    package func settle() async throws(StoreError) {
        try await submit(for: .daemon) { thread throws(StoreError) in try thread.writeOwed() }
    }

    /// On the store's thread. Writes that the store will never take are dropped; if the last write was one, its reason
    /// is thrown.
    private func writeOwed() throws(StoreError) {
        let content = content.withLock { $0 }
        guard case .open(let store) = content else { throw failure ?? Self.closed }
        var refusal: StoreError?
        var isAgain = false
        while let next = owed.withLock({ $0.first }) {
            do throws(StoreError) {
                try next(store)
                refusal = nil
            } catch {
                guard !error.code.mayPass else { throw error }
                // A page that could not be read once looks damaged, so try again.
                if error.code == .corrupt, !isAgain {
                    isAgain = true
                    continue
                }
                refusal = error
            }
            isAgain = false
            owed.withLock { _ = $0.removeFirst() }
        }
        if let refusal { throw refusal }
    }

    /// Waits for running calls, closes the store and ends the thread.
    package func close() async throws(StoreError) {
        let outcome = await result(for: nil) { thread throws(StoreError) in
            // If the writes fail now, they are lost. Attempts without an end are settled when the store is opened next.
            try? thread.writeOwed()
            let content = thread.content.withLock { content in
                defer { content = .closed }
                return content
            }
            switch content {
            case .open(let store): try store.close()
            case .waiting: break
            case .closed: throw Self.closed
            }
        }
        // Only the first caller that closes ends the thread.
        guard let outcome else { throw Self.closed }
        // Shutting down an idle pool fails only if it was shut down before.
        try? await pool.shutdownGracefully()
        try outcome.get()
    }

    private static let closed = StoreError(.invalid, "the store is closed")

    private func submit<Answer: Sendable>(
        for turn: StoreTurn, _ work: @escaping @Sendable (StoreThread) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        guard let result = await result(for: turn, work) else { throw Self.closed }
        return try result.get()
    }

    /// The result of `work` when its turn has come. With `turn` nil, it runs after everything else, and later calls
    /// return nil.
    private func result<Answer: Sendable>(
        for turn: StoreTurn?, _ work: @escaping @Sendable (StoreThread) throws(StoreError) -> Answer
    ) async -> Result<Answer, StoreError>? {
        // Do not use the pool's own `runIfActive`: it does not start if the caller is cancelled. But a session's end, a
        // verdict or a new lock key must reach the disk even if the caller has left.
        await Handover.wait { waiter in
            let call = { @Sendable in
                do throws(StoreError) {
                    waiter.give(.success(try work(self)))
                } catch {
                    waiter.give(.failure(error))
                }
            }
            let isTaken = turns.withLock { turns in
                if let turn { turns.append(call, for: turn) } else { turns.close(with: call) }
            }
            guard isTaken else { return waiter.give(nil) }
            // The pool runs as many calls as were taken. Which one runs is decided when it runs. The pool ends after
            // the last one.
            pool.submit { _ in self.turns.withLock { $0.next() }?() }
        }
    }
}

extension StoreThread {
    /// A bound lock with its lock key, which is secret.
    ///
    /// Throws ``StoreError/Code/conflict`` if the lock was unbound.
    func boundLock(_ bindingID: String, for turn: StoreTurn) async throws(StoreError) -> SealedBinding {
        let bound = try await run(for: turn) { store throws(StoreError) in try store.binding(bindingID) }
        guard let bound else { throw StoreError(.conflict, "the lock was unbound") }
        return bound
    }

    /// The result of `body`. If the store fails, logs the error and throws `store.unavailable`.
    func answer<Answer: Sendable>(
        _ logger: Logger, for turn: StoreTurn,
        _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        do {
            return try await run(for: turn, body)
        } catch {
            logger.error("store", metadata: ["error": "\(error)"])
            throw .storeUnavailable
        }
    }
}
