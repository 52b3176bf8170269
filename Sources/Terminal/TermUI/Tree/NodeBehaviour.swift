package import TermCore

/// How a node takes part in the tree: how large it is, what it looks like, and what happens to it. A view not made of
/// others has one, and so does a modifier.
///
/// ``released(_:)`` gives back what a view's `update` or a modifier's `updated` takes, such as a place among somebody's
/// items. It is called when the node goes for good, whether or not it has appeared. What a node keeps in
/// ``ViewNode/memo`` is released automatically, and so are its wakes and its notices to the graph.
@MainActor package protocol NodeBehaviour {
    /// Whether it has no size of its own: then the views below it take part in the layout around it.
    static var isTransparent: Bool { get }

    /// Whether it draws anything besides what is below it. If not, a change to it alone repaints nothing.
    static var draws: Bool { get }

    /// Whether it draws the same as `other`, its predecessor, in the same space.
    func looksLike(_ other: any NodeBehaviour) -> Bool

    /// Whether it takes the same space as `other`, its predecessor, if the views below do; `old` and `new` are the
    /// environments. By default, that is known only for behaviours without a size of their own.
    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool

    /// In a stack, nodes with a higher priority are asked for their size first.
    var layoutPriority: Double { get }

    /// The size that it takes from the offered space.
    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize

    /// Places the views below it; `rect` is its own place. Called again only if the place, the visible part of a scroll
    /// view around it, or something below has changed. A node that draws itself differently then calls
    /// ``ViewNode/repaint()``.
    func place(in rect: CellRect, _ node: ViewNode)

    /// Draws itself and the views below it, within the node's place.
    func paint(_ node: ViewNode, on canvas: inout Canvas)

    /// Handles a key that no view below it has handled; returns false if the key is not for it.
    func press(_ key: KeyPress, _ node: ViewNode) -> Bool

    /// Whether it can have the focus: keys are then offered to it first.
    func isFocusable(_ node: ViewNode) -> Bool

    /// The focus has come to the node or to one below it, or has gone.
    func focusChanged(_ node: ViewNode, isWithin: Bool)

    /// Takes text that was pasted or scanned while it has the focus; returns false if it does not use it.
    func paste(_ text: String, _ node: ViewNode) -> Bool

    /// Ends the line being typed in it, after a text that came too fast for a person; returns false if it takes no
    /// text.
    func endLine(_ node: ViewNode) -> Bool

    /// Handles a mouse event over it that no view below it has handled; returns false if it is not for it.
    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool

    /// Scrolls a part of what is below it into view; `rect` is that part's current place.
    @discardableResult func reveal(_ rect: CellRect, _ node: ViewNode) -> Bool

    /// Its parts, for people who do not see the screen.
    func semantics(_ node: ViewNode) -> [Semantic]

    /// The node has appeared on the screen.
    func appear(_ node: ViewNode)

    /// The node has gone from the screen: for good, or behind another page.
    func disappear(_ node: ViewNode)

    /// The node goes for good.
    func released(_ node: ViewNode)
}

extension NodeBehaviour {
    package static var isTransparent: Bool { false }
    package static var draws: Bool { !isTransparent }
    package func looksLike(_ other: any NodeBehaviour) -> Bool { !Self.draws }
    package func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        Self.isTransparent
    }
    package var layoutPriority: Double { 0 }
    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { node.contentSize(proposal) }
    package func place(in rect: CellRect, _ node: ViewNode) { node.placeContent(in: rect) }
    package func paint(_ node: ViewNode, on canvas: inout Canvas) { node.paintContent(on: &canvas) }
    package func press(_ key: KeyPress, _ node: ViewNode) -> Bool { false }
    package func isFocusable(_ node: ViewNode) -> Bool { false }
    package func focusChanged(_ node: ViewNode, isWithin: Bool) {}
    package func paste(_ text: String, _ node: ViewNode) -> Bool { false }
    package func endLine(_ node: ViewNode) -> Bool { false }
    package func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool { false }
    package func reveal(_ rect: CellRect, _ node: ViewNode) -> Bool { false }
    package func semantics(_ node: ViewNode) -> [Semantic] { node.contentSemantics }
    package func appear(_ node: ViewNode) {}
    package func disappear(_ node: ViewNode) {}
    package func released(_ node: ViewNode) {}
}
