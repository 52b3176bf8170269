import DaemonKit
import LinuxSupport
package import Logging
import NIOPosix
package import SealedDatabase
package import Wire

/// Runs the store's blocking calls one after another on a separate thread, in the order of ``StoreTurns``.
///
/// If the store cannot be opened for a temporary reason, ``open()`` opens the store later. Until then, calls fail with
/// the same reason.
package final class StoreThread<Store: SealedStore>: Sendable {
    private enum Content {
        case open(Store)
        case waiting(StoreError)
        case closed
    }

    private let content: Locked<Content>
    /// Pending writes: they complete rows in the store, but have not succeeded yet. Only attempts that are already
    /// under way can add pending writes, because no new attempt is admitted while the store cannot be written to.
    private let owed = Locked<[@Sendable (Store) throws(StoreError) -> Void]>([])
    private let opening: @Sendable () throws(StoreError) -> Store
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let turns = Locked(StoreTurns<@Sendable () -> Void>())
    /// The time at which the running call began, on the monotonic clock. If no call is running, this is nil.
    private let running = Locked<Duration?>(nil)
    /// Called when a call that only reads has failed, or was not answered in time. The store reports failed writes.
    private let readFailed: @Sendable (StoreError) -> Void

    /// The time after which a running call is stuck, because the disk does not answer. Readers then stop waiting.
    package static var patience: Duration { .seconds(3) }

    /// Creates the thread for a store that is already open.
    package convenience init(_ store: Store) {
        self.init(.open(store), { _ in }) { () throws(StoreError) in store }
    }

    /// Opens a store synchronously. Throws errors that are not temporary. See ``StoreError/Code/mayPass``.
    package convenience init(
        readFailed: @escaping @Sendable (StoreError) -> Void = { _ in },
        opening: @escaping @Sendable () throws(StoreError) -> Store
    ) throws(StoreError) {
        do throws(StoreError) {
            self.init(.open(try opening()), readFailed, opening)
        } catch {
            guard error.code.mayPass else { throw error }
            self.init(.waiting(error), readFailed, opening)
        }
    }

    private init(
        _ content: Content, _ readFailed: @escaping @Sendable (StoreError) -> Void,
        _ opening: @escaping @Sendable () throws(StoreError) -> Store
    ) {
        self.content = Locked(content)
        self.readFailed = readFailed
        self.opening = opening
        pool.start()
    }

    /// The time for which the current call has been running, or zero if no call is running.
    package var busyFor: Duration { running.withLock { $0.map { SystemClock.monotonic() - $0 } ?? .zero } }

    /// The number of urgent calls that are waiting for the disk.
    package var waitingUrgent: Int { turns.withLock { $0.urgentCount } }

    /// The reason why the store is not open yet. When the store is open, this is nil.
    package var failure: StoreError? {
        content.withLock { content in
            switch content {
            case .open, .closed: nil
            case .waiting(let error): error
            }
        }
    }

    /// Opens the store if it is not open yet. The reason for a failure may differ from the earlier reason.
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

    /// Runs `body` with the store. Cancelling the caller does not interrupt `body`, and does not undo its writes.
    package func run<Answer: Sendable>(
        for turn: StoreTurn, _ body: @escaping @Sendable (Store) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await submit(for: turn) { thread throws(StoreError) in
            try body(thread.opened())
        }
    }

    /// Runs `body`, which only reads, with the store. This method waits while the thread makes progress. It throws
    /// ``StoreError/Code/slow`` once the thread has spent more than ``patience`` in a single call.
    package func read<Answer: Sendable>(
        for turn: StoreTurn, _ body: @escaping @Sendable (Store) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        do throws(StoreError) {
            return try await bounded(for: turn, wait: { await self.stuck() }) { thread throws(StoreError) in
                try body(thread.opened())
            }
        } catch {
            readFailed(error)
            throw error
        }
    }

    /// Runs `body` like ``run(for:_:)``, unless the thread hangs. If another call takes longer than ``patience`` before
    /// `body` has begun, this method throws ``StoreError/Code/slow``, and `body` never runs. Once `body` has begun,
    /// this method waits for its end.
    package func runSoon<Answer: Sendable>(
        for turn: StoreTurn, _ body: @escaping @Sendable (Store) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await bounded(for: turn, wait: { await self.stuck() }, endIsAwaited: true) { thread throws(StoreError) in
            try body(thread.opened())
        }
    }

    /// Runs `body` like ``run(for:_:)``, but waits no longer than `limit`. After that, it throws
    /// ``StoreError/Code/slow``. A `body` that has not begun by then never runs; `late` gets the result of one that is
    /// already running.
    package func run<Answer: Sendable>(
        for turn: StoreTurn, within limit: Duration, beginning isBeginning: Bool = false,
        late: @escaping @Sendable (Result<Answer, StoreError>) -> Void = { _ in },
        _ body: @escaping @Sendable (Store) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await bounded(for: turn, wait: Self.time(limit), late: late) { thread throws(StoreError) in
            if isBeginning { try thread.writeOwedBefore() }
            return try body(thread.opened())
        }
    }

    /// Accepts a write that must be made, and returns immediately. The write is made after all writes accepted earlier
    /// for the same turn. The closure `done` is called with the result, on the store's thread.
    package func order(
        for turn: StoreTurn, _ body: @escaping @Sendable (Store) throws(StoreError) -> Void,
        done: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        enqueue(for: turn) { thread throws(StoreError) in
            try body(thread.opened())
        } done: {
            done($0 ?? .failure(Self.closed))
        }
    }

    /// Runs a write that completes a row in the store, such as the progress of an admitted attempt. If the store fails
    /// for a temporary reason, the write is made later, after all earlier pending writes. Throws the reason if the
    /// write is not made now, even if it will be made later.
    ///
    /// The write is accepted before this method waits. The method waits for `limit` at most, then throws
    /// ``StoreError/Code/slow``. The write is made even after that, and `late` is called if the write then fails.
    package func complete(
        for turn: StoreTurn, within limit: Duration, late: @escaping @Sendable (StoreError) -> Void = { _ in },
        _ body: @escaping @Sendable (Store) throws(StoreError) -> Void
    ) async throws(StoreError) {
        let answer = OneAnswer<Result<Void, StoreError>>()
        enqueue(for: turn) { thread throws(StoreError) in
            thread.owed.withLock { $0.append(body) }
            try thread.writeOwed()
        } done: { result in
            let result = result ?? .failure(Self.closed)
            if !answer.give(result), case .failure(let error) = result { late(error) }
        }
        try await Self.awaited(answer, Self.time(limit)).get()
    }

    /// Runs a write that begins an attempt, after all pending writes. No attempt is admitted while the store cannot
    /// record the progress of the attempts already admitted. Throws the reason if a pending write fails for a temporary
    /// reason, and throws the errors of `body`.
    package func begin<Answer: Sendable>(
        for turn: StoreTurn, _ body: @escaping @Sendable (Store) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await submit(for: turn) { thread throws(StoreError) in
            try thread.writeOwedBefore()
            return try body(thread.opened())
        }
    }

    private func writeOwedBefore() throws(StoreError) {
        do throws(StoreError) {
            try writeOwed()
        } catch {
            // A write that the store will never accept must not block other writes.
            if error.code.mayPass { throw error }
        }
    }

    private func opened() throws(StoreError) -> Store {
        let content = content.withLock { $0 }
        switch content {
        case .open(let store): return store
        case .waiting(let error): throw error
        case .closed: throw Self.closed
        }
    }

    /// Whether there are pending writes, which ``settle()`` makes.
    package var isOwed: Bool { owed.withLock { !$0.isEmpty } }

    /// Makes the pending writes. Throws the reason if a write fails.
    package func settle() async throws(StoreError) {
        try await submit(for: .daemon) { thread throws(StoreError) in try thread.writeOwed() }
    }

    /// Makes the pending writes, on the store's thread. Drops refused writes, and throws if the last write was dropped.
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
                // If a page could not be read a single time, it looks damaged, so the write is tried again.
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
            // Pending writes that fail now are lost. The next opening of the store settles attempts without an end.
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
        // Only the first caller of this method ends the thread.
        guard let outcome else { throw Self.closed }
        // Shutting down an idle pool fails only if the pool has already been shut down.
        try? await pool.shutdownGracefully()
        try outcome.get()
    }

    private static var closed: StoreError { StoreError(.invalid, "the store is closed") }
    private static var slow: StoreError { StoreError(.slow, "the disk has not answered in time") }

    private func submit<Answer: Sendable>(
        for turn: StoreTurn, _ work: @escaping @Sendable (StoreThread) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        guard let result = await result(for: turn, work) else { throw Self.closed }
        return try result.get()
    }

    /// Runs `work` when its turn comes, and returns the result. If `turn` is nil, `work` runs after all other calls,
    /// and later calls return nil.
    ///
    /// The caller resumes outside its actor, and enters the actor when its user's turn on the loop comes. This matters
    /// because an actor serves tasks in order of arrival, however many of them belong to one user.
    @concurrent private func result<Answer: Sendable>(
        for turn: StoreTurn?, _ work: @escaping @Sendable (StoreThread) throws(StoreError) -> Answer
    ) async -> Result<Answer, StoreError>? {
        // Do not use the pool's own `runIfActive`, which does not start if the caller is cancelled. A session's end, a
        // verdict or a new lock key must reach the disk even if the caller has left.
        await Handover.wait { waiter in enqueue(for: turn, work) { waiter.give($0) } }
    }

    /// Accepts `work`. The closure `done` receives the result on the store's thread, or immediately receives nil if the
    /// thread no longer accepts work.
    private func enqueue<Answer: Sendable>(
        for turn: StoreTurn?, _ work: @escaping @Sendable (StoreThread) throws(StoreError) -> Answer,
        done: @escaping @Sendable (Result<Answer, StoreError>?) -> Void
    ) {
        let call = { @Sendable in
            self.running.withLock { $0 = SystemClock.monotonic() }
            let result = Result { () throws(StoreError) in try work(self) }
            self.running.withLock { $0 = nil }
            done(result)
        }
        let isTaken = turns.withLock { turns in
            if let turn { turns.append(call, for: turn) } else { turns.close(with: call) }
        }
        guard isTaken else { return done(nil) }
        // The pool runs as many jobs as calls were accepted. Each job chooses its call only when the job runs. The pool
        // ends after the last job.
        pool.submit { _ in
            self.turns.withLock { $0.next() }?()
            // Codes and PINs pass through this thread's stack.
            ProcessHygiene.wipeStack()
        }
    }

    // MARK: - Waiting with an end

    /// Waits for `work` until `wait` returns, after which `work` no longer begins. If `work` has already begun,
    /// `endIsAwaited` determines whether this method waits for its end. An answer cancels the task of `wait`.
    private func bounded<Answer: Sendable>(
        for turn: StoreTurn, wait: @escaping @Sendable () async -> Void, endIsAwaited: Bool = false,
        late: @escaping @Sendable (Result<Answer, StoreError>) -> Void = { _ in },
        _ work: @escaping @Sendable (StoreThread) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        // Whether `work` will run. Until this has been decided, this is nil.
        let (answer, isRun) = (OneAnswer<Result<Answer, StoreError>>(), Locked(Bool?.none))
        @Sendable func decided(_ wish: Bool) -> Bool {
            isRun.withLock { isRun in
                isRun = isRun ?? wish
                return isRun == true
            }
        }
        enqueue(for: turn) { thread throws(StoreError) in
            guard decided(true) else { throw Self.slow }
            return try work(thread)
        } done: { result in
            let result = result ?? .failure(Self.closed)
            if !answer.give(result) { late(result) }
        }
        let result = await Self.awaited(answer) {
            await wait()
            guard !Task.isCancelled, decided(false) else { return }
            while endIsAwaited, !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        }
        return try result.get()
    }

    /// Returns the answer, or `slow` once `wait` has returned. The caller's own cancellation has no effect: accepted
    /// work continues, and even a cancelled caller learns how it ends.
    @concurrent private static func awaited<Answer: Sendable>(
        _ answer: OneAnswer<Result<Answer, StoreError>>, _ wait: @escaping @Sendable () async -> Void
    ) async -> Result<Answer, StoreError> {
        // This task ends with the wait, which is cancelled when this function ends.
        let timer = Task {
            await wait()
            if !Task.isCancelled { answer.give(.failure(slow)) }
        }
        defer { timer.cancel() }
        // This task ends with the answer or the timer.
        return await Task { await answer.wait(cancelled: .failure(slow)) }.value
    }

    private static func time(_ limit: Duration) -> @Sendable () async -> Void {
        { try? await Task.sleep(for: limit) }
    }

    /// Returns once the thread has spent too long in a single call.
    private func stuck() async {
        while !Task.isCancelled {
            let rest = Self.patience - busyFor
            guard rest > .zero else { return }
            try? await Task.sleep(for: rest)
        }
    }
}

extension StoreThread {
    /// Returns the result of `body`, which only reads. If the store fails, this method logs the error and throws
    /// `store.unavailable` or `store.missing`.
    package func found<Answer: Sendable>(
        _ logger: Logger, for turn: StoreTurn, _ body: @escaping @Sendable (Store) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        try await Self.told(logger) { () async throws(StoreError) in try await read(for: turn, body) }
    }

    /// Returns the result of `body`, which may write. Fails like ``found(_:for:_:)``. If `soon` is true and the disk
    /// does not answer other calls, this method also throws, and has then done nothing. See ``runSoon(for:_:)``.
    package func answer<Answer: Sendable>(
        _ logger: Logger, for turn: StoreTurn, soon isSoon: Bool = false,
        _ body: @escaping @Sendable (Store) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        try await Self.told(logger) { () async throws(StoreError) in
            isSoon ? try await runSoon(for: turn, body) : try await run(for: turn, body)
        }
    }

    private static func told<Answer>(
        _ logger: Logger, _ body: () async throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        do throws(StoreError) {
            return try await body()
        } catch {
            logger.error("store", metadata: ["error": "\(error)"])
            throw .store(error)
        }
    }
}
