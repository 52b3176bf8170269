public import Foundation

/// A shape in a given space. As a view, the shape takes all of the space it is offered, or one cell, and is filled with
/// the style of text. See ``PaintedShape``.
nonisolated public protocol Shape: Sendable, Animatable, View {
    /// Returns the outline within a rectangle, in points.
    func path(in rect: CGRect) -> Path
}

extension Shape {
    public var body: PaintedShape<Self> { fill(ForegroundStyle()) }

    public func fill<S: ShapeStyle>(_ content: S = .foreground, style: FillStyle = FillStyle()) -> PaintedShape<Self> {
        PaintedShape(shape: self, layers: [.fill(AnyShapeStyle(content), style)])
    }

    public func fill(style: FillStyle) -> PaintedShape<Self> { fill(ForegroundStyle(), style: style) }

    /// Returns the shape's outline. Half of a wide line is outside the shape, and this half is not drawn.
    public func stroke<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> PaintedShape<Self> {
        PaintedShape(shape: self, layers: [.stroke(AnyShapeStyle(content), style)])
    }

    /// Returns the shape's outline, with a width in points.
    public func stroke<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> PaintedShape<Self> {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth))
    }
}

nonisolated extension Shape {
    public func stroke(style: StrokeStyle) -> some Shape { ChangedShape(base: self, change: .outline(style)) }

    /// Returns the shape's outline as a shape that can be filled. The width is in points.
    public func stroke(lineWidth: CGFloat = 1) -> some Shape { stroke(style: StrokeStyle(lineWidth: lineWidth)) }

    /// Returns the part of the outline between two fractions of its length, each from 0 to 1.
    public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape {
        ChangedShape(base: self, change: .trim(startFraction, endFraction))
    }

    public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some Shape {
        ChangedShape(base: self, change: .around(CGAffineTransform(rotationAngle: angle.radians), anchor))
    }

    public func scale(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some Shape {
        ChangedShape(base: self, change: .around(CGAffineTransform(scaleX: x, y: y), anchor))
    }

    public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> some Shape {
        self.scale(x: scale, y: scale, anchor: anchor)
    }

    public func transform(_ transform: CGAffineTransform) -> some Shape {
        ChangedShape(base: self, change: .around(transform, .zero))
    }

    /// Returns the shape at a fixed size, in points.
    public func size(_ size: CGSize) -> some Shape { ChangedShape(base: self, change: .size(size)) }

    /// Returns the shape with a fixed width and height, in points.
    public func size(width: CGFloat, height: CGFloat) -> some Shape { size(CGSize(width: width, height: height)) }

    public func offset(_ offset: CGSize) -> some Shape { self.offset(x: offset.width, y: offset.height) }

    public func offset(_ offset: CGPoint) -> some Shape { self.offset(x: offset.x, y: offset.y) }

    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some Shape {
        ChangedShape(base: self, change: .around(CGAffineTransform(translationX: x, y: y), .zero))
    }
}

nonisolated public protocol InsettableShape: Shape {
    /// The type of the inset shape.
    associatedtype InsetShape: InsettableShape

    /// Returns the shape inset by `amount` points on each side.
    func inset(by amount: CGFloat) -> InsetShape
}

extension InsettableShape {
    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, style: StrokeStyle, antialiased: Bool = true
    ) -> PaintedShape<Self> {
        PaintedShape(shape: self, layers: [.border(AnyShapeStyle(content), style, inset(by: style.lineWidth / 2))])
    }

    /// Returns the shape's outline inside the shape. The width is in points.
    public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> PaintedShape<Self> {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
    }
}

/// A shape whose type is hidden.
/// Example: `ShapesPage.swift` in `Tests/Gallery`.
nonisolated public struct AnyShape: Shape {
    private let shape: any Shape

    public init<S: Shape>(_ shape: S) {
        self.shape = shape
    }

    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }

    var base: any Shape { shape }
}

/// A shape derived from another shape, such as its outline or a part of its outline.
nonisolated struct ChangedShape<Base: Shape>: Shape {
    enum Change: Equatable {
        case outline(StrokeStyle)
        case trim(CGFloat, CGFloat)
        case around(CGAffineTransform, UnitPoint)
        case size(CGSize)
    }

    let base: Base
    let change: Change

    func path(in rect: CGRect) -> Path {
        switch change {
        case .outline(let style): return base.path(in: rect).strokedPath(style)
        case .trim(let from, let to): return base.path(in: rect).trimmedPath(from: from, to: to)
        case .size(let size): return base.path(in: CGRect(origin: rect.origin, size: size))
        case .around(let transform, let anchor):
            let (x, y) = (rect.minX + anchor.x * rect.width, rect.minY + anchor.y * rect.height)
            return base.path(in: rect).applying(
                CGAffineTransform(translationX: -x, y: -y).concatenating(transform)
                    .concatenating(CGAffineTransform(translationX: x, y: y)))
        }
    }
}

extension ChangedShape: Equatable where Base: Equatable {}

/// A shape in a smaller space.
nonisolated struct SmallerShape<Base: Shape>: InsettableShape {
    let base: Base
    let amount: CGFloat

    func path(in rect: CGRect) -> Path { base.path(in: rect.insetBy(finite: amount)) }

    func inset(by amount: CGFloat) -> SmallerShape { SmallerShape(base: base, amount: self.amount + amount) }
}

extension SmallerShape: Equatable where Base: Equatable {}

nonisolated extension CGRect {
    /// Returns a smaller rectangle. The smallest result is a point in the middle.
    func insetBy(finite amount: CGFloat) -> CGRect {
        guard amount.isFinite else { return self }
        let (x, y) = (min(amount, width / 2), min(amount, height / 2))
        return CGRect(x: minX + x, y: minY + y, width: width - 2 * x, height: height - 2 * y)
    }
}
