public import Foundation
public import TermUI

/// A navigation with columns. The sidebar is on the left, and its destinations are on the right. If the terminal has
/// fewer than 80 columns of characters, the parts are one below another. A ``NavigationLink`` in a column on the left
/// shows its destination in the last column. Example: `NavigationPage.swift` in `Tests/Gallery`.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
    private let sidebar: Sidebar
    private let content: Content?
    private let detail: Detail
    private let visibility: Binding<NavigationSplitViewVisibility>?

    /// The pages of the last column.
    @StateObject private var details = NavigationModel()
    @StateObject private var first = NavigationModel()
    @StateObject private var second = NavigationModel()

    public init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        (self.sidebar, self.content, self.detail, visibility) = (sidebar(), content(), detail(), nil)
    }

    /// Creates a view with three columns. The binding `columnVisibility` determines which columns are shown.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        (self.sidebar, self.content, self.detail) = (sidebar(), content(), detail())
        visibility = columnVisibility
    }

    public var body: some View {
        GeometryReader { proxy in
            let shown = visibility?.wrappedValue ?? .automatic
            if proxy.cells.width >= 80 {
                HStack(spacing: 0) {
                    if shown != .detailOnly, content == nil || shown != .doubleColumn {
                        column(links(sidebar, first), proxy.cells.width)
                    }
                    if let content, shown != .detailOnly { column(links(content, second), proxy.cells.width) }
                    page.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
                }
            } else {
                VStack(alignment: .leading) {
                    if shown != .detailOnly {
                        part(links(sidebar, first), proxy.cells.height)
                        if let content { part(links(content, second), proxy.cells.height) }
                    }
                    page.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
                }
            }
        }
    }

    private func column(_ view: some View, _ width: Int) -> some View {
        HStack(spacing: 0) {
            view.frame(columns: max(20, width / (content == nil ? 3 : 4)), alignment: .topLeading)
                .frame(maxHeight: .infinity, alignment: .topLeading)
            Divider()
        }
    }

    private func part(_ view: some View, _ height: Int) -> some View {
        VStack(alignment: .leading) {
            view.frame(rows: max(1, height / (content == nil ? 3 : 4)), alignment: .topLeading)
            Divider()
        }
    }

    private func links(_ view: some View, _ model: NavigationModel) -> some View {
        model.details = details
        return VStack(alignment: .leading) {
            NavigationBar(model: model)
            view.modified(SplitColumn(model: model))
        }
    }

    private var page: some View { NavigationPages(root: detail, model: details, pages: details.pages) }
}

extension NavigationSplitView where Content == EmptyView {
    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
        (self.sidebar, content, self.detail, visibility) = (sidebar(), nil, detail(), nil)
    }

    /// Creates a view with two columns. The binding `columnVisibility` determines which columns are shown.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        (self.sidebar, content, self.detail) = (sidebar(), nil, detail())
        visibility = columnVisibility
    }
}

nonisolated public enum NavigationSplitViewVisibility: Hashable, Codable, Sendable {
    case automatic
    case all
    case doubleColumn
    case detailOnly
}

/// A column whose links lead to the last column.
private struct SplitColumn: NodeModifier {
    let model: NavigationModel

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: ObjectIdentifier(model)) {
            $0.navigation = NavigationPlace(model: model, page: .root)
        }
    }
}

extension View {
    /// Leaves the columns unchanged, because their widths follow the terminal's width.
    public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View { self }

    /// Leaves the columns unchanged.
    public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
        self
    }
}
