public import Foundation

/// How a corner is round; in cells both look alike.
nonisolated public enum RoundedCornerStyle: Hashable, Sendable {
    /// Each of the kinds.
    case circular, continuous
}

/// The radii of a rectangle's corners, in points.
nonisolated public struct RectangleCornerRadii: Hashable, Sendable {
    /// The upper left corner.
    public var topLeading: CGFloat
    /// The lower left corner.
    public var bottomLeading: CGFloat
    /// The lower right corner.
    public var bottomTrailing: CGFloat
    /// The upper right corner.
    public var topTrailing: CGFloat

    /// Corners that are not given are not round.
    public init(
        topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0
    ) {
        (self.topLeading, self.bottomLeading) = (topLeading, bottomLeading)
        (self.bottomTrailing, self.topTrailing) = (bottomTrailing, topTrailing)
    }
}

/// A rectangle as large as its room.
nonisolated public struct Rectangle: InsettableShape, Hashable {
    /// As large as its room.
    public init() {}
    /// The rectangle.
    public func path(in rect: CGRect) -> Path { Path(rect) }
    /// A smaller one.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A rectangle with round corners. Where the terminal has such characters, its outline is round, too.
nonisolated public struct RoundedRectangle: InsettableShape, Hashable {
    /// The size of the corners, in points.
    public var cornerSize: CGSize
    /// Not drawn.
    public var style: RoundedCornerStyle

    /// Corners of a radius.
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    /// Corners of a size.
    public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        (self.cornerSize, self.style) = (cornerSize, style)
    }

    /// The rectangle.
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerSize: cornerSize, style: style) }
    /// A smaller one.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A rectangle whose corners are not alike.
nonisolated public struct UnevenRoundedRectangle: InsettableShape, Hashable {
    /// The corners.
    public var cornerRadii: RectangleCornerRadii
    /// Not drawn.
    public var style: RoundedCornerStyle

    /// Corners of any radii.
    public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        (self.cornerRadii, self.style) = (cornerRadii, style)
    }

    /// Corners that are not given are not round.
    public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) {
        self.init(
            cornerRadii: RectangleCornerRadii(
                topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius,
                bottomTrailing: bottomTrailingRadius, topTrailing: topTrailingRadius), style: style)
    }

    /// The rectangle.
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadii: cornerRadii, style: style) }
    /// A smaller one.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A rectangle whose short sides are round.
nonisolated public struct Capsule: InsettableShape, Hashable {
    /// Not drawn.
    public var style: RoundedCornerStyle

    /// As large as its room.
    public init(style: RoundedCornerStyle = .continuous) {
        self.style = style
    }

    /// The capsule.
    public func path(in rect: CGRect) -> Path {
        Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2, style: style)
    }

    /// A smaller one.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A circle in the middle of its room. In a single row it is a dot.
nonisolated public struct Circle: InsettableShape, Hashable {
    /// As large as its room.
    public init() {}

    /// The circle.
    public func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        return Path(ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
    }

    /// A smaller one.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// An ellipse as large as its room.
nonisolated public struct Ellipse: InsettableShape, Hashable {
    /// As large as its room.
    public init() {}
    /// The ellipse.
    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    /// A smaller one.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

nonisolated extension Shape where Self == Rectangle {
    /// A rectangle as large as its room.
    public static var rect: Rectangle { Rectangle() }
}

nonisolated extension Shape where Self == RoundedRectangle {
    /// A rectangle with round corners.
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> Self {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

nonisolated extension Shape where Self == Capsule {
    /// A rectangle whose short sides are round.
    public static var capsule: Capsule { Capsule() }
}

nonisolated extension Shape where Self == Circle {
    /// A circle in the middle of its room.
    public static var circle: Circle { Circle() }
}

nonisolated extension Shape where Self == Ellipse {
    /// An ellipse as large as its room.
    public static var ellipse: Ellipse { Ellipse() }
}
