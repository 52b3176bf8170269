import TermCore
public import TermUI

extension View {
    /// Adds a menu to the view. A right click, or the key `m` while the view has the focus, opens the menu. The items
    /// are listed in front of the screen.
    public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
        ContextMenu(content: self, items: AnyView(menuItems()))
    }

    /// Adds a menu to the view. The view `preview` is not drawn.
    public func contextMenu<MenuItems: View, Preview: View>(
        @ViewBuilder menuItems: () -> MenuItems, @ViewBuilder preview: () -> Preview
    ) -> some View { contextMenu(menuItems: menuItems) }

    /// Puts the actions in the view's menu. The key `m` and a right click open the menu. In a list, Delete also opens
    /// the menu if the row has no action for ``DynamicViewContent/onDelete(perform:)``.
    public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View { ContextMenu(content: self, items: AnyView(content()), isSwiped: true) }

    /// Inside the view, sets the action that Enter and a double click run on the selected row of a list. Also sets the
    /// menu that the key `m` and a right click open for the row.
    public func contextMenu<Value: Hashable, Items: View>(
        forSelectionType type: Value.Type = Value.self, @ViewBuilder menu: @escaping (Set<Value>) -> Items,
        primaryAction: ((Set<Value>) -> Void)? = nil
    ) -> some View {
        SelectionMenu(content: self, menu: menu, primaryAction: primaryAction)
    }
}

extension View {
    /// Returns the view, with these items added to its own menu. They come after the menu's own items.
    func withMenu(_ items: AnyView) -> any View { ContextMenu(content: self, items: items) }
}

/// A view with a menu of its own.
private struct ContextMenu<Content: View>: View, RowWrapper, MenuSource {
    let content: Content
    let items: AnyView
    var isSwiped = false

    @State private var isOpen = false
    @Environment(\.mutedMenus) private var muted

    var inner: any View { content }
    func wrapped(_ view: any View) -> any View { Self.wrapped(view, items, isSwiped) }

    private static func wrapped(_ view: some View, _ items: AnyView, _ isSwiped: Bool) -> any View {
        ContextMenu<AnyView>(content: AnyView(view), items: items, isSwiped: isSwiped)
    }

    var body: some View {
        if muted > 0 {
            content.environment(\.mutedMenus, muted - 1)
        } else {
            content.environment(\.mutedMenus, all.count - 1)
                .modified(MenuOpener(isSwiped: all.contains(where: \.isSwiped)) { isOpen = true })
                .menuPanel($isOpen) { ForEach(all.indices, id: \.self) { all[$0].items } }
        }
    }

    /// The menus of the view, the outermost menu last.
    private var all: [any MenuSource] {
        var (found, view): ([any MenuSource], any View) = ([], self)
        while let wrapper = view as? any RowWrapper {
            if let menu = view as? any MenuSource { found.append(menu) }
            view = wrapper.inner
        }
        return found.reversed()
    }
}

private protocol MenuSource {
    var items: AnyView { get }
    var isSwiped: Bool { get }
}

/// Opens a menu.
struct MenuOpener: NodeModifier {
    let isSwiped: Bool
    let open: () -> Void

    static var draws: Bool { false }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool { true }

    /// Whether the view can have the focus. If the view is not in a list, this is true when the view has no control of
    /// its own.
    func isFocusable(_ node: ViewNode) -> Bool {
        !node.environment.isInRow && node.children.allSatisfy(\.focusable.isEmpty)
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        guard node.isFocused else { return }
        canvas.restyle(node.frame) { $0.attributes.formUnion(.reverse) }
        canvas.park(at: node.frame)
    }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard node.environment.isEnabled, node.graph.focused?.isWithin(node) == true,
            key == KeyPress("m")
                || key == KeyPress(.return) && node.isFocused && !node.isTappedAround
        else { return false }
        open()
        return true
    }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        guard event.action == .press(.right) else { return false }
        open()
        return true
    }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let parts = node.contentSemantics
        guard !node.environment.isInRow, node.environment.isEnabled else { return parts }
        return parts + [Semantic(.button, "Menu", perform: open)]
    }
}

/// A view whose lists have a menu for their selection.
private struct SelectionMenu<Content: View, Value: Hashable, Items: View>: View {
    let content: Content
    let menu: (Set<Value>) -> Items
    let primaryAction: ((Set<Value>) -> Void)?

    @State private var chosen: Set<Value>?

    var body: some View {
        let chosen = $chosen
        content.modified(PrimaryAction(action: primaryAction) { chosen.wrappedValue = $0 })
            .menuPanel(Binding(get: { chosen.wrappedValue != nil }, set: { if !$0 { chosen.wrappedValue = nil } })) {
                menu(chosen.wrappedValue ?? [])
            }
    }
}

/// Sets an action for the selected rows of lists below this view. It applies to lists whose rows are identified by
/// `Value`.
private struct PrimaryAction<Value: Hashable>: NodeModifier {
    let action: ((Set<Value>) -> Void)?
    let open: (Set<Value>) -> Void

    static var isTransparent: Bool { true }

    /// The actions from the view's latest description.
    private final class Latest {
        var action: ((Set<Value>) -> Void)?
        var open: ((Set<Value>) -> Void)?
    }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        let latest = node.memo as? Latest ?? Latest()
        node.memo = latest
        (latest.action, latest.open) = (action, open)
        return node.environment(after: action == nil) { values in
            let type = ObjectIdentifier(Value.self)
            values.rowMenus[type] = { latest.open?(Set($0.compactMap { $0.base as? Value })) }
            guard action != nil else { return }
            values.primaryActions[type] = { id in
                if let value = id.base as? Value { latest.action?([value]) }
            }
        }
    }
}

nonisolated extension EnvironmentValues {
    /// The actions of lists on their selected row. For each type of the row's identity, there is one action.
    @Entry var primaryActions: [ObjectIdentifier: @MainActor (AnyHashable) -> Void] = [:]

    /// The actions that open a list's menu for the chosen rows. For each type of the rows' identities, there is one
    /// action.
    @Entry var rowMenus: [ObjectIdentifier: @MainActor (Set<AnyHashable>) -> Void] = [:]

    /// The number of menus directly inside this menu. This menu shows their items.
    @Entry fileprivate var mutedMenus = 0
}
