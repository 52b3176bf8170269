/// Decides when frames are shown: as soon as the screen has changed, but not more often than a person can see.
nonisolated package struct FrameClock: Sendable {
    private let interval: Duration
    private var last: ContinuousClock.Instant?

    /// Creates a clock. The argument `isRemote` is true if the frames travel over a network.
    package init(isRemote: Bool) {
        interval = isRemote ? .milliseconds(50) : .milliseconds(16)
    }

    /// Returns the time at which a frame that is due now may be shown.
    package func due(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        last.map { max(now, $0 + interval) } ?? now
    }

    /// Records that a frame was shown.
    package mutating func shown(at now: ContinuousClock.Instant) {
        last = now
    }
}
