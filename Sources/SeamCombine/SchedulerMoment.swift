public import OpenCombine

/// A moment on the machine's monotonic clock, by which `RunLoop` and `DispatchQueue` schedule.
public struct SchedulerMoment: Strideable, Hashable, Sendable {
    /// Nanoseconds since the machine started, sleep left out.
    public let nanoseconds: UInt64

    /// The moment so many nanoseconds after the machine's start.
    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The time from this moment to `other`; negative if that is earlier.
    public func distance(to other: Self) -> Stride {
        let (early, late) = (min(nanoseconds, other.nanoseconds), max(nanoseconds, other.nanoseconds))
        let length = Int64(clamping: late - early)
        return Stride(nanoseconds: other.nanoseconds < nanoseconds ? -length : length)
    }

    /// The moment that is `time` later; the last there is, if that is too far.
    public func advanced(by time: Stride) -> Self {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(time.nanoseconds.magnitude)
        guard time.nanoseconds < 0 else { return Self(nanoseconds: overflow ? .max : sum) }
        return Self(nanoseconds: nanoseconds - min(nanoseconds, time.nanoseconds.magnitude))
    }

    /// A time, in nanoseconds; a number alone is seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Sendable
    {
        /// What there is of it.
        public private(set) var nanoseconds: Int64

        /// Its length in seconds.
        public var magnitude: Double { abs(seconds) }
        /// It in seconds.
        public var seconds: Double { Double(nanoseconds) / 1e9 }

        /// So many nanoseconds.
        public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

        /// So many seconds, the nearest that there is; nothing for what is no number.
        public init(seconds: Double) {
            let exact = (seconds * 1e9).rounded()
            nanoseconds = exact.isNaN ? 0 : exact >= 9.2e18 ? .max : exact <= -9.2e18 ? -.max : Int64(exact)
        }

        /// So many seconds.
        public init(floatLiteral seconds: Double) { self.init(seconds: seconds) }
        /// So many seconds.
        public init(integerLiteral seconds: Int) { self.init(seconds: Double(seconds)) }
        /// So many seconds; nil for a number that is not exact.
        public init?<Source: BinaryInteger>(exactly source: Source) {
            guard let seconds = Double(exactly: source) else { return nil }
            self.init(seconds: seconds)
        }

        /// The shorter is less.
        public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
        /// Both, one behind the other.
        public static func + (left: Self, right: Self) -> Self { Self(seconds: left.seconds + right.seconds) }
        /// What is left of the first.
        public static func - (left: Self, right: Self) -> Self { Self(seconds: left.seconds - right.seconds) }
        /// Seconds times seconds, as `SignedNumeric` asks for it.
        public static func * (left: Self, right: Self) -> Self { Self(seconds: left.seconds * right.seconds) }
        /// Seconds times seconds.
        public static func *= (left: inout Self, right: Self) { left = left * right }

        /// So many seconds.
        public static func seconds(_ value: Int) -> Self { Self(seconds: Double(value)) }
        /// So many seconds.
        public static func seconds(_ value: Double) -> Self { Self(seconds: value) }
        /// So many thousandths.
        public static func milliseconds(_ value: Int) -> Self { Self(seconds: Double(value) / 1e3) }
        /// So many millionths.
        public static func microseconds(_ value: Int) -> Self { Self(seconds: Double(value) / 1e6) }
        /// So many nanoseconds.
        public static func nanoseconds(_ value: Int) -> Self { Self(nanoseconds: Int64(clamping: value)) }
    }
}
