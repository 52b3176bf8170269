public import Foundation

/// Colours at places from 0 to 1. A terminal shows one colour in each cell. In true colour, this is the exact colour;
/// otherwise, it is the colour of the nearest stop.
nonisolated public struct Gradient: Hashable, Sendable, PaintStyle {
    public struct Stop: Hashable, Sendable {
        public var color: Color
        /// The place of the stop, from 0 to 1.
        public var location: CGFloat

        public init(color: Color, location: CGFloat) {
            (self.color, self.location) = (color, location)
        }
    }

    /// The stops, of which at most 256 are used.
    public var stops: [Stop]

    public init(stops: [Stop]) {
        self.stops = stops
    }

    public init(colors: [Color]) {
        let last = CGFloat(max(1, colors.count - 1))
        stops = colors.enumerated().map { Stop(color: $0.element, location: CGFloat($0.offset) / last) }
    }

    /// The stops in order of their places. NaN is treated as 0.
    var ordered: [Stop] {
        var highest: CGFloat = 0
        return stops.prefix(256).map { stop in
            highest = max(highest, Color.unit(stop.location))
            return Stop(color: stop.color, location: highest)
        }
    }

    func paint(in environment: EnvironmentValues) -> Paint { .gradient(self, .linear(.top, .bottom), alpha: 1) }
}

/// The method for finding the place of a point in a gradient. Lengths are in points.
nonisolated package enum Ramp: Hashable, Sendable {
    case linear(UnitPoint, UnitPoint)
    case radial(UnitPoint, CGFloat, CGFloat)
    case elliptical(UnitPoint, CGFloat, CGFloat)
    case angular(UnitPoint, Angle, Angle)

    /// Returns the place of a point in the gradient, from 0 to 1.
    func location(of point: CGPoint, in bounds: CGRect) -> Double {
        func place(_ unit: UnitPoint) -> CGPoint {
            CGPoint(x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
        }
        func part(_ value: Double, _ start: Double, _ end: Double) -> Double {
            start == end ? (value < start ? 0 : 1) : Color.unit((value - start) / (end - start))
        }
        switch self {
        case .linear(let start, let end):
            let (from, to) = (place(start), place(end))
            let (x, y) = (to.x - from.x, to.y - from.y)
            guard x * x + y * y > 0 else { return 0 }
            return Color.unit(((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y))
        case .radial(let center, let start, let end):
            let middle = place(center)
            return part(hypot(point.x - middle.x, point.y - middle.y), start, end)
        case .elliptical(let center, let start, let end):
            let middle = place(center)
            let (x, y) = ((point.x - middle.x) / max(bounds.width, 1), (point.y - middle.y) / max(bounds.height, 1))
            return part(hypot(x, y), start, end)
        case .angular(let center, let start, let end):
            let middle = place(center)
            let (from, full) = (start.radians, end.radians - start.radians)
            guard full != 0, full.isFinite, from.isFinite else { return 0 }
            var angle = (atan2(point.y - middle.y, point.x - middle.x) - from).truncatingRemainder(dividingBy: 2 * .pi)
            if angle < 0 { angle += 2 * .pi }
            return Color.unit(angle / abs(full))
        }
    }
}

nonisolated public struct LinearGradient: PaintStyle, Hashable, Sendable {
    private let whole: Paint

    /// Creates a gradient from one point of the space to another.
    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        whole = .gradient(gradient, .linear(startPoint, endPoint), alpha: 1)
    }

    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }

    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }

    func paint(in environment: EnvironmentValues) -> Paint { whole }
}

/// A gradient outwards from a point.
nonisolated public struct RadialGradient: PaintStyle, Hashable, Sendable {
    private let whole: Paint

    /// Creates a gradient from one radius to another, in points.
    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        whole = .gradient(gradient, .radial(center, startRadius, endRadius), alpha: 1)
    }

    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(
            gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
    }

    public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(gradient: Gradient(stops: stops), center: center, startRadius: startRadius, endRadius: endRadius)
    }

    func paint(in environment: EnvironmentValues) -> Paint { whole }
}

/// A gradient outwards from a point, as wide and as high as its space.
nonisolated public struct EllipticalGradient: PaintStyle, Hashable, Sendable {
    private let whole: Paint

    /// Creates a gradient from one fraction of the space to another. The fraction 0.5 is the edge.
    public init(
        gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
        endRadiusFraction: CGFloat = 0.5
    ) {
        whole = .gradient(gradient, .elliptical(center, startRadiusFraction, endRadiusFraction), alpha: 1)
    }

    public init(
        colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0,
        endRadiusFraction: CGFloat = 0.5
    ) {
        self.init(
            gradient: Gradient(colors: colors), center: center, startRadiusFraction: startRadiusFraction,
            endRadiusFraction: endRadiusFraction)
    }

    func paint(in environment: EnvironmentValues) -> Paint { whole }
}

nonisolated public struct AngularGradient: PaintStyle, Hashable, Sendable {
    private let whole: Paint

    public init(gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero) {
        whole = .gradient(gradient, .angular(center, startAngle, endAngle), alpha: 1)
    }

    /// Creates a gradient once around a point, beginning at an angle.
    public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: gradient, center: center, startAngle: angle, endAngle: angle + .degrees(360))
    }

    public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
        self.init(gradient: Gradient(colors: colors), center: center, startAngle: startAngle, endAngle: endAngle)
    }

    /// Creates a gradient of colours at equal distances, once around a point.
    public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
    }

    /// Creates a gradient of colours at any places, once around a point.
    public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: Gradient(stops: stops), center: center, angle: angle)
    }

    func paint(in environment: EnvironmentValues) -> Paint { whole }
}

nonisolated public struct AnyGradient: PaintStyle, Hashable, Sendable {
    private let gradient: Gradient

    public init(_ gradient: Gradient) {
        self.gradient = gradient
    }

    func paint(in environment: EnvironmentValues) -> Paint { gradient.paint(in: environment) }
}

/// A mesh of colours. A terminal shows only the first colour.
nonisolated public struct MeshGradient: PaintStyle, Hashable, Sendable {
    private let first: Color

    /// Creates a mesh. The `points` and the shape of the mesh are not drawn.
    public init(
        width: Int, height: Int, points: [SIMD2<Float>], colors: [Color], background: Color = .clear,
        smoothsColors: Bool = true
    ) {
        first = colors.first ?? background
    }

    func paint(in environment: EnvironmentValues) -> Paint { .solid(first) }
}

nonisolated extension Color {
    /// A gentle gradient of the colour. In a terminal, this is only the colour.
    public var gradient: AnyGradient { AnyGradient(Gradient(colors: [self])) }
}

extension LinearGradient: StyleView {}
extension RadialGradient: StyleView {}
extension EllipticalGradient: StyleView {}
extension AngularGradient: StyleView {}
extension MeshGradient: StyleView {}
