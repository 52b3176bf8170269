import LinuxSupport
import Logging
import NIOPosix
package import SealedStore
import Wire

/// Runs the store's blocking calls one after the other on a thread of their own, in the order of ``StoreTurns``.
///
/// A store that could not be opened for a reason that may pass is opened later, by ``open()``; calls fail with the
/// reason meanwhile.
package final class StoreThread: Sendable {
    private enum Content {
        case open(SealedStore)
        case waiting(StoreError)
        case closed
    }

    private let content: Locked<Content>
    /// Writes that complete what is in the store, and that it could not take. There are no more than attempts were
    /// under way then: none is admitted by a store that cannot be written.
    private let owed = Locked<[@Sendable (SealedStore) throws(StoreError) -> Void]>([])
    private let opening: @Sendable () throws(StoreError) -> SealedStore
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let turns = Locked(StoreTurns<@Sendable () -> Void>())

    /// The thread of a store that is open.
    package convenience init(_ store: SealedStore) {
        self.init(.open(store)) { () throws(StoreError) in store }
    }

    /// Opens a store, here and now. Throws what will not pass: see ``StoreError/Code/mayPass``.
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

    /// Opens the store if it is not open yet. What it fails for may be something else than before.
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

    /// Runs `body` with the store. It is not interrupted by the caller's cancellation: what it wrote is written.
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

    /// Runs a write that completes what is in the store: how an attempt went on that was admitted. Where the store
    /// fails for a reason that may pass, this is written when it can be, after all that was owed before; throws why
    /// it is not written now, or never will be.
    package func complete(
        for turn: StoreTurn, _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await submit(for: turn) { thread throws(StoreError) in
            thread.owed.withLock { $0.append(body) }
            try thread.writeOwed()
        }
    }

    /// Runs a write that begins something, after all that is owed: nothing new is admitted by a store that cannot say
    /// how what it had admitted went on. Throws why that cannot be written, or what `body` throws.
    package func begin<Answer: Sendable>(
        for turn: StoreTurn, _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await submit(for: turn) { thread throws(StoreError) in
            do throws(StoreError) {
                try thread.writeOwed()
            } catch {
                // What the store will never take holds nobody up.
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

    /// Whether something is left to ``settle()``.
    package var isOwed: Bool { owed.withLock { !$0.isEmpty } }

    /// Writes what is owed. Throws why it cannot.
    package func settle() async throws(StoreError) {
        try await submit(for: .daemon) { thread throws(StoreError) in try thread.writeOwed() }
    }

    /// On the store's thread. Of writes that the store will never take, the last one's reason is thrown.
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
                // A page that could not be read once is taken for a damaged one.
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

    /// Waits for the calls under way, closes the store and ends the thread.
    package func close() async throws(StoreError) {
        let outcome = await result(for: nil) { thread throws(StoreError) in
            // What cannot be written now is settled when the store is opened next.
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
        // Who closes it first ends the thread.
        guard let outcome else { throw Self.closed }
        // Shutting an idle pool down fails only if it was shut down before.
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

    /// What `work` comes to when it is its turn; after everything else where `turn` is nil. Nil after such a call.
    private func result<Answer: Sendable>(
        for turn: StoreTurn?, _ work: @escaping @Sendable (StoreThread) throws(StoreError) -> Answer
    ) async -> Result<Answer, StoreError>? {
        // Not the pool's own `runIfActive`: it does not even begin when the caller is cancelled, and a session that
        // ends, a verdict or a new lock's key must reach the disk whoever has left.
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
            // As many run as were taken; which one runs now is decided now. The pool ends after the last one.
            pool.submit { _ in self.turns.withLock { $0.next() }?() }
        }
    }
}

extension StoreThread {
    /// A bound lock, and its key, which is secret.
    ///
    /// Throws ``StoreError/Code/conflict`` when the lock was unbound.
    func boundLock(_ bindingID: String, for turn: StoreTurn) async throws(StoreError) -> SealedBinding {
        let bound = try await run(for: turn) { store throws(StoreError) in try store.binding(bindingID) }
        guard let bound else { throw StoreError(.conflict, "the lock was unbound") }
        return bound
    }

    /// What `body` answers. Throws `store.unavailable` where the store fails, which is logged here.
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
