import Wire

/// How often the operator's desk may refuse codes from this machine (`Protocol/token-source.md` section 3). The caller
/// passes the times, which are on a clock that never goes back.
///
/// A try counts from ``begin(at:)`` on, so simultaneous tries cannot exceed the limit. If the code was not refused,
/// ``end(_:at:)`` gives the try back.
package struct CodeLimit: Sendable, Equatable {
    /// How a try ended.
    package enum Outcome: Sendable, Equatable {
        case refused
        /// The code was accepted, or the desk did not decide on it.
        case costsNothing
        /// The desk asks for a pause of this length.
        case pause(Duration)
    }

    /// The number of codes that may be refused in a row.
    package static let burst = 6
    /// The time after which one more code may be refused.
    package static let interval = Duration.seconds(10)
    /// The number of refusals within ``window`` that slow a machine down.
    package static let patience = 30
    /// The time for which a refusal is remembered.
    package static let window = Duration.seconds(600)
    /// The time between refusals for a machine that has been slowed down.
    package static let slowInterval = Duration.seconds(30)
    /// The longest pause for which a desk may ask.
    package static let longestPause = Duration.seconds(3_600)

    private var bucket: TokenBucket
    /// When the last ``patience`` codes were refused, the oldest first.
    private var refusals: [Duration] = []
    private var underWay = 0
    private var pausedUntil = Duration.zero

    /// Creates a limit under which no code has been refused yet.
    package init(at now: Duration) {
        bucket = TokenBucket(.init(burst: Self.burst, every: Self.interval), at: now)
    }

    /// How long to wait before the next try. If it may begin now, this is zero.
    package func wait(at now: Duration) -> Duration {
        var wait = max(bucket.wait(at: now), pausedUntil - now, .zero)
        if isSlow(at: now), let last = refusals.last {
            wait = max(wait, underWay > 0 ? Self.slowInterval : last + Self.slowInterval - now)
        }
        return wait
    }

    /// Begins a try and returns nil. If no try may begin now, counts nothing and returns how long the caller must wait.
    package mutating func begin(at now: Duration) -> Duration? {
        let wait = wait(at: now)
        guard wait == .zero else { return wait }
        bucket.take(at: now)
        underWay += 1
        return nil
    }

    /// Ends a try.
    package mutating func end(_ outcome: Outcome, at now: Duration) {
        underWay -= 1
        switch outcome {
        case .refused:
            refusals.append(now)
            if refusals.count > Self.patience { refusals.removeFirst() }
        case .costsNothing: bucket.giveBack()
        case .pause(let pause):
            bucket.giveBack()
            pausedUntil = max(pausedUntil, now + min(max(pause, .zero), Self.longestPause))
        }
    }

    /// Whether so many codes have been refused lately that somebody is probably guessing codes.
    private func isSlow(at now: Duration) -> Bool {
        refusals.count == Self.patience && refusals[0] > now - Self.window
    }
}
