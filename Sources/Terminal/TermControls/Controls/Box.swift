import TermCore
package import TermUI

/// A view in a box of lines, with a free column on its left and right.
package struct Box<Content: View>: PrimitiveView {
    private let color: Color
    private let content: Content

    private static var margin: CellInsets { CellInsets(top: 1, leading: 2, bottom: 1, trailing: 2) }

    /// Creates a box whose lines have the colour `color`. The box hides all content behind it.
    package init(_ color: Color = .secondary, @ViewBuilder content: () -> Content) {
        self.color = color
        self.content = content()
    }

    package func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        true
    }

    package func looksLike(_ other: any NodeBehaviour) -> Bool { (other as? Self)?.color == color }

    package func update(_ node: ViewNode) { node.setChild(content) }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let inner = node.contentSize(proposal.reduced(by: Self.margin))
        return CellSize(inner.width + Self.margin.size.width, inner.height + Self.margin.size.height)
    }

    package func place(in rect: CellRect, _ node: ViewNode) { node.placeContent(in: rect.inset(Self.margin)) }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let rect = node.frame
        canvas.fill(rect, " ", .plain)
        canvas.frame(rect, color, node.environment, isRounded: true)
        canvas.clipped(to: rect.inset(CellInsets(top: 1, leading: 1, bottom: 1, trailing: 1))) { canvas in
            node.paintContent(on: &canvas)
        }
    }
}
