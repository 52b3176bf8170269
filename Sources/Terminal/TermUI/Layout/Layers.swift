import TermCore

extension View {
    public func background<Background: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> Background
    ) -> some View {
        Layered(content: self, layer: content(), isBehind: true, alignment: alignment)
    }

    /// Puts another view in front of this one, in the same space.
    public func overlay<Overlay: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> Overlay
    ) -> some View {
        Layered(content: self, layer: content(), isBehind: false, alignment: alignment)
    }

    @_disfavoredOverload
    public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        Layered(content: self, layer: overlay, isBehind: false, alignment: alignment)
    }

    /// Sets the view's opacity. Below 1, the view is dimmed. At 0, the view is not drawn, but keeps its space.
    public func opacity(_ opacity: Double) -> some View { modified(Opacity(opacity: opacity)) }

    /// Hides the view, which is not drawn, but keeps its space.
    public func hidden() -> some View { opacity(0) }

    /// Clips the view, so that nothing is drawn outside the view's own space.
    public func clipped() -> some View { modified(Clipped()) }
}

/// A view with another view before or behind it.
private struct Layered<Content: View, Layer: View>: PrimitiveView {
    let content: Content
    let layer: Layer
    let isBehind: Bool
    let alignment: Alignment

    static var draws: Bool { false }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        (other as? Self)?.alignment == alignment
    }

    func update(_ node: ViewNode) { node.setChildren([Single(content: content), Single(content: layer)]) }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { node.children[0].size(proposal) }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.children[0].place(in: rect)
        let layer = node.children[1]
        layer.place(in: rect.aligned(layer.size(CellProposal(rect.size)), alignment))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        for child in isBehind ? node.children.reversed() : node.children { child.paint(on: &canvas) }
    }
}

private struct Opacity: NodeModifier, Equatable {
    let opacity: Double

    func semantics(_ node: ViewNode) -> [Semantic] { opacity > 0 ? node.contentSemantics : [] }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        guard opacity > 0 else { return }
        guard opacity < 1 else { return node.paintContent(on: &canvas) }
        let before = canvas.cells
        node.paintContent(on: &canvas)
        canvas.restyle(node.frame) { style in
            style.foreground = .standard
            style.attributes = style.attributes.subtracting(.bold).union(.dim)
        }
        let (visible, environment) = (canvas.clip.intersection(node.frame), node.environment)
        for y in visible.rows {
            for x in visible.columns {
                let (old, new) = (before[x, y], canvas.cells[x, y])
                let cell = CellRect(x: x, y: y, CellSize(1, 1))
                if new.glyph.base == "█" { canvas.fill(cell, Self.shades[Int(opacity * 3)], new.style) }
                guard new.style.background != old.style.background else { continue }
                let ink = Ink(color: new.style.background, alpha: opacity)
                canvas.restyle(cell) { $0.background = ink.over(old.style.background, environment) }
            }
        }
    }

    /// The shades of a full block, from the lightest.
    private static let shades: [Unicode.Scalar] = ["░", "▒", "▓"]
}

extension View {
    /// Combines `background`, `tint`, `opacity` and `disabled` in one node instead of four. The values nil and 1 change
    /// nothing.
    package func chrome(background: Color?, tint: Color?, opacity: Double, isEnabled: Bool) -> some View {
        modified(
            Chrome(
                background: background?.isClear == true ? nil : background, tint: tint, opacity: opacity,
                isEnabled: isEnabled))
    }
}

private struct Chrome: NodeModifier, Equatable {
    let background: Color?
    let tint: Color?
    let opacity: Double
    let isEnabled: Bool

    func environment(_ node: ViewNode) -> EnvironmentValues {
        guard tint != nil || !isEnabled else { return node.environment }
        return node.environment(after: self) { values in
            if let tint, !tint.isAccent { values.tint = tint }
            values.isEnabled = values.isEnabled && isEnabled
        }
    }

    func semantics(_ node: ViewNode) -> [Semantic] { opacity > 0 ? node.contentSemantics : [] }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        guard let background else { return Opacity(opacity: opacity).paint(node, on: &canvas) }
        guard opacity > 0 else { return }
        canvas.fill(node.frame, .solid(background.opacity(opacity)), bounds: node.frame, node.environment)
        Opacity(opacity: opacity).paint(node, on: &canvas)
    }
}

private struct Clipped: NodeModifier, Equatable {
    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        canvas.clipped(to: node.frame) { node.paintContent(on: &$0) }
    }
}
