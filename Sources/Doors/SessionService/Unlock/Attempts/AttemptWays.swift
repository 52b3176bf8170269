import LinuxSupport
import SeamModel
import SessionCore
import Wire

/// Runs the ways of one attempt, one after the other. The second way runs only if the first way ended without effect,
/// time is left, and a caller is waiting. For the callers, both ways are one attempt with one end.
final class AttemptWays: Sendable {
    /// The way that is tried once if the first way had no effect.
    struct Fallback: Sendable {
        /// Creates the run, with the given timeout.
        let make: @Sendable (Duration) -> any AttemptRun
        /// The function that is called before the run begins. It returns whether the run may begin. If so, the journal
        /// has already recorded the change.
        let begin: @Sendable () async -> Bool
    }

    private struct State {
        var current: (any AttemptRun)?
        var fallback: Fallback?
        var isHandingOver = false
        var isCancelled = false
        /// Whether the turn came before there was a run to inform.
        var hasTurn = false
        var startedAt = Duration.zero
    }

    /// The shortest time that a way is given, because no way can open a door in less time.
    private static let shortest: Duration = .milliseconds(300)

    /// The locks that the attempt may use, by binding id.
    let bindingIDs: Set<String>
    private let timeout: Duration
    /// How long the attempt's clock has been paused so far.
    private let stoodStill: @Sendable () -> Duration
    private let state: Locked<State>

    init(
        bindingIDs: Set<String>, timeout: Duration, fallback: Fallback?,
        stoodStill: @escaping @Sendable () -> Duration = { .zero }
    ) {
        self.bindingIDs = bindingIDs
        self.timeout = timeout
        self.stoodStill = stoodStill
        state = Locked(State(fallback: fallback))
    }

    /// Whether another way follows. If so, the attempt keeps its lock and slot when the first way ends.
    var isHandingOver: Bool { state.withLock { $0.isHandingOver } }

    /// Runs the ways, until the last way has ended.
    func run(_ first: any AttemptRun) async {
        state.withLock { $0.startedAt = SystemClock.monotonic() }
        begin(first)
        await first.run()
        guard let next = next() else { return }
        begin(next)
        await next.run(takesOver: true)
    }

    /// Passes earlier turns and cancellations on to `run`, and later ones when they arrive.
    private func begin(_ run: any AttemptRun) {
        let (hasTurn, isCancelled) = state.withLock { state in
            state.current = run
            defer { state.hasTurn = false }
            return (state.hasTurn, state.isCancelled)
        }
        if hasTurn { run.turnGranted() }
        if isCancelled { run.cancel() }
    }

    private func next() -> (any AttemptRun)? {
        let found = state.withLock { state -> (Fallback, Duration)? in
            guard state.isHandingOver, let fallback = state.fallback else { return nil }
            state.isHandingOver = false
            state.fallback = nil
            return (fallback, left(since: state.startedAt))
        }
        return found.map { fallback, rest in fallback.make(max(rest, .milliseconds(1))) }
    }

    private func left(since startedAt: Duration) -> Duration {
        timeout + stoodStill() - (SystemClock.monotonic() - startedAt)
    }

    /// Called by a way that is about to end. Returns whether another way follows.
    func goesOn(after conclusion: Conclusion) async -> Bool {
        guard conclusion.effect == .none, conclusion.state == .connectionFailed, conclusion != .keyEnded else {
            return false
        }
        let fallback = state.withLock { state in
            let isLate = left(since: state.startedAt) <= Self.shortest
            return state.isCancelled || isLate ? nil : state.fallback
        }
        guard let fallback, await fallback.begin() else { return false }
        state.withLock { $0.isHandingOver = true }
        return true
    }

    /// Informs the current way that its lock and a slot are free. This may be called before the first way has begun.
    func turnGranted() {
        let run = state.withLock { state in
            state.hasTurn = state.current == nil
            return state.current
        }
        run?.turnGranted()
    }

    /// Informs the current way that the last caller has left.
    func cancel() {
        let run = state.withLock { state in
            state.isCancelled = true
            return state.current
        }
        run?.cancel()
    }
}
