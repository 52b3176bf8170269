/// A bucket of tokens that fills steadily. Times are durations since any fixed start.
package struct TokenBucket: Sendable, Equatable {
    /// How much a bucket holds, and how fast it fills.
    package struct Rate: Sendable, Hashable {
        /// How many tokens it holds.
        package let burst: Int
        /// The time in which one token comes back.
        package let interval: Duration

        /// Creates a rate of `burst` tokens, with a new one every `interval`, which must be positive.
        package init(burst: Int, every interval: Duration) {
            self.burst = max(burst, 1)
            self.interval = max(interval, .nanoseconds(1))
        }
    }

    private var rate: Rate
    /// When the bucket is full again. In the past if it already is.
    package private(set) var fullAt: Duration

    /// Makes a full bucket.
    package init(_ rate: Rate, at now: Duration) {
        self.rate = rate
        fullAt = now
    }

    /// Continues at another rate; the same number of tokens is missing as before.
    package mutating func change(to new: Rate, at now: Duration) {
        let missing = max(fullAt - now, .zero) / rate.interval
        fullAt = now + new.interval * missing
        rate = new
    }

    /// Whether no token is missing.
    package func isFull(at now: Duration) -> Bool { fullAt <= now }

    /// How long until a token is available. Zero if one is.
    package func wait(at now: Duration) -> Duration {
        let debt = max(fullAt, now) + rate.interval - (now + rate.interval * rate.burst)
        return max(debt, .zero)
    }

    /// Puts back a token that was taken.
    package mutating func giveBack() { fullAt -= rate.interval }

    /// Takes a token. Call it only if ``wait(at:)`` is zero.
    package mutating func take(at now: Duration) {
        fullAt = max(fullAt, now) + rate.interval
    }
}
