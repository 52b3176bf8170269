public import OpenCombine

/// A moment on the machine's monotonic clock, by which `RunLoop` and `DispatchQueue` schedule.
public struct SchedulerMoment: Strideable, Hashable, Sendable {
    /// Nanoseconds since the machine started, not counting sleep.
    public let nanoseconds: UInt64

    /// The moment `nanoseconds` after the machine's start.
    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The time from this moment to `other`; negative if that is earlier.
    public func distance(to other: Self) -> Stride {
        let (early, late) = (min(nanoseconds, other.nanoseconds), max(nanoseconds, other.nanoseconds))
        let length = Int64(clamping: late - early)
        return Stride(nanoseconds: other.nanoseconds < nanoseconds ? -length : length)
    }

    /// The moment that is `time` later, or the last moment that can be represented.
    public func advanced(by time: Stride) -> Self {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(time.nanoseconds.magnitude)
        guard time.nanoseconds < 0 else { return Self(nanoseconds: overflow ? .max : sum) }
        return Self(nanoseconds: nanoseconds - min(nanoseconds, time.nanoseconds.magnitude))
    }

    /// A length of time, in nanoseconds; a number alone is seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Sendable
    {
        /// The length in nanoseconds.
        public private(set) var nanoseconds: Int64

        /// The length in seconds, without its sign.
        public var magnitude: Double { abs(seconds) }
        /// The length in seconds.
        public var seconds: Double { Double(nanoseconds) / 1e9 }

        /// A length in nanoseconds.
        public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

        /// A length in seconds, rounded to the nearest that can be represented; zero if `seconds` is NaN.
        public init(seconds: Double) {
            let exact = (seconds * 1e9).rounded()
            nanoseconds = exact.isNaN ? 0 : exact >= 9.2e18 ? .max : exact <= -9.2e18 ? -.max : Int64(exact)
        }

        /// A length in seconds.
        public init(floatLiteral seconds: Double) { self.init(seconds: seconds) }
        /// A length in seconds.
        public init(integerLiteral seconds: Int) { self.init(seconds: Double(seconds)) }
        /// A length in seconds; nil if `source` cannot be represented exactly.
        public init?<Source: BinaryInteger>(exactly source: Source) {
            guard let seconds = Double(exactly: source) else { return nil }
            self.init(seconds: seconds)
        }

        /// The shorter is less.
        public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
        /// Both lengths together.
        public static func + (left: Self, right: Self) -> Self { Self(seconds: left.seconds + right.seconds) }
        /// The first length less the second.
        public static func - (left: Self, right: Self) -> Self { Self(seconds: left.seconds - right.seconds) }
        /// Seconds times seconds, as `SignedNumeric` requires.
        public static func * (left: Self, right: Self) -> Self { Self(seconds: left.seconds * right.seconds) }
        /// Seconds times seconds.
        public static func *= (left: inout Self, right: Self) { left = left * right }

        /// A length in seconds.
        public static func seconds(_ value: Int) -> Self { Self(seconds: Double(value)) }
        /// A length in seconds.
        public static func seconds(_ value: Double) -> Self { Self(seconds: value) }
        /// A length in thousandths of a second.
        public static func milliseconds(_ value: Int) -> Self { Self(seconds: Double(value) / 1e3) }
        /// A length in millionths of a second.
        public static func microseconds(_ value: Int) -> Self { Self(seconds: Double(value) / 1e6) }
        /// A length in nanoseconds.
        public static func nanoseconds(_ value: Int) -> Self { Self(nanoseconds: Int64(clamping: value)) }
    }
}
