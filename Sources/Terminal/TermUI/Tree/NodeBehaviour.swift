package import TermCore

/// The behavior of a node in the tree: its size, its look, and its reactions to events. A modifier, and a view that is
/// not made of other views, have a behavior.
///
/// The method ``released(_:)`` gives back everything that a view's `update` or a modifier's `updated` has acquired,
/// such as a place in another object's list. It is called when the node is removed for good, whether or not the node
/// has appeared. The node's ``ViewNode/memo`` is released automatically, together with the node's wakes and its notices
/// to the graph.
@MainActor package protocol NodeBehaviour {
    /// Whether the node has no size of its own. In this case, the views below the node take part in the layout around
    /// it.
    static var isTransparent: Bool { get }

    /// Whether the node draws anything besides the views below it. If not, a change of this node alone causes no
    /// repainting.
    static var draws: Bool { get }

    /// Whether the behavior draws the same content as `other`, its predecessor, in the same space.
    func looksLike(_ other: any NodeBehaviour) -> Bool

    /// Whether the behavior takes the same space as `other`, its predecessor, if the views below take the same space.
    /// The arguments `old` and `new` are the environments. By default, this is known only for behaviors without a size
    /// of their own.
    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool

    /// The priority in a stack. Nodes with a higher priority are asked for their size first.
    var layoutPriority: Double { get }

    /// Returns the size that the node takes from the offered space.
    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize

    /// Places the views below the node. The argument `rect` is the node's own place. This method is called again only
    /// if the place, the visible part of an enclosing scroll view, or a view below has changed. A node that draws
    /// itself differently after a change calls ``ViewNode/repaint()``.
    func place(in rect: CellRect, _ node: ViewNode)

    /// Draws the node and the views below it, within the node's place.
    func paint(_ node: ViewNode, on canvas: inout Canvas)

    /// Handles a key that no view below the node has handled. Returns false if the key is not for this node.
    func press(_ key: KeyPress, _ node: ViewNode) -> Bool

    /// Whether the node can have the focus. Keys are first offered to the node with the focus.
    func isFocusable(_ node: ViewNode) -> Bool

    /// Called when the focus has moved to the node or a node below it, or has left them.
    func focusChanged(_ node: ViewNode, isWithin: Bool)

    /// Handles text that was pasted or scanned while the node has the focus. Returns false if the node does not use the
    /// text.
    func paste(_ text: String, _ node: ViewNode) -> Bool

    /// Ends the line that is being typed into the node, after a text that came too fast for a person. Returns false if
    /// the node accepts no text.
    func endLine(_ node: ViewNode) -> Bool

    /// Handles a mouse event over the node that no view below it has handled. Returns false if the event is not for
    /// this node.
    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool

    /// Scrolls a part of the content below the node into view. The argument `rect` is the current place of this part.
    @discardableResult func reveal(_ rect: CellRect, _ node: ViewNode) -> Bool

    /// Returns the parts of the node, for people who do not see the screen.
    func semantics(_ node: ViewNode) -> [Semantic]

    /// Called when the node has appeared on the screen.
    func appear(_ node: ViewNode)

    /// Called when the node has disappeared from the screen, either for good or behind another page.
    func disappear(_ node: ViewNode)

    /// Called when the node is removed for good.
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
