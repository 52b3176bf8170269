/// How long an unused login stays: a value that gets the time. A warning comes before the end, and any key puts that
/// off, however often (WCAG 2.2.1).
nonisolated struct IdleLimit: Equatable, Sendable {
    /// The end comes that long after the last key, and the warning stands for the last part of it.
    static let (whole, notice) = (Duration.seconds(600), Duration.seconds(60))

    /// The state at a time.
    enum Stage: Equatable, Sendable {
        /// Somebody is there.
        case used
        /// It ends then.
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

    /// A key came. Returns whether it is used up: a person who is warned answers the warning, not what is behind it.
    mutating func touched(at now: ContinuousClock.Instant) -> Bool {
        defer { last = now }
        return stage(at: now) != .used
    }

    /// When the stage changes unless a key comes; nil when it is over.
    func due(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        switch stage(at: now) {
        case .used: last + Self.whole - Self.notice
        case .warning(let end): end
        case .over: nil
        }
    }
}
