public import TermUI

/// A page's own title and items in the navigation's lines.
struct BarContent {
    var title: (text: Text, depth: Int)?
    var subtitle: Text?
    var isHidden = false
    var hidesBack = false
    /// The items of the page's toolbars, by the view that has provided them.
    var items: [(owner: ObjectIdentifier, items: [BarItem])] = []

    func items(_ side: BarItem.Side) -> [BarItem] { items.flatMap(\.items).filter { $0.side == side } }

    /// Whether both contents look alike. Items cannot be compared, so any items are treated as different.
    func isSame(as other: BarContent) -> Bool {
        title?.text == other.title?.text && subtitle == other.subtitle && isHidden == other.isHidden
            && hidesBack == other.hidesBack && items.isEmpty && other.items.isEmpty
    }

    /// Sets the items that a view provides. The items keep their place.
    mutating func set(_ new: [BarItem], of owner: ObjectIdentifier) {
        if let place = items.firstIndex(where: { $0.owner == owner }) {
            items[place].items = new
        } else {
            items.append((owner, new))
        }
    }
}

extension NavigationModel {
    /// Whether the current page lets a person go back.
    var allowsBack: Bool { !content(of: current).hidesBack }
}

/// The first or the last line of a navigation. The first line contains the button for going back, items, the title, and
/// items at the right edge.
struct NavigationBar: BarView {
    let model: NavigationModel
    var isBelow = false

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) {
        let content = model.bar(for: node, isBelow: isBelow)
        node.setChildren([
            BarLine(
                content: content, isBelow: isBelow,
                back: model.current != .root && !content.hidesBack ? { model.pop() } : nil)
        ])
    }
}

/// The bar of one page.
struct BarLine: View {
    let content: BarContent
    let isBelow: Bool
    let back: (() -> Void)?
    @Environment(\.footerWords) private var words

    var body: some View {
        if isBelow {
            let below = content.items(.below)
            if !below.isEmpty { HStack { ForEach(below.indices, id: \.self) { below[$0].view } }.lineLimit(1) }
        } else if !isEmpty {
            HStack {
                if let back { Button("<", action: back).buttonStyle(.plain).accessibilityLabel(words.back) }
                items(.leading)
                if let middle = content.items(.middle).first {
                    middle.view
                } else if !content.isHidden, let title = content.title {
                    title.text.bold()
                    if let subtitle = content.subtitle { subtitle.foregroundColor(.secondary) }
                }
                if !content.items(.trailing).isEmpty {
                    Spacer()
                    items(.trailing)
                }
            }
            .lineLimit(1)
        }
    }

    private func items(_ side: BarItem.Side) -> some View {
        let items = content.items(side)
        return ForEach(items.indices, id: \.self) { items[$0].view }
    }

    private var isEmpty: Bool {
        let hasTitle = !content.isHidden && content.title.map { !$0.text.plain.isEmpty } ?? false
        return back == nil && !hasTitle
            && [.leading, .middle, .trailing].allSatisfy { content.items($0).isEmpty }
    }
}

extension View {
    /// Sets the title in the navigation's first line while the view is shown.
    public func navigationTitle(_ title: Text) -> some View {
        modified(BarChange { $0.name(title, at: $1) })
    }

    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }

    @_disfavoredOverload
    public func navigationTitle(_ title: some StringProtocol) -> some View { navigationTitle(Text(title)) }

    public func navigationTitle(_ title: Binding<String>) -> some View { navigationTitle(Text(title.wrappedValue)) }

    /// Sets the words that are shown beside the title.
    public func navigationSubtitle(_ subtitle: Text) -> some View {
        modified(BarChange { bar, _ in bar.subtitle = subtitle })
    }

    public func navigationSubtitle(_ key: LocalizedStringKey) -> some View { navigationSubtitle(Text(key)) }

    @_disfavoredOverload
    public func navigationSubtitle(_ subtitle: some StringProtocol) -> some View { navigationSubtitle(Text(subtitle)) }

    public func navigationBarTitle(
        _ title: Text, displayMode: NavigationBarItem.TitleDisplayMode = .automatic
    ) -> some View { navigationTitle(title) }

    public func navigationBarTitle(
        _ titleKey: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode = .automatic
    ) -> some View { navigationTitle(Text(titleKey)) }

    @_disfavoredOverload
    public func navigationBarTitle(
        _ title: some StringProtocol, displayMode: NavigationBarItem.TitleDisplayMode = .automatic
    ) -> some View { navigationTitle(Text(title)) }

    /// Leaves the view unchanged, because all titles have the same size.
    public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View { self }

    /// Hides the title. The way back and the items stay visible.
    public func navigationBarHidden(_ isHidden: Bool) -> some View {
        modified(BarChange { bar, _ in bar.isHidden = isHidden })
    }

    /// Hides the way back. Esc also does nothing on such a page.
    public func navigationBarBackButtonHidden(_ isHidden: Bool = true) -> some View {
        modified(BarChange { bar, _ in bar.hidesBack = isHidden })
    }

    /// Adds items at both ends of the bar. The modifier is from before iOS 14.
    public func navigationBarItems<Leading: View, Trailing: View>(
        leading: Leading, trailing: Trailing
    ) -> some View {
        toolbar {
            ToolbarItem(placement: .navigationBarLeading) { leading }
            ToolbarItem(placement: .navigationBarTrailing) { trailing }
        }
    }

    public func navigationBarItems<Leading: View>(leading: Leading) -> some View {
        toolbar { ToolbarItem(placement: .navigationBarLeading) { leading } }
    }

    public func navigationBarItems<Trailing: View>(trailing: Trailing) -> some View {
        toolbar { ToolbarItem(placement: .navigationBarTrailing) { trailing } }
    }
}

nonisolated public struct NavigationBarItem: Sendable {
    /// The size of a title. In a terminal, all titles have the same size.
    public enum TitleDisplayMode: Sendable {
        case automatic, inline, large
    }
}

extension BarContent {
    /// Sets the title. If several views on a page set titles, the innermost title is used.
    fileprivate mutating func name(_ title: Text, at depth: Int) {
        if let known = self.title, depth < known.depth { return }
        self.title = (title, depth)
    }
}

/// A view's contribution to the bar of its page.
struct BarChange: NodeModifier {
    /// A closure that changes the content of the bar. The closure's second argument is the depth of the view.
    let change: (inout BarContent, Int) -> Void

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) {
        guard let place = node.environment.navigation else { return }
        place.model.say(on: place.page) { change(&$0, node.depth) }
    }
}
