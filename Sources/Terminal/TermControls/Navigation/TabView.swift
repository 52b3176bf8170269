import TermCore
public import TermUI

/// Shows one of several pages, under a line of their titles. A number key shows the page at the number's position. The
/// left and right arrows switch pages if no control uses these keys. Pages that have been shown keep their state.
/// Example: `NavigationPage.swift` in `Tests/Gallery`.
public struct TabView<SelectionValue: Hashable, Content: View>: View {
    private let selection: Binding<SelectionValue>?
    private let content: Content

    @State private var own = 0
    @State private var kept = SeenPages()

    /// Creates a view that shows the page whose ``View/tag(_:includeOptional:)`` is `selection`.
    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }

    public var body: some View {
        let pages = allMembers(of: content).map { TabPage($0.view, $0.key) }.filter { !$0.isHidden }
        let current = min(self.current(pages), max(0, pages.count - 1))
        VStack(alignment: .leading) {
            if !isPaged {
                HStack(spacing: CellMetrics.points(2, along: .horizontal)) {
                    ForEach(pages.indices, id: \.self) { place in title(pages[place], at: place, current, pages) }
                }
                .lineLimit(1)
            }
            ForEach(shown(pages, current), id: \.key) { page in
                AnyView(page.view).filling(.center).modified(AsidePage(isBehind: page.key != pages[current].key))
            }
        }
        .onKeyPress { press in turn(press, current, pages) }
    }

    @Environment(\.isPagedTabView) private var isPaged

    private func title(_ page: TabPage, at place: Int, _ current: Int, _ pages: [TabPage]) -> some View {
        Button(action: { show(place, pages) }) {
            HStack {
                Text(verbatim: "\(place + 1)").foregroundColor(.secondary).accessibilityHidden(true)
                page.title
                if page.badge.columns > 0 { Text(verbatim: page.badge.description).foregroundColor(.secondary) }
            }
        }
        .buttonStyle(.plain).bold(place == current).underline(place == current)
    }

    private func current(_ pages: [TabPage]) -> Int {
        guard let selection else { return own }
        return pages.firstIndex { $0.tag?.stands(for: selection.wrappedValue) == true } ?? own
    }

    private func show(_ place: Int, _ pages: [TabPage]) {
        guard pages.indices.contains(place) else { return }
        own = place
        if let selection, let value = pages[place].tag?.selection(SelectionValue.self) {
            selection.wrappedValue = value
        }
    }

    private func turn(_ press: KeyPress, _ current: Int, _ pages: [TabPage]) -> KeyPress.Result {
        guard press.modifiers.isEmpty, pages.count > 1 else { return .ignored }
        switch press.key {
        case .leftArrow: show(max(0, current - 1), pages)
        case .rightArrow: show(min(pages.count - 1, current + 1), pages)
        default:
            guard let number = press.key.character.wholeNumberValue, (1...pages.count).contains(number) else {
                return .ignored
            }
            show(number - 1, pages)
        }
        return .handled
    }

    /// Returns the current page and the kept pages.
    private func shown(_ pages: [TabPage], _ current: Int) -> [TabPage] {
        guard pages.indices.contains(current) else { return [] }
        let keys = kept.take(pages[current].key, of: pages.map(\.key))
        return pages.filter { keys.contains($0.key) }
    }
}

/// The pages that have been shown so far.
nonisolated private final class SeenPages {
    private var keys: Set<ViewNode.Key> = []

    func take(_ key: ViewNode.Key, of all: [ViewNode.Key]) -> Set<ViewNode.Key> {
        keys.insert(key)
        keys.formIntersection(all)
        return keys
    }
}

extension TabView where SelectionValue == Int {
    /// Creates a view that initially shows its first page.
    public init(@ViewBuilder content: () -> Content) {
        self.init(selection: nil, content: content)
    }
}

/// A page that is kept while another page is shown.
private struct AsidePage: NodeModifier, Equatable {
    let isBehind: Bool

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: isBehind) { if isBehind { $0.isEnabled = false } }
    }

    func updated(_ node: ViewNode) { node.isAside = isBehind }
}

/// A page of a tab view, as described by the page's tab.
private struct TabPage {
    let view: any View
    let key: ViewNode.Key
    let title: AnyView
    let tag: Tag?
    let badge: TerminalSafe
    let isHidden: Bool

    init(_ view: any View, _ key: ViewNode.Key) {
        let tab = view as? any AnyTab
        let item = trait(TabItem.self, of: view)
        self.view = view
        self.key = key
        title = tab?.label ?? item?.label ?? AnyView(Text(verbatim: "…"))
        tag = trait(of: view) ?? tab?.tag
        badge = trait(Badge.self, of: view)?.text ?? ""
        isHidden = false
    }
}

private protocol AnyTab {
    var label: AnyView { get }
    var tag: Tag? { get }
}

/// A page of a ``TabView``, with its title.
/// Example: `NavigationPage.swift` in `Tests/Gallery`.
public struct Tab<Value, Content: View, Label: View>: View, AnyTab {
    fileprivate let label: AnyView
    fileprivate let tag: Tag?
    private let content: Content

    private init(tag: Tag?, label: Label, content: Content) {
        (self.tag, self.label, self.content) = (tag, AnyView(label), content)
    }

    public var body: some View { content }
}

extension Tab where Value: Hashable {
    public init(
        value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.init(tag: Tag(value: AnyHashable(value), fitsOptional: true), label: label(), content: content())
    }

    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) where Label == Text {
        self.init(
            tag: Tag(value: AnyHashable(value), fitsOptional: true), label: Text(titleKey), content: content())
    }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) where Label == Text {
        self.init(tag: Tag(value: AnyHashable(value), fitsOptional: true), label: Text(title), content: content())
    }
}

extension Tab where Value == Never {
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) where Label == Text {
        self.init(tag: nil, label: Text(titleKey), content: content())
    }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) where Label == Text {
        self.init(tag: nil, label: Text(title), content: content())
    }

    public init(role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(tag: nil, label: label(), content: content())
    }
}

/// The role of a tab. In a terminal, all tabs are ordinary pages.
nonisolated public struct TabRole: Hashable, Sendable {
    public static let search = TabRole()
}

private struct TabItem: ViewTrait {
    let label: AnyView

    static var isTransparent: Bool { true }
}

/// The look of a ``TabView``.
@MainActor @preconcurrency public protocol TabViewStyle {
    /// Whether the titles are left out.
    var isPaged: Bool { get }
}

nonisolated public struct DefaultTabViewStyle: TabViewStyle {
    public init() {}
    public var isPaged: Bool { false }
}

/// The style that shows pages without titles. The arrows turn the pages.
nonisolated public struct PageTabViewStyle: TabViewStyle {
    /// Whether dots represent the pages.
    public struct IndexDisplayMode: Sendable {
        /// All modes are the same, because dots are not drawn.
        public static let automatic = Self(), always = Self(), never = Self()
    }

    public init(indexDisplayMode: IndexDisplayMode = .automatic) {}
    public var isPaged: Bool { true }
}

extension TabViewStyle where Self == DefaultTabViewStyle {
    public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
    /// The style that shows the titles in a line. A terminal has no space for a sidebar of titles.
    public static var sidebarAdaptable: DefaultTabViewStyle { DefaultTabViewStyle() }
    public static var tabBarOnly: DefaultTabViewStyle { DefaultTabViewStyle() }
    public static var grouped: DefaultTabViewStyle { DefaultTabViewStyle() }
}

extension TabViewStyle where Self == PageTabViewStyle {
    public static var page: PageTabViewStyle { PageTabViewStyle() }

    public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> PageTabViewStyle {
        PageTabViewStyle()
    }
}

nonisolated extension EnvironmentValues {
    @Entry fileprivate var isPagedTabView = false
}

extension View {
    /// Sets the title of the view in the enclosing ``TabView``.
    public func tabItem<Label: View>(@ViewBuilder _ label: () -> Label) -> some View {
        modified(TabItem(label: AnyView(label())))
    }

    public func tabViewStyle(_ style: some TabViewStyle) -> some View { environment(\.isPagedTabView, style.isPaged) }
}
