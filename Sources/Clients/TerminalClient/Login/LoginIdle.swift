import SeamCombine
import TermCore
import TermUI

/// Observes for a login's screen whether the login is being used.
final class LoginIdle: ObservableObject {
    /// The time at which the login ends, while the warning is shown.
    @Published private(set) var warnedUntil: ContinuousClock.Instant?
    /// The time at which ``passed()`` is due. Each time has its own number.
    @Published private(set) var wake: (number: Int, at: ContinuousClock.Instant?)
    let now: () -> ContinuousClock.Instant
    private var limit: IdleLimit

    /// Creates a login that begins now. `now` is the monotonic clock.
    init(now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        limit = IdleLimit(at: now())
        wake = (0, limit.due(after: now()))
    }

    /// Handles a key press or a similar event. Returns true if the event has no further effect.
    func touched() -> Bool {
        let isUsedUp = limit.touched(at: now())
        // Before a warning, a key press redraws nothing, because the limit is checked when the planned time comes.
        if isUsedUp { look() }
        return isUsedUp
    }

    /// Handles the planned time. Returns whether the login is over.
    func passed() -> Bool {
        look()
        return limit.stage(at: now()) == .over
    }

    private func look() {
        let now = now()
        if case .warning(let end) = limit.stage(at: now) { warnedUntil = end } else { warnedUntil = nil }
        wake = (wake.number + 1, limit.due(after: now))
    }
}

/// A login's terminal input, on its way to the screen.
final class LoginGate: TerminalGate {
    private let idle: LoginIdle

    init(_ idle: LoginIdle) { self.idle = idle }

    let leavesUsualKeys = true

    func pass(_ event: InputEvent, at now: ContinuousClock.Instant) -> InputEvent? {
        switch event {
        case .focus, .reply, .pasteLost: return event
        case .key(KeyEvent(.character("c"), .control)):
            _ = idle.touched()
            return event
        case .key(KeyEvent(.character("z"), .control)):
            // Drops Ctrl-Z, because there is no shell to resume a stopped program.
            _ = idle.touched()
            return nil
        case .key, .mouse, .paste, .burst: return idle.touched() ? nil : event
        }
    }
}
