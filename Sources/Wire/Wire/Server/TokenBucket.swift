/// A bucket of tokens that fills steadily. Times are durations since any fixed start.
package struct TokenBucket: Sendable, Equatable {
    /// How many tokens a bucket can hold, and how fast it fills.
    package struct Rate: Sendable, Hashable {
        /// The number of tokens in a full bucket.
        package let burst: Int
        /// The time in which the bucket gets one new token.
        package let interval: Duration

        /// Creates a rate with `burst` tokens. A new token comes every `interval`. The interval must be positive.
        package init(burst: Int, every interval: Duration) {
            self.burst = max(burst, 1)
            self.interval = max(interval, .nanoseconds(1))
        }
    }

    private var rate: Rate
    /// The time at which the bucket is full again. If the bucket is already full, this time is in the past.
    package private(set) var fullAt: Duration

    /// Creates a full bucket.
    package init(_ rate: Rate, at now: Duration) {
        self.rate = rate
        fullAt = now
    }

    /// Changes the rate. The number of missing tokens stays the same.
    package mutating func change(to new: Rate, at now: Duration) {
        let missing = max(fullAt - now, .zero) / rate.interval
        fullAt = now + new.interval * missing
        rate = new
    }

    /// Whether no token is missing.
    package func isFull(at now: Duration) -> Bool { fullAt <= now }

    /// The time until a token is available. It is zero if a token is available now.
    package func wait(at now: Duration) -> Duration {
        let debt = max(fullAt, now) + rate.interval - (now + rate.interval * rate.burst)
        return max(debt, .zero)
    }

    /// Puts back a token that was taken.
    package mutating func giveBack() { fullAt -= rate.interval }

    /// Takes a token. This may be called only if ``wait(at:)`` is zero.
    package mutating func take(at now: Duration) {
        fullAt = max(fullAt, now) + rate.interval
    }
}
