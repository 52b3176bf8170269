import TermCore

/// A line of cells that fills the available length.
package struct CellRule: PrimitiveView, Equatable {
    private let axis: Axis
    private let color: Color

    /// Creates a line along an axis.
    package init(along axis: Axis, _ color: Color) { (self.axis, self.color) = (axis, color) }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        axis == .vertical ? CellSize(1, proposal.height ?? 1) : CellSize(proposal.width ?? 1, 1)
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let glyphs = node.environment.lineGlyphs
        let style = CellStyle(foreground: color.resolved(in: node.environment), attributes: color.isDim ? .dim : [])
        canvas.fill(node.frame, axis == .vertical ? glyphs.vertical : glyphs.horizontal, style)
    }
}

extension View {
    /// Draws a line around the view, in extra cells. Without a colour, no line is drawn.
    package func framed(_ color: Color?, isRounded: Bool) -> some View {
        modified(Framed(color: color, isRounded: isRounded))
    }

    /// Adds a shadow in extra cells below and to the right. The values `dark` and `light` give the shadow's darkness,
    /// from 0 to 1, on a dark and on a light background. If a terminal has few colours, or if its background is
    /// unknown, there is no shadow.
    package func cellShadow(dark: Double, light: Double) -> some View {
        modified(CellShadow(dark: Color.unit(dark), light: Color.unit(light)))
    }
}

private struct Framed: NodeModifier, Equatable {
    let color: Color?
    let isRounded: Bool

    private var margin: CellInsets {
        color == nil ? CellInsets() : CellInsets(top: 1, leading: 1, bottom: 1, trailing: 1)
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let inner = node.contentSize(proposal.reduced(by: margin))
        return CellSize(inner.width + margin.size.width, inner.height + margin.size.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) { node.placeContent(in: rect.inset(margin)) }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let rect = node.frame
        if let color { canvas.frame(rect, color, node.environment, isRounded: isRounded) }
        canvas.clipped(to: rect.inset(margin)) { node.paintContent(on: &$0) }
    }
}

private struct CellShadow: NodeModifier, Equatable {
    let dark: Double
    let light: Double

    private static let margin = CellInsets(bottom: 1, trailing: 1)

    /// Returns the colour of the shadow's cells. If there is no shadow, returns nil.
    private func shade(_ environment: EnvironmentValues) -> TerminalColor? {
        guard environment.colorDepth >= .indexed, environment.glyphs == .unicode else { return nil }
        let part: Double
        switch environment.knownColorScheme {
        case .dark where dark > 0: part = 48 * (1 - dark)
        case .light where light > 0: part = 235 - 120 * light
        default: return nil
        }
        return .rgb(UInt8(part), UInt8(part), UInt8(part))
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        guard shade(node.environment) != nil else { return node.contentSize(proposal) }
        let inner = node.contentSize(proposal.reduced(by: Self.margin))
        return CellSize(inner.width + 1, inner.height + 1)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: shade(node.environment) == nil ? rect : rect.inset(Self.margin))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        let frame = node.frame
        guard let shade = shade(node.environment), frame.width > 1, frame.height > 1 else { return }
        let style = CellStyle(foreground: shade)
        let (right, bottom) = (frame.columns.upperBound - 1, frame.rows.upperBound - 1)
        canvas.fill(CellRect(x: right, y: frame.y + 1, CellSize(1, frame.height - 2)), "▌", style)
        canvas.fill(CellRect(x: frame.x + 1, y: bottom, CellSize(frame.width - 1, 1)), "▀", style)
    }
}

extension Canvas {
    /// Draws a line inside `rect`, on its outermost cells.
    package mutating func frame(_ rect: CellRect, _ color: Color, _ environment: EnvironmentValues, isRounded: Bool) {
        let glyphs = LineGlyphs(environment.glyphs, isRounded: isRounded)
        let style = CellStyle(foreground: color.resolved(in: environment), attributes: color.isDim ? .dim : [])
        func line(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ scalar: Unicode.Scalar) {
            fill(CellRect(x: x, y: y, CellSize(width, height)), scalar, style)
        }
        let (right, bottom) = (rect.columns.upperBound - 1, rect.rows.upperBound - 1)
        for y in [rect.y, bottom] { line(rect.x, y, rect.width, 1, glyphs.horizontal) }
        for x in [rect.x, right] { line(x, rect.y, 1, rect.height, glyphs.vertical) }
        line(rect.x, rect.y, 1, 1, glyphs.topLeft)
        line(right, rect.y, 1, 1, glyphs.topRight)
        line(rect.x, bottom, 1, 1, glyphs.bottomLeft)
        line(right, bottom, 1, 1, glyphs.bottomRight)
    }
}
