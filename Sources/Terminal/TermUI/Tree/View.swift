package import TermCore

/// The description of a part of the screen. What is shown is made from it again whenever something that it depends on
/// has changed. This is SwiftUI's protocol, drawn in the cells of a terminal.
@MainActor @preconcurrency public protocol View {
    /// The type of its body.
    associatedtype Body: View

    /// What it shows now. Called on the main actor; it must not change anything.
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    /// There is none.
    public var body: Never { preconditionFailure("there is no such view") }
}

/// A view that is not made of others: it decides itself what is below it, how large it is and what it looks like.
package protocol PrimitiveView: View where Body == Never {
    /// Whether it has no size of its own: then the views below it take part in the layout around it.
    static var isTransparent: Bool { get }

    var layoutPriority: Double { get }

    /// What the tree draws for it: usually itself.
    var drawn: any PrimitiveView { get }

    /// Makes the children of `node`, by ``ViewNode/setChildren(_:)``, after the view or its environment has changed.
    func update(_ node: ViewNode)

    /// The size that it takes of the offered room.
    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize

    /// Places the views below it; `rect` is its own place.
    func place(in rect: CellRect, _ node: ViewNode)

    /// Draws itself and the views below it.
    func paint(_ node: ViewNode, on canvas: inout Canvas)

    /// Takes a key that no view below it has taken; returns false if the key is not for this view.
    func press(_ key: KeyPress, _ node: ViewNode) -> Bool

    /// Whether it can have the focus: keys are then offered to it first.
    func isFocusable(_ node: ViewNode) -> Bool

    /// The focus has come to the node or to one below it, or has gone.
    func focusChanged(_ node: ViewNode, isWithin: Bool)

    /// Takes text that was pasted or scanned while it has the focus; returns false if it does not use it.
    func paste(_ text: String, _ node: ViewNode) -> Bool

    /// Takes a mouse event over it that no view below it has taken; returns false if it is not for this view.
    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool

    /// Makes a part of what is below it visible; `rect` is that part's current place.
    func reveal(_ rect: CellRect, _ node: ViewNode)

    /// What it is, for people who do not see the screen.
    func semantics(_ node: ViewNode) -> [Semantic]

    /// The node has appeared on the screen.
    func appear(_ node: ViewNode)

    /// The node has gone from the screen for good.
    func disappear(_ node: ViewNode)
}

extension PrimitiveView {
    /// There is none.
    public var body: Never { preconditionFailure("\(Self.self) is not made of other views") }

    package static var isTransparent: Bool { false }

    package var layoutPriority: Double { 0 }

    package var drawn: any PrimitiveView { self }

    package func update(_ node: ViewNode) {}

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { node.contentSize(proposal) }

    package func place(in rect: CellRect, _ node: ViewNode) { node.placeContent(in: rect) }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) { node.paintContent(on: &canvas) }

    package func press(_ key: KeyPress, _ node: ViewNode) -> Bool { false }

    package func isFocusable(_ node: ViewNode) -> Bool { false }

    package func focusChanged(_ node: ViewNode, isWithin: Bool) {}

    package func paste(_ text: String, _ node: ViewNode) -> Bool { false }

    package func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool { false }

    package func reveal(_ rect: CellRect, _ node: ViewNode) {}

    package func semantics(_ node: ViewNode) -> [Semantic] { node.contentSemantics }

    package func appear(_ node: ViewNode) {}

    package func disappear(_ node: ViewNode) {}
}

/// A view outside of whose room nothing is visible, whatever is below it.
protocol ClippingView: PrimitiveView {}

/// A view in front of the whole screen. It takes no part in the layout around it.
protocol LayerView: PrimitiveView {}
