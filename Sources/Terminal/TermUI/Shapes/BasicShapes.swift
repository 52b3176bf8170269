public import Foundation

/// The way in which a corner is rounded. In cells, both styles look alike.
nonisolated public enum RoundedCornerStyle: Hashable, Sendable {
    case circular, continuous
}

/// The radii of a rectangle's corners, in points.
nonisolated public struct RectangleCornerRadii: Hashable, Sendable {
    public var topLeading: CGFloat
    public var bottomLeading: CGFloat
    public var bottomTrailing: CGFloat
    public var topTrailing: CGFloat

    /// Creates the radii. Corners without a given radius are square.
    public init(
        topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0
    ) {
        (self.topLeading, self.bottomLeading) = (topLeading, bottomLeading)
        (self.bottomTrailing, self.topTrailing) = (bottomTrailing, topTrailing)
    }
}

/// Example: `ShapesPage.swift` in `Tests/Gallery`.
nonisolated public struct Rectangle: InsettableShape, Hashable {
    public init() {}
    public func path(in rect: CGRect) -> Path { Path(rect) }
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A rectangle with rounded corners. The outline is also rounded if the terminal has the characters for round corners.
/// Example: `ShapesPage.swift` in `Tests/Gallery`.
nonisolated public struct RoundedRectangle: InsettableShape, Hashable {
    /// The size of the corners, in points.
    public var cornerSize: CGSize
    /// The style of the corners, which is not drawn.
    public var style: RoundedCornerStyle

    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        (self.cornerSize, self.style) = (cornerSize, style)
    }

    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerSize: cornerSize, style: style) }
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A rectangle whose corners have different radii. Example: `ShapesPage.swift` in `Tests/Gallery`.
nonisolated public struct UnevenRoundedRectangle: InsettableShape, Hashable {
    public var cornerRadii: RectangleCornerRadii
    /// The style of the corners, which is not drawn.
    public var style: RoundedCornerStyle

    public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        (self.cornerRadii, self.style) = (cornerRadii, style)
    }

    /// Creates a rectangle. Corners without a given radius are square.
    public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) {
        self.init(
            cornerRadii: RectangleCornerRadii(
                topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius,
                bottomTrailing: bottomTrailingRadius, topTrailing: topTrailingRadius), style: style)
    }

    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadii: cornerRadii, style: style) }
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// Example: `ShapesPage.swift` in `Tests/Gallery`.
nonisolated public struct Capsule: InsettableShape, Hashable {
    /// The style of the corners, which is not drawn.
    public var style: RoundedCornerStyle

    public init(style: RoundedCornerStyle = .continuous) {
        self.style = style
    }

    public func path(in rect: CGRect) -> Path {
        Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2, style: style)
    }

    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A circle in the middle of its space. In a single row, the circle is a dot. Example: `ShapesPage.swift` in
/// `Tests/Gallery`.
nonisolated public struct Circle: InsettableShape, Hashable {
    public init() {}

    public func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        return Path(ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
    }

    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// Example: `ShapesPage.swift` in `Tests/Gallery`.
nonisolated public struct Ellipse: InsettableShape, Hashable {
    public init() {}
    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

nonisolated extension Shape where Self == Rectangle {
    public static var rect: Rectangle { Rectangle() }
}

nonisolated extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> Self {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

nonisolated extension Shape where Self == Capsule {
    public static var capsule: Capsule { Capsule() }
}

nonisolated extension Shape where Self == Circle {
    public static var circle: Circle { Circle() }
}

nonisolated extension Shape where Self == Ellipse {
    public static var ellipse: Ellipse { Ellipse() }
}
