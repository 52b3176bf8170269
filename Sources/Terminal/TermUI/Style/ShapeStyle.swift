import TermCore

// This file contains the styles of shapes, backgrounds and text.

/// A style of shapes, backgrounds and text: a colour, a gradient, or a name that is resolved by its place in the tree.
nonisolated public protocol ShapeStyle: Sendable {
    /// The type of the resolved style.
    associatedtype Resolved: ShapeStyle = Never

    /// Returns the style resolved in an environment.
    func resolve(in environment: EnvironmentValues) -> Resolved
}

nonisolated extension ShapeStyle where Resolved == Never {
    /// Never called, because such a style is drawn directly.
    public func resolve(in environment: EnvironmentValues) -> Never {
        preconditionFailure("\(Self.self) is not made of another style")
    }
}

extension Never: ShapeStyle {}

/// A style that is drawn directly.
nonisolated protocol PaintStyle: ShapeStyle where Resolved == Never {
    func paint(in environment: EnvironmentValues) -> Paint
}

/// A style that is also a view, which fills its space.
protocol StyleView: FilledView, PaintStyle {}

extension StyleView {
    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(proposal.width ?? 1, proposal.height ?? 1)
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let (paint, environment) = (paint(in: node.environment), node.environment)
        // On a terminal without colours, a typical background must not become a field of blocks behind text.
        if environment.colorDepth == .mono {
            let ink = paint.color.ink(in: environment)
            return canvas.cover(node.frame, Ink(color: .standard, alpha: ink.alpha, isBackground: true), environment)
        }
        if canvas.line(node.frame, paint, environment) { return }
        canvas.fill(node.frame, paint, bounds: node.frame, environment)
    }
}

nonisolated extension ShapeStyle {
    /// Returns the paint, resolved through at most 8 styles. A style that cannot be resolved results in the text
    /// colour.
    func paint(in environment: EnvironmentValues, depth: Int = 0) -> Paint {
        if let style = self as? any PaintStyle { return style.paint(in: environment) }
        if Resolved.self == Never.self || depth > 8 { return .solid(.primary) }
        return resolve(in: environment).paint(in: environment, depth: depth + 1)
    }
}

nonisolated public struct AnyShapeStyle: PaintStyle, Equatable {
    private let style: any ShapeStyle

    public init<S: ShapeStyle>(_ style: S) {
        self.style = (style as? AnyShapeStyle)?.style ?? style
    }

    func paint(in environment: EnvironmentValues) -> Paint { style.paint(in: environment) }

    /// Whether both styles are equal. Styles that cannot be compared are never equal.
    public static func == (one: AnyShapeStyle, other: AnyShapeStyle) -> Bool {
        func isSame<S: Equatable>(_ style: S) -> Bool { style == other.style as? S }
        return (one.style as? any Equatable).map { isSame($0) } ?? false
    }
}

/// The surrounding style, or a less prominent one. If no less prominent style is set, the surrounding style is used and
/// is dim.
nonisolated public struct HierarchicalShapeStyle: PaintStyle, Hashable {
    let level: Int

    public static let primary = HierarchicalShapeStyle(level: 0)
    public static let secondary = HierarchicalShapeStyle(level: 1)
    public static let tertiary = HierarchicalShapeStyle(level: 2)
    public static let quaternary = HierarchicalShapeStyle(level: 3)

    func paint(in environment: EnvironmentValues) -> Paint {
        let (styles, color) = (environment.textStyle.styles, environment.textStyle.color)
        if level < styles.count { return styles[level] }
        let base = styles.last ?? .solid(color)
        guard level > 0 else { return base }
        if base == .solid(.primary) { return .solid([.secondary, .tertiary, .quaternary][min(level, 3) - 1]) }
        if color == .secondary, styles.isEmpty { return .solid(.tertiary) }
        return base.opacity([0.5, 0.3, 0.2][min(level, 3) - 1])
    }
}

nonisolated public struct ForegroundStyle: PaintStyle, Hashable {
    public init() {}

    func paint(in environment: EnvironmentValues) -> Paint { HierarchicalShapeStyle.primary.paint(in: environment) }
}

/// The background of the surrounding view: the terminal's own background, or the style set with
/// ``View/backgroundStyle(_:)``.
nonisolated public struct BackgroundStyle: PaintStyle, Hashable {
    public init() {}

    func paint(in environment: EnvironmentValues) -> Paint { environment.backgroundPaint }
}

nonisolated public struct TintShapeStyle: PaintStyle, Hashable {
    public init() {}

    func paint(in environment: EnvironmentValues) -> Paint { .solid(.accentColor) }
}

/// A pane of frosted glass. In a terminal, the glass is a background that is a step brighter or darker than the
/// terminal's background, without blur.
nonisolated public struct Material: PaintStyle, Hashable {
    private let steps: Int

    private init(steps: Int) {
        self.steps = steps
    }

    public static let ultraThin = Material(steps: 1)
    public static let thin = Material(steps: 2)
    public static let regular = Material(steps: 3)
    public static let thick = Material(steps: 4)
    public static let ultraThick = Material(steps: 5)
    public static let bar = Material(steps: 3)

    func paint(in environment: EnvironmentValues) -> Paint { .solid(Color(raised: steps)) }
}

/// A style with lower opacity, or a less prominent style.
nonisolated struct FaintStyle<Base: ShapeStyle>: PaintStyle {
    let base: Base
    let opacity: Double

    func paint(in environment: EnvironmentValues) -> Paint { base.paint(in: environment).opacity(opacity) }
}

extension FaintStyle: Equatable where Base: Equatable {}

nonisolated extension Color: PaintStyle {
    func paint(in environment: EnvironmentValues) -> Paint { .solid(self) }
}

nonisolated extension ShapeStyle {
    /// Returns the same style with lower opacity.
    public func opacity(_ opacity: Double) -> some ShapeStyle { FaintStyle(base: self, opacity: opacity) }
    public var secondary: some ShapeStyle { FaintStyle(base: self, opacity: 0.5) }
    public var tertiary: some ShapeStyle { FaintStyle(base: self, opacity: 0.3) }
    public var quaternary: some ShapeStyle { FaintStyle(base: self, opacity: 0.2) }
}

/// A view that fills its space.
protocol FilledView: PrimitiveView {}
