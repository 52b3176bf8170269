import TermCore
import TermUI

/// A text at the right edge of a row.
struct Badge: ViewTrait, Equatable {
    let text: TerminalSafe

    static var isSpread: Bool { true }

    private func room(_ node: ViewNode) -> CellInsets {
        guard node.environment.isInRow, text.columns > 0 else { return CellInsets() }
        return CellInsets(trailing: text.columns + 1)
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let room = room(node)
        let inner = node.contentSize(proposal.reduced(by: room))
        guard room.trailing > 0 else { return inner }
        return CellSize(proposal.width ?? inner.width + room.trailing, max(1, inner.height))
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        let room = rect.inset(room(node))
        node.placeContent(in: room.aligned(node.contentSize(CellProposal(room.size)), .topLeading))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        guard node.environment.isInRow else { return }
        canvas.clipped(to: node.frame) { canvas in
            let x = node.frame.columns.upperBound - text.columns
            canvas.write(text, CellStyle(attributes: .dim), x: x, y: node.frame.y)
        }
    }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let parts = node.contentSemantics
        return text.columns == 0 || !node.environment.isInRow
            ? parts : Semantic.joined(parts + [Semantic(.text, text.description)])
    }
}
