/// The limit for the time that an unused login stays open. The limit is a value, and the caller supplies the time. A
/// warning precedes the end, and any key postpones the end, any number of times (WCAG 2.2.1).
nonisolated struct IdleLimit: Equatable, Sendable {
    /// The time from the last key press to the end of the login, and the time before the end for which the warning is
    /// shown.
    static let (whole, notice) = (Duration.seconds(600), Duration.seconds(60))

    /// The state of the login at a given time.
    enum Stage: Equatable, Sendable {
        /// Somebody is using the login.
        case used
        /// The warning is shown, and the login ends at the given time.
        case warning(until: ContinuousClock.Instant)
        case over
    }

    /// The time of the last key press, or of the beginning.
    private var last: ContinuousClock.Instant

    init(at now: ContinuousClock.Instant) { last = now }

    func stage(at now: ContinuousClock.Instant) -> Stage {
        if now < last + Self.whole - Self.notice { return .used }
        return now < last + Self.whole ? .warning(until: last + Self.whole) : .over
    }

    /// Handles a key press. Returns true if the press has no further effect. A person who sees the warning answers the
    /// warning, and not the screen behind it.
    mutating func touched(at now: ContinuousClock.Instant) -> Bool {
        defer { last = now }
        return stage(at: now) != .used
    }

    /// The time at which the stage changes if no key is pressed. When the login is over, this is nil.
    func due(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        switch stage(at: now) {
        case .used: last + Self.whole - Self.notice
        case .warning(let end): end
        case .over: nil
        }
    }
}
