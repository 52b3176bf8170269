/// A moment on the monotonic clock by which something must be over.
package struct Deadline: Sendable, Equatable {
    /// The moment, as time since the monotonic clock's own start.
    package let instant: Duration

    /// Creates a deadline at a moment of `SystemClock.monotonic()`.
    package init(at instant: Duration) {
        self.instant = instant
    }

    /// The deadline `duration` from now.
    ///
    /// A negative duration has already passed.
    package static func after(_ duration: Duration) -> Deadline {
        Deadline(at: SystemClock.monotonic() + duration)
    }

    /// The time left; never negative.
    package var remaining: Duration { max(.zero, instant - SystemClock.monotonic()) }

    /// Whether the moment has passed.
    package var hasPassed: Bool { remaining == .zero }

    /// The time left in whole milliseconds, rounded up, so waiting for it never ends early.
    package var remainingMilliseconds: Int64 {
        let (seconds, attoseconds) = remaining.components
        let bounded = min(seconds, 86_400 * 365)
        return bounded * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
