public import OpenCombine

/// A moment on the machine's monotonic clock. `RunLoop` and `DispatchQueue` use this clock for their schedules.
public struct SchedulerMoment: Strideable, Hashable, Sendable {
    /// The nanoseconds since the machine started. The time for which it was asleep is not counted.
    public let nanoseconds: UInt64

    /// Creates the moment that is `nanoseconds` after the machine's start.
    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// Returns the time from this moment to `other`. It is negative if `other` is earlier.
    public func distance(to other: Self) -> Stride {
        let (early, late) = (min(nanoseconds, other.nanoseconds), max(nanoseconds, other.nanoseconds))
        let length = Int64(clamping: late - early)
        return Stride(nanoseconds: other.nanoseconds < nanoseconds ? -length : length)
    }

    /// Returns the moment that is `time` later, or the last moment that can be represented.
    public func advanced(by time: Stride) -> Self {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(time.nanoseconds.magnitude)
        guard time.nanoseconds < 0 else { return Self(nanoseconds: overflow ? .max : sum) }
        return Self(nanoseconds: nanoseconds - min(nanoseconds, time.nanoseconds.magnitude))
    }

    /// A length of time in nanoseconds. A plain number stands for seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Sendable
    {
        /// The length in nanoseconds.
        public private(set) var nanoseconds: Int64

        /// The length in seconds, without the sign.
        public var magnitude: Double { abs(seconds) }
        /// The length in seconds.
        public var seconds: Double { Double(nanoseconds) / 1e9 }

        /// Creates a length from nanoseconds.
        public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

        /// Creates a length from seconds, rounded to the nearest length that can be represented. If `seconds` is NaN,
        /// the length is zero.
        public init(seconds: Double) {
            let exact = (seconds * 1e9).rounded()
            nanoseconds = exact.isNaN ? 0 : exact >= 9.2e18 ? .max : exact <= -9.2e18 ? -.max : Int64(exact)
        }

        /// Creates a length from seconds.
        public init(floatLiteral seconds: Double) { self.init(seconds: seconds) }
        /// Creates a length from seconds.
        public init(integerLiteral seconds: Int) { self.init(seconds: Double(seconds)) }
        /// Creates a length from seconds, or returns nil if `source` cannot be represented exactly.
        public init?<Source: BinaryInteger>(exactly source: Source) {
            guard let seconds = Double(exactly: source) else { return nil }
            self.init(seconds: seconds)
        }

        /// Whether the first length is shorter than the second.
        public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
        /// Adds the two lengths.
        public static func + (left: Self, right: Self) -> Self { Self(seconds: left.seconds + right.seconds) }
        /// Subtracts the second length from the first.
        public static func - (left: Self, right: Self) -> Self { Self(seconds: left.seconds - right.seconds) }
        /// Multiplies the two lengths in seconds, as `SignedNumeric` requires.
        public static func * (left: Self, right: Self) -> Self { Self(seconds: left.seconds * right.seconds) }
        /// Multiplies the length by the other one. Both are in seconds.
        public static func *= (left: inout Self, right: Self) { left = left * right }

        /// Creates a length from seconds.
        public static func seconds(_ value: Int) -> Self { Self(seconds: Double(value)) }
        /// Creates a length from seconds.
        public static func seconds(_ value: Double) -> Self { Self(seconds: value) }
        /// Creates a length from milliseconds.
        public static func milliseconds(_ value: Int) -> Self { Self(seconds: Double(value) / 1e3) }
        /// Creates a length from microseconds.
        public static func microseconds(_ value: Int) -> Self { Self(seconds: Double(value) / 1e6) }
        /// Creates a length from nanoseconds.
        public static func nanoseconds(_ value: Int) -> Self { Self(nanoseconds: Int64(clamping: value)) }
    }
}
