import LinuxSupport
import NIOCore

/// Jobs of tasks that resume on a loop while none of the loop's connections is working. An example is a task that
/// resumes because a store has answered. The executors take turns, so that a caller that makes many calls does not
/// delay the others.
final class LoopTurns: Sendable {
    private struct Entry {
        let job: UnownedJob
        let executor: EventLoopTaskExecutor
    }

    private struct State {
        var turns = Turns<ObjectIdentifier, Entry>()
        /// Whether a round has been scheduled.
        var isScheduled = false
    }

    /// How long jobs may run before the loop checks its sockets. The loop checks them only when no task is due.
    private static let slice = Duration.microseconds(500)
    private static let pause = TimeAmount.microseconds(50)

    private let loop: any EventLoop
    private let state = Locked(State())

    init(_ loop: any EventLoop) { self.loop = loop }

    /// Accepts a job. This may be called on any thread.
    func append(_ job: UnownedJob, of executor: EventLoopTaskExecutor) {
        let isFirst = state.withLock { state in
            state.turns.append(Entry(job: job, executor: executor), for: ObjectIdentifier(executor))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { loop.execute { self.round() } }
    }

    private func round() {
        let end = SystemClock.monotonic() + Self.slice
        repeat {
            let next = state.withLock { state in
                let next = state.turns.next()
                if next == nil { state.isScheduled = false }
                return next
            }
            guard let next else { return }
            unsafe next.job.runSynchronously(on: next.executor.asUnownedTaskExecutor())
        } while SystemClock.monotonic() < end
        let isOver = state.withLock { state in
            if state.turns.isEmpty { state.isScheduled = false }
            return state.turns.isEmpty
        }
        guard !isOver else { return }
        // If the loop ends in the meantime, it still runs the waiting jobs.
        loop.scheduleTask(in: Self.pause) {}.futureResult.whenComplete { _ in self.round() }
    }
}
