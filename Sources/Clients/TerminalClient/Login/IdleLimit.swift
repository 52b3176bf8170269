/// How long an unused login stays open: a value that is given the time. A warning precedes the end, and any key
/// postpones that, however often (WCAG 2.2.1).
nonisolated struct IdleLimit: Equatable, Sendable {
    /// How long after the last key the login ends, and for how long before that the warning is shown.
    static let (whole, notice) = (Duration.seconds(600), Duration.seconds(60))

    /// The state at a given time.
    enum Stage: Equatable, Sendable {
        /// Somebody is using it.
        case used
        /// It ends at that time.
        case warning(until: ContinuousClock.Instant)
        case over
    }

    /// The last key, or the beginning.
    private var last: ContinuousClock.Instant

    init(at now: ContinuousClock.Instant) { last = now }

    func stage(at now: ContinuousClock.Instant) -> Stage {
        if now < last + Self.whole - Self.notice { return .used }
        return now < last + Self.whole ? .warning(until: last + Self.whole) : .over
    }

    /// A key was pressed. Returns whether this uses it up: a person who sees the warning answers that, not what is
    /// behind it.
    mutating func touched(at now: ContinuousClock.Instant) -> Bool {
        defer { last = now }
        return stage(at: now) != .used
    }

    /// When the stage changes unless a key is pressed; nil once it is over.
    func due(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        switch stage(at: now) {
        case .used: last + Self.whole - Self.notice
        case .warning(let end): end
        case .over: nil
        }
    }
}
