package import TermCore

/// A part of what is on the screen, described: what it shows is made from it again whenever something that it depends on has
/// changed. SwiftUI's protocol, drawn in the cells of a terminal.
@MainActor public protocol View {
    /// What it is made of.
    associatedtype Body: View

    /// What it shows now. It is asked for on the main actor, and must not change anything.
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    /// There is none.
    public var body: Never { preconditionFailure("there is no such view") }
}

/// A view that is not made of others: it says itself what is below it, how large it is and what it looks like.
package protocol PrimitiveView: View where Body == Never {
    /// It has no size of its own: those below it take part in the layout that it is in.
    static var isTransparent: Bool { get }

    /// See ``View/layoutPriority(_:)``.
    var layoutPriority: Double { get }

    /// Makes the children of `node`, by ``ViewNode/setChildren(_:)``, after the view or its environment has changed.
    func update(_ node: ViewNode)

    /// The size that it takes of what it is offered.
    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize

    /// Places those below it; `rect` is its own place.
    func place(in rect: CellRect, _ node: ViewNode)

    /// Draws itself and those below it.
    func paint(_ node: ViewNode, on canvas: inout Canvas)

    /// Takes a key that none below it has taken; false if it is not for this view.
    func press(_ key: KeyPress, _ node: ViewNode) -> Bool

    /// It can have the focus: keys are offered to it first.
    func isFocusable(_ node: ViewNode) -> Bool

    /// The focus has come to the node or to one below it, or has gone.
    func focusChanged(_ node: ViewNode, isWithin: Bool)

    /// Takes text that was pasted or scanned while it has the focus; false if it has no use for it.
    func paste(_ text: String, _ node: ViewNode) -> Bool

    /// Takes what was done with a mouse over it and not taken by those below it; false if it is not for this view.
    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool

    /// Has a part of what is below it seen; `rect` is where it is now.
    func reveal(_ rect: CellRect, _ node: ViewNode)

    /// What it is, for whoever does not look at it.
    func semantics(_ node: ViewNode) -> [Semantic]

    /// The node has come onto the screen.
    func appear(_ node: ViewNode)

    /// The node has gone from it, for good.
    func disappear(_ node: ViewNode)
}

extension PrimitiveView {
    /// There is none.
    public var body: Never { preconditionFailure("\(Self.self) is not made of other views") }

    package static var isTransparent: Bool { false }

    package var layoutPriority: Double { 0 }

    /// See ``PrimitiveView/update(_:)``.
    package func update(_ node: ViewNode) {}

    /// See ``PrimitiveView/size(_:_:)``.
    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { node.contentSize(proposal) }

    /// See ``PrimitiveView/place(in:_:)``.
    package func place(in rect: CellRect, _ node: ViewNode) { node.placeContent(in: rect) }

    /// See ``PrimitiveView/paint(_:on:)``.
    package func paint(_ node: ViewNode, on canvas: inout Canvas) { node.paintContent(on: &canvas) }

    /// See ``PrimitiveView/press(_:_:)``.
    package func press(_ key: KeyPress, _ node: ViewNode) -> Bool { false }

    /// See ``PrimitiveView/isFocusable(_:)``.
    package func isFocusable(_ node: ViewNode) -> Bool { false }

    /// See ``PrimitiveView/focusChanged(_:isWithin:)``.
    package func focusChanged(_ node: ViewNode, isWithin: Bool) {}

    /// See ``PrimitiveView/paste(_:_:)``.
    package func paste(_ text: String, _ node: ViewNode) -> Bool { false }

    /// See ``PrimitiveView/mouse(_:_:)``.
    package func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool { false }

    /// See ``PrimitiveView/reveal(_:_:)``.
    package func reveal(_ rect: CellRect, _ node: ViewNode) {}

    /// See ``PrimitiveView/semantics(_:)``.
    package func semantics(_ node: ViewNode) -> [Semantic] { node.contentSemantics }

    /// See ``PrimitiveView/appear(_:)``.
    package func appear(_ node: ViewNode) {}

    /// See ``PrimitiveView/disappear(_:)``.
    package func disappear(_ node: ViewNode) {}
}

/// A view of which nothing is seen outside of its own room, whatever is below it.
protocol ClippingView: PrimitiveView {}

/// A view in front of the whole screen. It takes no part in the layout of what is around it.
protocol LayerView: PrimitiveView {}
