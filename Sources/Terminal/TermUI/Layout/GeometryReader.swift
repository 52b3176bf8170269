public import Foundation

/// A view that takes all of the space it is offered. It creates its content for the size of this space. Example:
/// `LayoutPage.swift` in `Tests/Gallery`.
public struct GeometryReader<Content: View>: PrimitiveView {
    private let content: (GeometryProxy) -> Content

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }

    package static var draws: Bool { false }

    package func update(_ node: ViewNode) { describe(node, in: (node.memo as? Room)?.rect ?? .zero) }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(proposal.width ?? 1, proposal.height ?? 1)
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        // The content may also ask for the view's place.
        if (node.memo as? Room)?.rect != rect { describe(node, in: rect, isPlaced: true) }
        for element in node.elements {
            element.place(in: rect.aligned(element.size(CellProposal(rect.size)), .topLeading))
        }
    }

    private func describe(_ node: ViewNode, in rect: CellRect, isPlaced: Bool = false) {
        node.memo = Room(rect)
        let view = node.observing { content(GeometryProxy(cells: rect.size, node: node)) }
        if isPlaced { node.setChildrenInPlace([(.place(0), view)]) } else { node.setChild(view) }
    }

    private final class Room {
        let rect: CellRect

        init(_ rect: CellRect) {
            self.rect = rect
        }
    }
}

/// The space that a ``GeometryReader`` has.
nonisolated public struct GeometryProxy: Sendable {
    /// The size in cells.
    package let cells: CellSize
    /// The node of the view.
    weak let node: ViewNode?

    public var size: CGSize {
        CGSize(
            width: CellMetrics.points(cells.width, along: .horizontal),
            height: CellMetrics.points(cells.height, along: .vertical))
    }
}
