public import Foundation
import TermCore

/// The drawing of a ``DrawingCanvas``: paths, texts and pictures, in points from the upper left corner. Each item is
/// drawn over the previous items, with cells, boxes and dots as for shapes. A copy has its own coordinates, and draws
/// in the same place.
nonisolated public struct GraphicsContext {
    /// The style of a drawn path.
    public struct Shading: Sendable {
        enum Kind: Sendable {
            case style(AnyShapeStyle)
            /// A gradient whose places are in points, not in fractions of the space.
            case linear(Gradient, CGPoint, CGPoint)
            case radial(Gradient, CGPoint, CGFloat, CGFloat)
            case conic(Gradient, CGPoint, Angle)
        }

        let kind: Kind

        public static let foreground = Shading.style(ForegroundStyle())
        public static let background = Shading.style(BackgroundStyle())

        public static func color(_ color: Color) -> Shading { .style(color) }

        public static func color(
            _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
        ) -> Shading { .style(Color(colorSpace, red: red, green: green, blue: blue, opacity: opacity)) }

        public static func color(
            _ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1
        ) -> Shading { .style(Color(colorSpace, white: white, opacity: opacity)) }

        public static func style<S: ShapeStyle>(_ style: S) -> Shading { Shading(kind: .style(AnyShapeStyle(style))) }

        public static func linearGradient(_ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint) -> Shading {
            Shading(kind: .linear(gradient, startPoint, endPoint))
        }

        /// Returns a gradient outwards from a point.
        public static func radialGradient(
            _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat
        ) -> Shading { Shading(kind: .radial(gradient, center, startRadius, endRadius)) }

        /// Returns a gradient once around a point.
        public static func conicGradient(_ gradient: Gradient, center: CGPoint, angle: Angle = Angle()) -> Shading {
            Shading(kind: .conic(gradient, center, angle))
        }

        func paint(in environment: EnvironmentValues, _ size: CGSize) -> Paint {
            func unit(_ point: CGPoint) -> UnitPoint {
                UnitPoint(x: point.x / max(size.width, 1), y: point.y / max(size.height, 1))
            }
            switch kind {
            case .style(let style): return style.paint(in: environment)
            case .linear(let gradient, let start, let end):
                return .gradient(gradient, .linear(unit(start), unit(end)), alpha: 1)
            case .radial(let gradient, let center, let start, let end):
                return .gradient(gradient, .radial(unit(center), start, end), alpha: 1)
            case .conic(let gradient, let center, let angle):
                return .gradient(gradient, .angular(unit(center), angle, angle + .degrees(360)), alpha: 1)
            }
        }
    }

    /// A text ready to be drawn.
    public struct ResolvedText {
        /// The style of the text, which is not used.
        public var shading = Shading.foreground
        let text: Text

        /// Returns the size of the text in points, within a given size.
        @MainActor public func measure(in size: CGSize) -> CGSize {
            let proposal = CellProposal(CellMetrics.columns(size.width), CellMetrics.rows(size.height))
            let lines = TextLayout(text.runs.map(\.shown), limit: nil).lines(in: proposal)
            return CGRect(points: CellSize(lines.map(\.columns).max() ?? 0, lines.count)).size
        }
    }

    /// A change of the drawn content, which cells do not show.
    public struct Filter: Sendable {
        /// Returns a blur, which is not drawn.
        public static func blur(radius: CGFloat) -> Filter { Filter() }

        /// Returns a shadow, which is not drawn.
        public static func shadow(
            color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
        ) -> Filter { Filter() }
    }

    /// A step of the drawing.
    enum Step {
        case fill(Path, Paint, FillStyle)
        case stroke(Path, Paint, StrokeStyle)
        case text(Text, CGRect)
    }

    /// The steps that all copies have drawn, at most 10,000 steps.
    final class Steps {
        var all: [Step] = []
    }

    let steps = Steps()
    let size: CGSize
    public let environment: EnvironmentValues
    /// The opacity of drawn content, from 0 to 1.
    public var opacity = 1.0
    /// The blend mode, which is not used.
    public var blendMode = BlendMode.normal
    /// The coordinate system for drawing.
    public var transform = CGAffineTransform.identity
    /// The rectangle outside of which nothing is drawn.
    public private(set) var clipBoundingRect: CGRect

    init(size: CGSize, environment: EnvironmentValues) {
        (self.size, self.environment) = (size, environment)
        clipBoundingRect = CGRect(origin: .zero, size: size)
    }

    private func add(_ step: Step) { if steps.all.count < 10_000 { steps.all.append(step) } }

    private func paint(_ shading: Shading) -> Paint { shading.paint(in: environment, size).opacity(opacity) }

    public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {
        add(.fill(path.applying(transform), paint(shading), style))
    }

    public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
        add(.stroke(path.applying(transform), paint(shading), style))
    }

    /// Draws the outline of a path. The width of the line is in points.
    public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {
        stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Returns a text that is ready to be drawn.
    public func resolve(_ text: Text) -> ResolvedText { ResolvedText(text: text) }

    public func draw(_ text: Text, in rect: CGRect) { add(.text(text, rect.applying(transform))) }

    /// Draws text at a point. By default, the text is centred on the point.
    @MainActor public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {
        let size = resolve(text).measure(in: self.size)
        let corner = point.applying(transform).moved(-size.width * anchor.x, -size.height * anchor.y)
        add(.text(text, CGRect(origin: corner, size: size)))
    }

    public func draw(_ text: ResolvedText, in rect: CGRect) { draw(text.text, in: rect) }

    /// Draws text at a point.
    @MainActor public func draw(_ text: ResolvedText, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(text.text, at: point, anchor: anchor)
    }

    /// Shifts all content that is drawn after this call.
    public mutating func translateBy(x: CGFloat, y: CGFloat) { transform = transform.translatedBy(x: x, y: y) }

    /// Scales all content that is drawn after this call. Texts keep their size.
    public mutating func scaleBy(x: CGFloat, y: CGFloat) { transform = transform.scaledBy(x: x, y: y) }

    /// Rotates all content that is drawn after this call. Texts stay upright.
    public mutating func rotate(by angle: Angle) { transform = transform.rotated(by: angle.radians) }

    public mutating func concatenate(_ matrix: CGAffineTransform) { transform = matrix.concatenating(transform) }

    /// Sets only ``clipBoundingRect``. Content that is drawn outside this rectangle is not cut off.
    public mutating func clip(to path: Path, style: FillStyle = FillStyle()) {
        clipBoundingRect = clipBoundingRect.intersection(path.applying(transform).boundingRect)
    }

    public mutating func addFilter(_ filter: Filter) {}

    public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
        var copy = self
        try content(&copy)
    }
}
