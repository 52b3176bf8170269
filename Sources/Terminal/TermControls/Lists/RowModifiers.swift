import Foundation
import TermCore
public import TermUI

extension View {
    /// Puts a view behind this view's row in a list. The value nil means no view.
    public func listRowBackground<V: View>(_ view: V?) -> some View { RowBackground(content: self, background: view) }

    /// Sets the space before and after the view's row in a list, in columns. There is no space above and below a row.
    public func listRowInsets(_ insets: EdgeInsets?) -> some View { modified(RowInsets(insets: insets?.cells)) }

    /// Sets whether Delete is disabled for the view's row.
    public func deleteDisabled(_ isDisabled: Bool) -> some View { modified(RowLock(isDisabled, .delete)) }

    /// Prevents a person from moving the view's row.
    public func moveDisabled(_ isDisabled: Bool) -> some View { modified(RowLock(isDisabled, .move)) }

    /// Prevents a person from selecting the view's row.
    public func selectionDisabled(_ isDisabled: Bool = true) -> some View { modified(RowLock(isDisabled, .choose)) }

    /// Shows a number at the right edge of the view's row in a list. If the view is a tab, shows it after the tab's
    /// title. The number 0 is not shown.
    public func badge(_ count: Int) -> some View { modified(Badge(text: count == 0 ? "" : "\(count)")) }

    /// Shows a text at the right edge of the view's row in a list. If the view is a tab, shows it after the tab's
    /// title. The value nil means no text.
    public func badge(_ label: Text?) -> some View { modified(Badge(text: TerminalSafe(label?.plain ?? ""))) }

    /// Shows a text at the right edge of the view's row in a list. The value nil means no text.
    public func badge(_ key: LocalizedStringKey?) -> some View { badge(key.map { Text($0) }) }

    /// Shows a text at the right edge of the view's row in a list. The value nil means no text.
    @_disfavoredOverload
    public func badge<S: StringProtocol>(_ label: S?) -> some View { badge(label.map { Text($0) }) }
}

/// The space before and after a row, or nil for the default.
struct RowInsets: NodeModifier, Equatable {
    let insets: CellInsets?

    static var isTransparent: Bool { true }
    static var isSpread: Bool { true }

    func updated(_ node: ViewNode) {
        node.graph.hasRowMarks = true
        // If the insets change, the size of the enclosing row changes.
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

/// A lock that prevents an action on a row.
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
    /// Whether a view in the row forbids an action.
    func locks(_ act: RowLock.Act) -> Bool {
        var row: ViewNode? = self
        while let found = row?.modifier(RowLock.self) {
            if found.modifier.act == act, found.modifier.isDisabled { return true }
            row = found.node.children.first
        }
        return false
    }
}

/// A view with the background of its row.
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
        node.graph.hasRowMarks = true
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

/// A view with another view behind its row.
protocol RowBacking {
    /// Returns the node of the view behind the row.
    func backing(_ node: ViewNode) -> ViewNode?
}

nonisolated extension EnvironmentValues {
    /// Whether the view is in a row of a list.
    @Entry var isInRow = false
}
