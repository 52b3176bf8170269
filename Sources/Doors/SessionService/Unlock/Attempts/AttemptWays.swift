import LinuxSupport
import SeamModel
import SessionCore
import Wire

/// Runs the ways of one attempt, one after the other. The second runs only if the first ended without effect, there is
/// time left and a caller is waiting. To callers, it is one attempt with one end.
final class AttemptWays: Sendable {
    /// The way to try once if the first had no effect.
    struct Fallback: Sendable {
        /// Makes the run, with that timeout.
        let make: @Sendable (Duration) -> any AttemptRun
        /// Called before the run begins. Returns whether it may begin; if so, the journal already records that.
        let begin: @Sendable () async -> Bool
    }

    private struct State {
        var current: (any AttemptRun)?
        var fallback: Fallback?
        var isHandingOver = false
        var isCancelled = false
        /// Whether the turn came before there was a run to tell.
        var hasTurn = false
        var startedAt = Duration.zero
    }

    /// No way opens anything in less time than this.
    private static let shortest: Duration = .milliseconds(300)

    /// The locks that the attempt may use, by binding id.
    let bindingIDs: Set<String>
    private let timeout: Duration
    /// How long the attempt's time has stood still so far.
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

    /// Whether another way follows. If so, lock and slot are kept when the first way ends.
    var isHandingOver: Bool { state.withLock { $0.isHandingOver } }

    /// Runs to the end of the last way.
    func run(_ first: any AttemptRun) async {
        state.withLock { $0.startedAt = SystemClock.monotonic() }
        begin(first)
        await first.run()
        guard let next = next() else { return }
        begin(next)
        await next.run(takesOver: true)
    }

    /// Passes earlier turns and cancellations on to `run`, and later ones as they come.
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

    /// Called by a way that is about to end; returns whether another way follows.
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

    /// Tells the current way that its lock and a slot are free. May be called before the first way has begun.
    func turnGranted() {
        let run = state.withLock { state in
            state.hasTurn = state.current == nil
            return state.current
        }
        run?.turnGranted()
    }

    /// Tells the current way that the last caller has left.
    func cancel() {
        let run = state.withLock { state in
            state.isCancelled = true
            return state.current
        }
        run?.cancel()
    }
}
