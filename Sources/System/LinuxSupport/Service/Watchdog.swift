/// Reports periodically that a process is alive, while each of its loops answers.
///
/// A loop that hangs does not reach its question. Until the loop reaches the question, nothing is reported.
package final class Watchdog: Sendable {
    /// A loop that must answer the watchdog's questions.
    package struct Part: Sendable {
        package let name: String
        /// Puts the question into the loop's queue and returns immediately. The loop calls back when it reaches the
        /// question.
        package let ask: @Sendable (_ answered: @escaping @Sendable () -> Void) -> Void

        package init(_ name: String, ask: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
            self.name = name
            self.ask = ask
        }
    }

    private struct State {
        /// The indices of the parts that have been asked but have not answered.
        var missing: Set<Int> = []
        /// Whether the missing parts have been reported.
        var isTold = false
    }

    private let interval: Duration
    private let parts: [Part]
    private let alive: @Sendable () -> Void
    private let silent: @Sendable ([String]) -> Void
    private let state = Locked(State())

    /// Creates a watchdog. It calls `alive` once in each `interval` in which all `parts` have answered, on the thread
    /// of the last part that answered. It calls `silent` with the names of the parts that have not answered, and does
    /// not call `silent` again until all parts have answered.
    package init(
        every interval: Duration, parts: [Part], alive: @escaping @Sendable () -> Void,
        silent: @escaping @Sendable ([String]) -> Void
    ) {
        self.interval = interval
        self.parts = parts
        self.alive = alive
        self.silent = silent
    }

    /// Keeps asking until the task is cancelled. This method does not wait for any part, so it ends even if a part
    /// hangs.
    package func run() async {
        while !Task.isCancelled {
            askAll()
            do { try await Task.sleep(for: interval) } catch { return }
        }
    }

    /// Asks all parts. An unanswered question is not asked again, because the question is still in the loop's queue.
    private func askAll() {
        let (late, isNews) = state.withLock { state -> (Set<Int>, Bool) in
            let late = state.missing
            if late.isEmpty { state = State(missing: Set(parts.indices)) }
            defer { state.isTold = !late.isEmpty }
            return (late, !state.isTold)
        }
        guard late.isEmpty else {
            if isNews { silent(late.sorted().map { parts[$0].name }) }
            return
        }
        if parts.isEmpty { alive() }
        for (index, part) in parts.enumerated() { part.ask { self.answered(index) } }
    }

    private func answered(_ index: Int) {
        let isLast = state.withLock { state in state.missing.remove(index) != nil && state.missing.isEmpty }
        if isLast { alive() }
    }
}
