public import Foundation

// Values that change over time elsewhere. In a terminal every change is there at once: these only let programs
// compile.

/// A value that can be added and scaled.
nonisolated public protocol VectorArithmetic: AdditiveArithmetic {
    /// Multiplies the value.
    mutating func scale(by rhs: Double)

    /// The square of its length.
    var magnitudeSquared: Double { get }
}

nonisolated extension VectorArithmetic where Self: BinaryFloatingPoint {
    /// Multiplies the number.
    public mutating func scale(by rhs: Double) { self *= Self(rhs) }

    /// The square of the number.
    public var magnitudeSquared: Double { Double(self * self) }
}

nonisolated extension Double: VectorArithmetic {}
nonisolated extension Float: VectorArithmetic {}
nonisolated extension CGFloat: VectorArithmetic {}

/// What has nothing to animate.
nonisolated public struct EmptyAnimatableData: VectorArithmetic, Hashable, Sendable {
    /// Nothing.
    public init() {}

    /// Nothing.
    public static let zero = EmptyAnimatableData()
    /// Nothing.
    public static func + (one: Self, other: Self) -> Self { one }
    /// Nothing.
    public static func - (one: Self, other: Self) -> Self { one }
    /// Does nothing.
    public mutating func scale(by rhs: Double) {}
    /// Zero.
    public var magnitudeSquared: Double { 0 }
}

/// Two values that change together.
nonisolated public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic {
    /// The one value.
    public var first: First
    /// The other value.
    public var second: Second

    /// Both values.
    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    /// Two zeros.
    public static var zero: Self { Self(.zero, .zero) }
    /// Adds both values.
    public static func + (one: Self, other: Self) -> Self { Self(one.first + other.first, one.second + other.second) }
    /// Subtracts both values.
    public static func - (one: Self, other: Self) -> Self { Self(one.first - other.first, one.second - other.second) }

    /// Multiplies both values.
    public mutating func scale(by rhs: Double) {
        first.scale(by: rhs)
        second.scale(by: rhs)
    }

    /// The sum of both squares.
    public var magnitudeSquared: Double { first.magnitudeSquared + second.magnitudeSquared }
}

nonisolated extension AnimatablePair: Sendable where First: Sendable, Second: Sendable {}

/// Something with a value that changes over time elsewhere; in a terminal it has its last value at once.
nonisolated public protocol Animatable {
    /// The type of the value.
    associatedtype AnimatableData: VectorArithmetic = EmptyAnimatableData

    /// The value.
    var animatableData: AnimatableData { get set }
}

nonisolated extension Animatable where AnimatableData == EmptyAnimatableData {
    /// Nothing.
    public var animatableData: EmptyAnimatableData {
        get { EmptyAnimatableData() }
        set {}
    }
}

nonisolated extension Animatable where Self: VectorArithmetic, AnimatableData == Self {
    /// The value itself.
    public var animatableData: Self {
        get { self }
        set { self = newValue }
    }
}
