public import Foundation

// Values that are animated on other platforms. In a terminal, every change is immediate, so these types only exist to
// let programs compile.

nonisolated public protocol VectorArithmetic: AdditiveArithmetic {
    /// Multiplies the value.
    mutating func scale(by rhs: Double)

    /// The square of the value's length.
    var magnitudeSquared: Double { get }
}

nonisolated extension VectorArithmetic where Self: BinaryFloatingPoint {
    public mutating func scale(by rhs: Double) { self *= Self(rhs) }

    public var magnitudeSquared: Double { Double(self * self) }
}

nonisolated extension Double: VectorArithmetic {}
nonisolated extension Float: VectorArithmetic {}
nonisolated extension CGFloat: VectorArithmetic {}

nonisolated public struct EmptyAnimatableData: VectorArithmetic, Hashable, Sendable {
    public init() {}

    public static let zero = EmptyAnimatableData()
    public static func + (one: Self, other: Self) -> Self { one }
    public static func - (one: Self, other: Self) -> Self { one }
    public mutating func scale(by rhs: Double) {}
    public var magnitudeSquared: Double { 0 }
}

nonisolated public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic {
    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    public static var zero: Self { Self(.zero, .zero) }
    public static func + (one: Self, other: Self) -> Self { Self(one.first + other.first, one.second + other.second) }
    public static func - (one: Self, other: Self) -> Self { Self(one.first - other.first, one.second - other.second) }

    public mutating func scale(by rhs: Double) {
        first.scale(by: rhs)
        second.scale(by: rhs)
    }

    public var magnitudeSquared: Double { first.magnitudeSquared + second.magnitudeSquared }
}

nonisolated extension AnimatablePair: Sendable where First: Sendable, Second: Sendable {}

/// A type with a value that is animated on other platforms. In a terminal, the value becomes final immediately.
nonisolated public protocol Animatable {
    /// The type of the animated value.
    associatedtype AnimatableData: VectorArithmetic = EmptyAnimatableData

    /// The animated value.
    var animatableData: AnimatableData { get set }
}

nonisolated extension Animatable where AnimatableData == EmptyAnimatableData {
    public var animatableData: EmptyAnimatableData {
        get { EmptyAnimatableData() }
        set {}
    }
}

nonisolated extension Animatable where Self: VectorArithmetic, AnimatableData == Self {
    public var animatableData: Self {
        get { self }
        set { self = newValue }
    }
}
