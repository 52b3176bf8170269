package import TermCore

/// A modifier that is written after a view and changes how the view is laid out, drawn or used.
package protocol NodeModifier {
    /// Whether it changes only what the views below are told, or what happens to them: then the layout goes through
    /// it.
    static var isTransparent: Bool { get }

    /// Whether it is applied to each of several views, and not to all of them as one. By default, what changes the
    /// layout is.
    static var isSpread: Bool { get }

    var layoutPriority: Double { get }

    /// The environment of the views below.
    func environment(_ node: ViewNode) -> EnvironmentValues

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize
    func place(in rect: CellRect, _ node: ViewNode)
    func paint(_ node: ViewNode, on canvas: inout Canvas)
    func press(_ key: KeyPress, _ node: ViewNode) -> Bool
    func isFocusable(_ node: ViewNode) -> Bool
    func focusChanged(_ node: ViewNode, isWithin: Bool)
    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool
    func semantics(_ node: ViewNode) -> [Semantic]
    /// Called when the view was described anew.
    func updated(_ node: ViewNode)
    func appear(_ node: ViewNode)
    func disappear(_ node: ViewNode)
}

extension NodeModifier {
    package static var isTransparent: Bool { false }
    package static var isSpread: Bool { !isTransparent }
    package var layoutPriority: Double { 0 }
    package func environment(_ node: ViewNode) -> EnvironmentValues { node.environment }
    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { node.contentSize(proposal) }
    package func place(in rect: CellRect, _ node: ViewNode) { node.placeContent(in: rect) }
    package func paint(_ node: ViewNode, on canvas: inout Canvas) { node.paintContent(on: &canvas) }
    package func press(_ key: KeyPress, _ node: ViewNode) -> Bool { false }
    package func isFocusable(_ node: ViewNode) -> Bool { false }
    package func focusChanged(_ node: ViewNode, isWithin: Bool) {}
    package func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool { false }
    package func semantics(_ node: ViewNode) -> [Semantic] { node.contentSemantics }
    package func updated(_ node: ViewNode) {}
    package func appear(_ node: ViewNode) {}
    package func disappear(_ node: ViewNode) {}
}

/// A view and the modifier that was written after it.
struct Modified<Content: View, Modifier: NodeModifier>: PrimitiveView, RowWrapper {
    let content: Content
    let modifier: Modifier

    static var isTransparent: Bool { Modifier.isTransparent }

    var layoutPriority: Double { modifier.layoutPriority }

    var drawn: any PrimitiveView {
        guard Modifier.isSpread, let several = content as? any SeveralViews, several.isSeveral else { return self }
        return SpreadViews { several.members.map { ($0.key, wrapped($0.view)) } }
    }

    var inner: any View { content }

    func wrapped(_ view: any View) -> any View { view.modifiedAny(modifier) }

    func update(_ node: ViewNode) {
        node.setChildren([content], modifier.environment(node))
        modifier.updated(node)
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { modifier.size(proposal, node) }

    func place(in rect: CellRect, _ node: ViewNode) { modifier.place(in: rect, node) }

    func paint(_ node: ViewNode, on canvas: inout Canvas) { modifier.paint(node, on: &canvas) }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool { modifier.press(key, node) }

    func isFocusable(_ node: ViewNode) -> Bool { modifier.isFocusable(node) }

    func focusChanged(_ node: ViewNode, isWithin: Bool) { modifier.focusChanged(node, isWithin: isWithin) }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool { modifier.mouse(event, node) }

    func semantics(_ node: ViewNode) -> [Semantic] { modifier.semantics(node) }

    func appear(_ node: ViewNode) { modifier.appear(node) }

    func disappear(_ node: ViewNode) { modifier.disappear(node) }
}

extension View {
    func modified(_ modifier: some NodeModifier) -> some View { Modified(content: self, modifier: modifier) }

    fileprivate func modifiedAny(_ modifier: some NodeModifier) -> any View { modified(modifier) }
}
