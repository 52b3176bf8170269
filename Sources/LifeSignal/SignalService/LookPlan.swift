import DaemonKit
import LinuxSupport
import Wire

/// The nearest moment at which something is due, as the store reports it. A caller that sleeps past it is woken.
final class LookPlan: Sendable {
    private struct State {
        var nearest: Timestamp?
        var sleep: PollingSleep?
        /// The moment until which a caller is sleeping.
        var until: Timestamp?
    }

    private let thread: PollingThread
    private let state = Locked(State())

    /// Creates an empty plan. Sleeps run on the given thread.
    init(on thread: PollingThread) { self.thread = thread }

    /// The nearest moment that was planned since the last ``begin()``.
    var nearest: Timestamp? { state.withLock { $0.nearest } }

    /// Begins a look, which will find everything that was planned.
    func begin() { state.withLock { $0.nearest = nil } }

    /// Plans a look at that moment. May be called from any thread.
    func plan(_ moment: Timestamp) {
        let sleep: PollingSleep? = state.withLock { state in
            state.nearest = min(state.nearest ?? moment, moment)
            return state.until.map { moment < $0 } == true ? state.sleep : nil
        }
        sleep?.end()
    }

    /// Sleeps until `moment`, which is `wait` from now. If a moment earlier than `known` is planned, the sleep ends.
    /// This also applies if that moment was planned before this call. Returns immediately if the caller is cancelled.
    func sleep(for wait: Duration, until moment: Timestamp, knowing known: Timestamp?) async {
        let sleep = PollingSleep(until: SystemClock.monotonic() + wait)
        let isLate = state.withLock { state in
            if let nearest = state.nearest, nearest != known, nearest < moment { return true }
            (state.sleep, state.until) = (sleep, moment)
            return false
        }
        if isLate { return }
        thread.add(sleep)
        await sleep.ended()
        thread.remove(sleep)
        state.withLock { ($0.sleep, $0.until) = (nil, nil) }
    }
}

/// A task's sleep, which a polling thread ends. If the task then runs on that thread, the task's work wakes no other
/// thread.
private final class PollingSleep: PollingThread.Part {
    private let deadline: Duration
    private let answer = OneAnswer<Void>()

    /// Creates a sleep until a moment of the monotonic clock.
    init(until deadline: Duration) { self.deadline = deadline }

    /// Ends the sleep now.
    func end() { answer.give(()) }

    /// Waits for the end, or until the task is cancelled. This method may be called only once.
    func ended() async { await answer.wait(cancelled: ()) }

    func wait() -> PollingThread.Wait {
        var wait = PollingThread.Wait()
        wait.deadline = deadline
        return wait
    }

    func serve() {
        if SystemClock.monotonic() >= deadline { end() }
    }
}
