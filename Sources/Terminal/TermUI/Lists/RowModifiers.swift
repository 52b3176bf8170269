import Foundation
import TermCore

extension View {
    /// What is behind the view's row in a list; nil: nothing.
    public func listRowBackground<V: View>(_ view: V?) -> some View { RowBackground(content: self, background: view) }

    /// The room before and after the view's row in a list, in columns. Above and below a row there is none.
    public func listRowInsets(_ insets: EdgeInsets?) -> some View { modified(RowInsets(insets: insets?.cells)) }

    /// Whether Delete leaves the view's row as it is.
    public func deleteDisabled(_ isDisabled: Bool) -> some View { modified(RowLock(isDisabled, .delete)) }

    /// Whether a person cannot move the view's row.
    public func moveDisabled(_ isDisabled: Bool) -> some View { modified(RowLock(isDisabled, .move)) }

    /// Whether a person cannot choose the view's row.
    public func selectionDisabled(_ isDisabled: Bool = true) -> some View { modified(RowLock(isDisabled, .choose)) }

    /// A number at the right edge of the view's row in a list; 0: none.
    public func badge(_ count: Int) -> some View { modified(Badge(text: count == 0 ? "" : "\(count)")) }

    /// A text at the right edge of the view's row in a list; nil: none.
    public func badge(_ label: Text?) -> some View { modified(Badge(text: TerminalSafe(label?.plain ?? ""))) }

    /// A text at the right edge of the view's row in a list; nil: none.
    public func badge(_ key: LocalizedStringKey?) -> some View { badge(key.map { Text($0) }) }

    /// A text at the right edge of the view's row in a list; nil: none.
    @_disfavoredOverload
    public func badge<S: StringProtocol>(_ label: S?) -> some View { badge(label.map { Text($0) }) }
}

/// The room before and after a row; nil: as usual.
struct RowInsets: NodeModifier, Equatable {
    let insets: CellInsets?

    static var isTransparent: Bool { true }
    static var isSpread: Bool { true }

    func updated(_ node: ViewNode) {
        // The row around it has another size then.
        if (node.memo as? Last)?.insets != insets { node.invalidateLayout() }
        node.memo = Last(insets)
    }

    private final class Last {
        let insets: CellInsets?

        init(_ insets: CellInsets?) {
            self.insets = insets
        }
    }
}

/// What a person cannot do with a row.
struct RowLock: NodeModifier, Equatable {
    enum Act {
        case delete, move, choose
    }

    let isDisabled: Bool
    let act: Act

    init(_ isDisabled: Bool, _ act: Act) {
        (self.isDisabled, self.act) = (isDisabled, act)
    }

    static var isTransparent: Bool { true }
    static var isSpread: Bool { true }
}

extension ViewNode {
    /// Whether something in the row says that a person cannot do that.
    func locks(_ act: RowLock.Act) -> Bool {
        var row: ViewNode? = self
        while let found = row?.modifier(RowLock.self) {
            if found.modifier.act == act, found.modifier.isDisabled { return true }
            row = found.node.children.first
        }
        return false
    }
}

/// A word at the right edge of a row.
private struct Badge: NodeModifier, Equatable {
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
        return text.columns == 0 ? parts : Semantic.joined(parts + [Semantic(.text, text.description)])
    }
}

/// A view with what is behind its row.
struct RowBackground<Content: View, Background: View>: PrimitiveView, RowWrapper, RowBacking {
    let content: Content
    let background: Background?

    static var isTransparent: Bool { true }

    var inner: any View { content }

    func wrapped(_ view: any View) -> any View { Self.wrapped(view, background) }

    private static func wrapped<Inner: View>(_ view: Inner, _ background: Background?) -> any View {
        RowBackground<Inner, Background>(content: view, background: background)
    }

    func update(_ node: ViewNode) {
        if let several = content as? any SeveralViews, several.isSeveral {
            return node.setChildren(node.observing { several.members.map { ($0.key, wrapped($0.view)) } })
        }
        node.setChildren([content] + (background.map { [Single(content: $0)] } ?? []))
        if node.children.count > 1 { node.children[1].isAside = true }
    }

    func backing(_ node: ViewNode) -> ViewNode? {
        background != nil && node.children.count == 2 ? node.children[1] : nil
    }
}

/// Something behind a row.
protocol RowBacking {
    /// The node of the view behind the row.
    func backing(_ node: ViewNode) -> ViewNode?
}

nonisolated private enum InRowKey: EnvironmentKey { static let defaultValue = false }

nonisolated extension EnvironmentValues {
    /// Whether the view is in a row of a list.
    var isInRow: Bool {
        get { self[InRowKey.self] }
        set { self[InRowKey.self] = newValue }
    }
}
