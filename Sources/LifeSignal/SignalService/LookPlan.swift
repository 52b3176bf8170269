import LinuxSupport
import Wire

/// The nearest moment at which somebody or something is to be looked at, as the store is told it. Whoever sleeps until
/// later is woken.
final class LookPlan: Sendable {
    private struct State {
        var nearest: Timestamp?
        var sleeper: Task<Void, Never>?
        /// Until when it sleeps.
        var until: Timestamp?
    }

    private let state = Locked(State())

    /// The nearest moment since the last ``begin()``.
    var nearest: Timestamp? { state.withLock { $0.nearest } }

    /// A look begins: it finds whatever was planned.
    func begin() { state.withLock { $0.nearest = nil } }

    /// Something is to be looked at then. May be called from any thread.
    func plan(_ moment: Timestamp) {
        state.withLock { state in
            state.nearest = min(state.nearest ?? moment, moment)
            if let until = state.until, moment < until { state.sleeper?.cancel() }
        }
    }

    /// Sleeps, at the longest until that moment, which is `wait` from now; shorter if something nearer is planned
    /// meanwhile. Returns at once if the caller is cancelled.
    func sleep(for wait: Duration, until moment: Timestamp) async {
        // Ends with its sleep, or when it is cancelled here.
        let sleeper = Task { _ = try? await Task.sleep(for: wait, clock: .continuous) }
        state.withLock { ($0.sleeper, $0.until) = (sleeper, moment) }
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
        state.withLock { ($0.sleeper, $0.until) = (nil, nil) }
    }
}
