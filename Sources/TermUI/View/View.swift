/// A part of what is on the screen, described: what it shows is made from it again whenever something that it depends on has
/// changed. SwiftUI's protocol, drawn in the cells of a terminal.
public protocol View {
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

    /// See ``PrimitiveView/appear(_:)``.
    package func appear(_ node: ViewNode) {}

    /// See ``PrimitiveView/disappear(_:)``.
    package func disappear(_ node: ViewNode) {}
}
