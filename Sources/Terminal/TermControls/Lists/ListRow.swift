import TermCore
package import TermUI

/// A row of a list. A selected row has a mark before it.
struct ListRow: PrimitiveView, Equatable {
    /// The marks drawn beside the row's own view.
    struct Look: Equatable {
        /// The number of columns before the row.
        var margin: Int
        var isSelected = true
        /// Whether the row is one of the chosen rows. If the list has no such marks, this is nil.
        var isMarked: Bool?
        var part: SectionPart.Kind?
        /// Whether the rows below this row are shown. If no rows are below it, this is nil.
        var isOpen: Bool?
    }

    let edition: Int
    let look: Look
    let content: () -> any View

    static func == (one: ListRow, other: ListRow) -> Bool { one.edition == other.edition && one.look == other.look }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        (other as? ListRow).map { $0.look.margin == look.margin && $0.look.part == look.part } ?? false
    }

    func looksLike(_ other: any NodeBehaviour) -> Bool { (other as? ListRow)?.look == look }

    func update(_ node: ViewNode) {
        let environment = node.environment(after: look.isSelected) { values in
            (values.isSelected, values.isInRow) = (look.isSelected, true)
        }
        node.setChild(content(), environment)
    }

    private func margin(_ node: ViewNode) -> CellInsets {
        guard look.part != .header, look.part != .gap else { return CellInsets() }
        let usual = CellInsets(leading: look.margin)
        guard node.graph.hasRowMarks else { return usual }
        guard let insets = node.children.first?.modifier(RowInsets.self)?.modifier.insets else { return usual }
        return CellInsets(leading: max(look.margin, insets.leading), trailing: insets.trailing)
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let margin = margin(node)
        let inner = node.contentSize(CellProposal(proposal.width, nil).reduced(by: margin))
        return CellSize(proposal.width ?? inner.width + margin.size.width, inner.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: rect.inset(margin(node)))
        guard let backing = backing(node) else { return }
        backing.place(in: rect.aligned(backing.size(CellProposal(rect.size)), .center))
    }

    private func backing(_ node: ViewNode) -> ViewNode? {
        guard node.graph.hasRowMarks else { return nil }
        return node.children.first?.modifier((any RowBacking).self).flatMap { $0.modifier.backing($0.node) }
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let (frame, environment) = (node.frame, node.environment)
        if let backing = backing(node) { canvas.clipped(to: frame) { backing.paint(on: &$0) } }
        let style = environment.cellStyle
        if look.isSelected { canvas.write(">", style, x: frame.x, y: frame.y) }
        if look.isMarked == true {
            let mark = SymbolTable.sign("checkmark", environment.glyphs)
            canvas.write(mark, style, x: frame.x + look.margin - 2, y: frame.y)
        }
        node.paintContent(on: &canvas)
        guard look.isSelected else { return }
        canvas.restyle(frame) { $0.attributes.formUnion(.reverse) }
        canvas.park(at: frame)
    }
}

nonisolated extension EnvironmentValues {
    /// Whether the view is in the selected row of a list.
    @Entry package var isSelected = false
}
