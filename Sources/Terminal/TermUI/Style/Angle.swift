public import Foundation

/// An angle. Clockwise is positive, as rows count downwards.
nonisolated public struct Angle: Hashable, Comparable, Sendable, Animatable {
    /// A whole turn is 2π.
    public var radians: Double

    /// No turn.
    public init() { radians = 0 }

    /// An angle in radians.
    public init(radians: Double) { self.radians = radians }

    /// An angle in degrees.
    public init(degrees: Double) { radians = degrees * .pi / 180 }

    /// A whole turn is 360.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// No turn.
    public static let zero = Angle()
    /// Compares the turns.
    public static func < (one: Angle, other: Angle) -> Bool { one.radians < other.radians }
    /// The sum of two turns.
    public static func + (one: Angle, other: Angle) -> Angle { Angle(radians: one.radians + other.radians) }
    /// The difference of two turns.
    public static func - (one: Angle, other: Angle) -> Angle { Angle(radians: one.radians - other.radians) }
    /// The turn the other way.
    public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
    /// Several turns.
    public static func * (one: Angle, factor: Double) -> Angle { Angle(radians: one.radians * factor) }
    /// A part of a turn.
    public static func / (one: Angle, factor: Double) -> Angle { Angle(radians: one.radians / factor) }

    /// The angle in radians.
    public var animatableData: Double {
        get { radians }
        set { radians = newValue }
    }
}

/// A place in a rectangle: 0 is its left or its top, 1 its right or its bottom.
nonisolated public struct UnitPoint: Hashable, Sendable, Animatable {
    /// From left to right.
    public var x: CGFloat
    /// From top to bottom.
    public var y: CGFloat

    /// The upper left corner.
    public init() { (x, y) = (0, 0) }

    /// Any place.
    public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }

    /// The place as two numbers.
    public var animatableData: AnimatablePair<CGFloat, CGFloat> {
        get { AnimatablePair(x, y) }
        set { (x, y) = (newValue.first, newValue.second) }
    }

    /// The upper left corner.
    public static let zero = UnitPoint()
    /// The middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// The middle of the left side.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// The middle of the right side.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// The middle of the top.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// The middle of the bottom.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// The upper left corner.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// The upper right corner.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// The lower left corner.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// The lower right corner.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
