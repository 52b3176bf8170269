/// A moment on the monotonic clock by which an operation must be over.
package struct Deadline: Sendable, Equatable {
    /// The moment, as the time since the start of the monotonic clock.
    package let instant: Duration

    /// Creates a deadline at a moment of `SystemClock.monotonic()`.
    package init(at instant: Duration) {
        self.instant = instant
    }

    /// Returns the deadline that is `duration` from now.
    ///
    /// A deadline with a negative duration has already passed.
    package static func after(_ duration: Duration) -> Deadline {
        Deadline(at: SystemClock.monotonic() + duration)
    }

    /// The time left until the deadline, which is never negative.
    package var remaining: Duration { max(.zero, instant - SystemClock.monotonic()) }

    /// Whether the deadline has passed.
    package var hasPassed: Bool { remaining == .zero }

    /// The time left until the deadline in whole milliseconds. The time is rounded up, so that a wait of this length
    /// never ends early.
    package var remainingMilliseconds: Int64 {
        let (seconds, attoseconds) = remaining.components
        let bounded = min(seconds, 86_400 * 365)
        return bounded * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
