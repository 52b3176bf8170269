public import Foundation
import TermCore

/// A pane of glass. In a terminal, the glass is a background that is a step brighter or darker.
nonisolated public struct Glass: Hashable, Sendable {
    fileprivate var color: Color?

    public static let regular = Glass()
    public static let clear = Glass(color: .clear)
    public static let identity = Glass(color: .clear)
    public func tint(_ color: Color?) -> Glass { Glass(color: color?.opacity(0.3)) }
    /// Returns glass that responds to touch. In a terminal, this is the same glass.
    public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}

/// Effects that depend on a view's place. A terminal has no such effects.
nonisolated public protocol VisualEffect: Sendable {}

/// A view before any effect is applied.
nonisolated public struct EmptyVisualEffect: VisualEffect {}

// Each of these methods does nothing.
nonisolated extension VisualEffect {
    public func opacity(_ opacity: Double) -> some VisualEffect { self }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some VisualEffect { self }
    public func offset(_ offset: CGSize) -> some VisualEffect { self }
    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some VisualEffect { self }
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some VisualEffect { self }
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some VisualEffect { self }
    public func blur(radius: CGFloat, opaque: Bool = false) -> some VisualEffect { self }
    public func brightness(_ amount: Double) -> some VisualEffect { self }
    public func grayscale(_ amount: Double) -> some VisualEffect { self }
    public func hueRotation(_ angle: Angle) -> some VisualEffect { self }
    public func saturation(_ amount: Double) -> some VisualEffect { self }
}

// These modifiers change colours.
extension View {
    /// Reduces the colourfulness. At 1, no colour is left. The terminal's own colours are not changed.
    public func grayscale(_ amount: Double) -> some View { modified(ColorEffect(change: .saturation(1 - amount))) }
    /// Increases or reduces the colourfulness. The value 1 changes nothing.
    public func saturation(_ amount: Double) -> some View { modified(ColorEffect(change: .saturation(amount))) }
    public func hueRotation(_ angle: Angle) -> some View { modified(ColorEffect(change: .hue(angle.radians))) }
    public func colorInvert() -> some View { modified(ColorEffect(change: .invert)) }
    /// Multiplies each colour's components by the components of `color`.
    public func colorMultiply(_ color: Color) -> some View { modified(ColorEffect(change: .multiply(color))) }

    public func glassEffect(_ glass: Glass = .regular) -> some View {
        background { if let color = glass.color { color } else { Rectangle().fill(.regularMaterial) } }
    }

    public func glassEffect(_ glass: Glass = .regular, in shape: some Shape) -> some View {
        background { if let color = glass.color { shape.fill(color) } else { shape.fill(.regularMaterial) } }
    }
}

// Cells cannot show these effects, so each of these modifiers leaves the view unchanged.
extension View {
    public func blur(radius: CGFloat, opaque: Bool = false) -> some View { without("blur") }
    public func brightness(_ amount: Double) -> some View { without("changes of brightness") }
    public func contrast(_ amount: Double) -> some View { without("changes of contrast") }
    public func blendMode(_ blendMode: BlendMode) -> some View { without("blending") }
    public func compositingGroup() -> some View { self }
    public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> some View { self }
    public func transformEffect(_ transform: CGAffineTransform) -> some View { without("transformed views") }
    public func projectionEffect(_ transform: ProjectionTransform) -> some View { without("transformed views") }
    /// Leaves the view unchanged. Only the value 0 hides the view.
    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { opacity(s == 0 ? 0 : 1) }

    /// Leaves the view unchanged. Only the value 0 hides the view.
    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        opacity(scale.width == 0 || scale.height == 0 ? 0 : 1)
    }

    /// Leaves the view unchanged. Only the value 0 hides the view.
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        opacity(x == 0 || y == 0 ? 0 : 1)
    }

    /// Turns a chevron, an arrow or a triangle by quarters of a circle. All other content is left unchanged.
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        modified(Rotation(angle: angle))
    }

    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center,
        anchorZ: CGFloat = 0, perspective: CGFloat = 1
    ) -> some View { without("turned views") }
    /// Leaves the view unchanged. The closure `effect` is never called.
    public func visualEffect(
        _ effect: @escaping (EmptyVisualEffect, GeometryProxy) -> some VisualEffect
    ) -> some View { without("visual effects") }
}

private struct Rotation: NodeModifier, Equatable {
    let angle: Angle

    /// The signs that point to the right, downwards, to the left and upwards.
    private static let signs: [[Unicode.Scalar]] = [
        [">", "v", "<", "^"], ["›", "⌄", "‹", "⌃"], ["→", "↓", "←", "↑"], ["▸", "▾", "◂", "▴"], ["▶", "▼", "◀", "▲"],
    ]

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        let (x, y) = (node.frame.x, node.frame.y)
        let quarters = (angle.degrees / 90).rounded()
        guard node.frame.size == CellSize(1, 1), canvas.clip.contains(x: x, y: y), abs(quarters) < 1e6 else { return }
        let cell = canvas.cells[x, y]
        for signs in Self.signs {
            guard let place = signs.firstIndex(of: cell.glyph.base) else { continue }
            let turned = signs[((place + Int(quarters)) % 4 + 4) % 4]
            return canvas.fill(node.frame, turned, cell.style)
        }
    }
}

private struct ColorEffect: NodeModifier, Equatable {
    enum Change: Equatable {
        case saturation(Double)
        case hue(Double)
        case invert
        case multiply(Color)
    }

    let change: Change

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let before = canvas.cells
        node.paintContent(on: &canvas)
        let (visible, environment) = (canvas.clip.intersection(node.frame), node.environment)
        for y in visible.rows {
            for x in visible.columns where canvas.cells[x, y] != before[x, y] {
                canvas.restyle(CellRect(x: x, y: y, CellSize(1, 1))) { style in
                    style.foreground = changed(style.foreground, environment)
                    style.background = changed(style.background, environment)
                }
            }
        }
    }

    private func changed(_ color: TerminalColor, _ environment: EnvironmentValues) -> TerminalColor {
        let parts: Palette.Parts
        switch color.kind {
        case .standard: return color
        case .palette(let number): parts = Palette.parts[Int(number)]
        case .rgb(let red, let green, let blue): parts = (red, green, blue)
        }
        let (red, green, blue) = (Double(parts.red), Double(parts.green), Double(parts.blue))
        func rgb(_ red: Double, _ green: Double, _ blue: Double) -> TerminalColor {
            func part(_ value: Double) -> UInt8 { UInt8((Color.unit(value / 255) * 255).rounded()) }
            return .rgb(part(red), part(green), part(blue))
        }
        switch change {
        case .saturation(let amount):
            let grey = 0.213 * red + 0.715 * green + 0.072 * blue
            return rgb(
                grey + (red - grey) * amount, grey + (green - grey) * amount, grey + (blue - grey) * amount)
        case .invert: return rgb(255 - red, 255 - green, 255 - blue)
        case .hue(let angle):
            // This is the rotation around the grey axis, as in SVG's feColorMatrix.
            let (c, s) = (cos(angle), sin(angle))
            return rgb(
                red * (0.213 + c * 0.787 - s * 0.213) + green * (0.715 - c * 0.715 - s * 0.715)
                    + blue * (0.072 - c * 0.072 + s * 0.928),
                red * (0.213 - c * 0.213 + s * 0.143) + green * (0.715 + c * 0.285 + s * 0.140)
                    + blue * (0.072 - c * 0.072 - s * 0.283),
                red * (0.213 - c * 0.213 - s * 0.787) + green * (0.715 - c * 0.715 + s * 0.715)
                    + blue * (0.072 + c * 0.928 + s * 0.072))
        case .multiply(let other):
            guard case .rgb(let r, let g, let b) = other.resolved(in: environment).kind else { return color }
            return rgb(red * Double(r) / 255, green * Double(g) / 255, blue * Double(b) / 255)
        }
    }
}
