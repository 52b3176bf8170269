import Foundation
import TermCore

/// A style that is resolved for one place in the tree: a colour, or a gradient of colours.
nonisolated package enum Paint: Hashable, Sendable {
    case solid(Color)
    case gradient(Gradient, Ramp, alpha: Double)

    /// The colour that represents the paint. For a gradient, this is the colour of its middle stop.
    var color: Color {
        switch self {
        case .solid(let color): color
        case .gradient(let gradient, _, let alpha):
            gradient.stops.isEmpty ? .clear : gradient.stops[gradient.stops.count / 2].color.opacity(alpha)
        }
    }

    func opacity(_ opacity: Double) -> Paint {
        switch self {
        case .solid(let color): .solid(color.opacity(opacity))
        case .gradient(let gradient, let ramp, let alpha):
            .gradient(gradient, ramp, alpha: alpha * Color.unit(opacity))
        }
    }

    /// Returns a function for the inks of cells within bounds. Its argument is the place of a cell's middle, in points.
    func inks(in environment: EnvironmentValues, _ bounds: CGRect) -> (CGPoint) -> Ink {
        switch self {
        case .solid(let color):
            let ink = color.ink(in: environment)
            return { _ in ink }
        case .gradient(let gradient, let ramp, let alpha):
            let inks = gradient.ordered.map {
                (place: Double($0.location), ink: $0.color.opacity(alpha).ink(in: environment))
            }
            let isSmooth = environment.colorDepth == .truecolor
            return { Self.ink(at: ramp.location(of: $0, in: bounds), inks, environment, isSmooth: isSmooth) }
        }
    }

    private static func ink(
        at location: Double, _ inks: [(place: Double, ink: Ink)], _ environment: EnvironmentValues, isSmooth: Bool
    ) -> Ink {
        guard let first = inks.first, let last = inks.last else { return Ink(color: .standard, alpha: 0) }
        guard let next = inks.firstIndex(where: { $0.place >= location }) else { return last.ink }
        guard next > 0 else { return first.ink }
        let (before, after) = (inks[next - 1], inks[next])
        let part = (location - before.place) / max(after.place - before.place, 1e-9)
        guard isSmooth else { return part < 0.5 ? before.ink : after.ink }
        return before.ink.mixed(with: after.ink, part, environment)
    }
}

/// The colour that a cell is filled with.
nonisolated struct Ink: Equatable {
    var color: TerminalColor
    /// The opacity, from 0 to 1.
    var alpha: Double
    /// Whether the ink is the terminal's own background, not the terminal's text colour.
    var isBackground = false

    /// Returns the resulting colour if `under` is behind the ink.
    func over(_ under: TerminalColor, _ environment: EnvironmentValues) -> TerminalColor {
        guard alpha < 1 else { return color }
        let scheme = environment.knownColorScheme
        guard let front = parts(scheme),
            let back = Self.parts(of: under, scheme, isText: false)
        else { return alpha < 0.5 ? under : color }
        return Self.mix(back, front, alpha)
    }

    func mixed(with other: Ink, _ part: Double, _ environment: EnvironmentValues) -> Ink {
        let alpha = alpha + (other.alpha - alpha) * part
        if self.alpha == 0 { return Ink(color: other.color, alpha: alpha, isBackground: other.isBackground) }
        if other.alpha == 0 { return Ink(color: color, alpha: alpha, isBackground: isBackground) }
        let scheme = environment.knownColorScheme
        guard let one = parts(scheme),
            let two = other.parts(scheme)
        else { return part < 0.5 ? self : other }
        return Ink(color: Self.mix(one, two, part), alpha: alpha)
    }

    /// Returns the components of the ink's colour, or nil if they are unknown.
    func parts(_ scheme: ColorScheme?) -> Palette.Parts? { Self.parts(of: color, scheme, isText: !isBackground) }

    private static func mix(_ one: Palette.Parts, _ two: Palette.Parts, _ part: Double) -> TerminalColor {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8(min(max((Double(one) + (Double(two) - Double(one)) * part).rounded(), 0), 255))
        }
        return .rgb(mix(one.red, two.red), mix(one.green, two.green), mix(one.blue, two.blue))
    }

    /// Returns the components of a colour, or nil if they are unknown.
    private static func parts(of color: TerminalColor, _ scheme: ColorScheme?, isText: Bool) -> Palette.Parts? {
        switch color.kind {
        case .rgb(let red, let green, let blue): return (red, green, blue)
        case .palette(let number): return Palette.parts[Int(number)]
        case .standard:
            guard let scheme else { return nil }
            return (scheme == .dark) == isText ? (235, 235, 235) : (16, 16, 16)
        }
    }
}

extension Canvas {
    /// Fills cells with a style. A translucent style keeps the text below it.
    mutating func fill(_ rect: CellRect, _ paint: Paint, bounds: CellRect, _ environment: EnvironmentValues) {
        let visible = clip.intersection(rect)
        guard !visible.isEmpty else { return }
        let inks = paint.inks(in: environment, CGRect(points: bounds.size))
        if case .solid = paint {
            let ink = inks(.zero)
            guard ink.alpha > 0 else { return }
            if ink.alpha >= 1 || environment.colorDepth == .mono { return cover(visible, ink, environment) }
        }
        for y in visible.rows {
            for x in visible.columns {
                cover(CellRect(x: x, y: y, CellSize(1, 1)), inks(.middle(x - bounds.x, y - bounds.y)), environment)
            }
        }
    }

    /// Fills cells with ink. Ink in the text colour, and any ink on a screen without colours, is drawn as blocks.
    mutating func cover(_ rect: CellRect, _ ink: Ink, _ environment: EnvironmentValues) {
        guard ink.alpha > 0 else { return }
        if ink.isBackground {
            if ink.alpha >= 0.5 { fill(rect, " ", .plain) }
            return
        }
        filledRows.formUnion(rect.rows)
        let isOpaque = ink.alpha >= 1
        let under = cells[rect.x, rect.y].style.background
        let color = ink.over(under, environment)
        if color == .standard || environment.colorDepth == .mono {
            guard ink.alpha >= 0.5 else { return }
            // A colour that cannot be shown becomes a shading through which text stays readable.
            let block: Unicode.Scalar = environment.glyphs == .ascii ? "#" : color == .standard ? "█" : "░"
            for y in rect.rows {
                for x in rect.columns { draw(isOpaque ? nil : block, block, ink, environment, x: x, y: y) }
            }
        } else if isOpaque {
            fill(rect, " ", CellStyle(background: color))
        } else {
            restyle(rect) { $0.background = color }
        }
    }

    /// Draws a part of a shape in a cell, on the cell's existing background. Nothing is drawn over text, unless `kept`
    /// is nil.
    mutating func draw(
        _ kept: Unicode.Scalar?, _ scalar: Unicode.Scalar, _ ink: Ink, _ environment: EnvironmentValues, x: Int, y: Int
    ) {
        let cell = CellRect(x: x, y: y, CellSize(1, 1))
        guard clip.contains(x: x, y: y), ink.alpha > 0 else { return }
        let old = cells[x, y]
        if kept != nil, old.span != .whole || !old.glyph.base.isDrawn(besides: scalar) { return }
        let color = ink.isBackground ? .standard : ink.over(old.style.background, environment)
        let isDim = ink.alpha < 0.75 && (environment.knownColorScheme == nil || color == .standard)
        fill(
            cell, scalar, CellStyle(foreground: color, background: old.style.background, attributes: isDim ? .dim : []))
    }
}

extension Unicode.Scalar {
    /// Whether the character is a blank or part of a drawing, and not part of a text. In ASCII, only characters of the
    /// drawing that contains `other` are considered.
    nonisolated func isDrawn(besides other: Unicode.Scalar) -> Bool {
        if self == " " || self == other { return true }
        if value < 0x80 { return "*.".unicodeScalars.contains(self) && "*.".unicodeScalars.contains(other) }
        return (0x2500...0x259F).contains(value) || (0x2800...0x28FF).contains(value)
    }
}

nonisolated extension CGRect {
    /// Creates the rectangle of a size in cells, in points.
    init(points size: CellSize) {
        self.init(
            x: 0, y: 0, width: CellMetrics.points(size.width, along: .horizontal),
            height: CellMetrics.points(size.height, along: .vertical))
    }
}

nonisolated extension CGPoint {
    /// Returns the middle of a cell, in points.
    static func middle(_ column: Int, _ row: Int) -> CGPoint {
        CGPoint(x: (CGFloat(column) + 0.5) * 8, y: (CGFloat(row) + 0.5) * 16)
    }
}
