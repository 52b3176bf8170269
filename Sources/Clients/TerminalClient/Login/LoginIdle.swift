import SeamCombine
import TermCore
import TermUI

/// Whether a login is being used, for its screen.
final class LoginIdle: ObservableObject {
    /// When it ends, while the warning is shown.
    @Published private(set) var warnedUntil: ContinuousClock.Instant?
    /// When ``passed()`` is due; each time has its number.
    @Published private(set) var wake: (number: Int, at: ContinuousClock.Instant?)
    let now: () -> ContinuousClock.Instant
    private var limit: IdleLimit

    /// `now` is the monotonic clock.
    init(now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        limit = IdleLimit(at: now())
        wake = (0, limit.due(after: now()))
    }

    /// A key press or something similar. Returns whether this uses it up.
    func touched() -> Bool {
        let isUsedUp = limit.touched(at: now())
        // Before a warning, a key redraws nothing: the planned time is checked when it comes.
        if isUsedUp { look() }
        return isUsedUp
    }

    /// The planned time has come. Returns whether the login is over.
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
            // There is no shell to resume a stopped program.
            _ = idle.touched()
            return nil
        case .key, .mouse, .paste, .burst: return idle.touched() ? nil : event
        }
    }
}
