import DaemonKit
import LinuxSupport
import Wire

/// The nearest moment at which somebody or something is to be looked at, as the store is told it. The nearest moment at
/// which somebody or something is due, as the store knows it. A caller that sleeps until later is woken.
final class LookPlan: Sendable {
    private struct State {
        var nearest: Timestamp?
        var sleep: PollingSleep?
        /// Until when somebody sleeps.
        var until: Timestamp?
    }

    private let thread: PollingThread
    private let state = Locked(State())

    /// Nothing is planned yet; sleeps are the thread's.
    init(on thread: PollingThread) { self.thread = thread }

    /// The nearest moment since the last ``begin()``.
    var nearest: Timestamp? { state.withLock { $0.nearest } }

    /// A look begins: it finds whatever was planned.
    func begin() { state.withLock { $0.nearest = nil } }

    /// Something is to be looked at then. May be called from any thread.
    func plan(_ moment: Timestamp) {
        let sleep: PollingSleep? = state.withLock { state in
            state.nearest = min(state.nearest ?? moment, moment)
            return state.until.map { moment < $0 } == true ? state.sleep : nil
        }
        sleep?.end()
    }

    /// Sleeps, at the longest until that moment, which is `wait` from now; shorter if something nearer is planned
    /// meanwhile, also since the caller found `known` to be the nearest. Returns at once if the caller is cancelled.
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

/// A task's sleep that a polling thread ends. If the task then runs there, no other thread wakes up for its work.
private final class PollingSleep: PollingThread.Part {
    private let deadline: Duration
    private let answer = OneAnswer<Void>()

    /// Ends at that moment of the monotonic clock.
    init(until deadline: Duration) { self.deadline = deadline }

    /// Ends it now.
    func end() { answer.give(()) }

    /// Waits for the end, or until the task is cancelled; may be called only once.
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
