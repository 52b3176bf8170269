public import Foundation

/// An angle. Clockwise is positive, because rows count downwards.
nonisolated public struct Angle: Hashable, Comparable, Sendable, Animatable {
    public var radians: Double

    public init() { radians = 0 }

    public init(radians: Double) { self.radians = radians }

    public init(degrees: Double) { radians = degrees * .pi / 180 }

    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    public static let zero = Angle()
    public static func < (one: Angle, other: Angle) -> Bool { one.radians < other.radians }
    public static func + (one: Angle, other: Angle) -> Angle { Angle(radians: one.radians + other.radians) }
    public static func - (one: Angle, other: Angle) -> Angle { Angle(radians: one.radians - other.radians) }
    public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
    public static func * (one: Angle, factor: Double) -> Angle { Angle(radians: one.radians * factor) }
    public static func / (one: Angle, factor: Double) -> Angle { Angle(radians: one.radians / factor) }

    public var animatableData: Double {
        get { radians }
        set { radians = newValue }
    }
}

/// A place in a rectangle. The value 0 is the left or the top, and 1 is the right or the bottom.
nonisolated public struct UnitPoint: Hashable, Sendable, Animatable {
    public var x: CGFloat
    public var y: CGFloat

    public init() { (x, y) = (0, 0) }

    public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }

    public var animatableData: AnimatablePair<CGFloat, CGFloat> {
        get { AnimatablePair(x, y) }
        set { (x, y) = (newValue.first, newValue.second) }
    }

    public static let zero = UnitPoint()
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    public static let leading = UnitPoint(x: 0, y: 0.5)
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    public static let top = UnitPoint(x: 0.5, y: 0)
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    public static let topLeading = UnitPoint(x: 0, y: 0)
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
