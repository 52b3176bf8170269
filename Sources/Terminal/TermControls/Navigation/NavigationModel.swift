import OpenCombine
import TermUI

/// The pages of a navigation: first values, each shown by a destination, and then views.
final class NavigationModel: ObservableObject {
    /// The identity of a page.
    enum Page: Hashable {
        case root
        case value(place: Int, AnyHashable)
        case view(Int)
    }

    /// A page that is a view, and what to do when a person goes back from it.
    private struct Pushed {
        let number: Int
        let owner: ObjectIdentifier?
        var view: () -> AnyView
        let onPop: () -> Void
    }

    @Published private var own: [AnyHashable] = []
    @Published private var pushed: [Pushed] = []
    /// The navigation in the column that links here lead to; nil if they lead to pages of this one.
    weak var details: NavigationModel?
    /// The values kept elsewhere, if the stack was given any.
    var path: NavigationSteps?
    /// The bar that each page describes.
    private var bars: [Page: BarContent] = [:]
    private var destinations: [ObjectIdentifier: (AnyHashable) -> AnyView] = [:]
    private var count = 0
    /// The nodes of the first and the last line.
    private var lines: [Bool: () -> ViewNode?] = [:]
    private var shown: [ObjectIdentifier: (page: Page, node: () -> ViewNode?)] = [:]

    /// The limit of depth.
    private static let most = 50

    private var values: [AnyHashable] { path?.values ?? own }

    /// The pages on the way to the current one, without the first.
    var pages: [Page] {
        values.enumerated().map { .value(place: $0.offset, $0.element) } + pushed.map { .view($0.number) }
    }

    /// The current page.
    var current: Page { pushed.last.map { .view($0.number) } ?? pages.last ?? .root }

    // MARK: - On and back

    /// Pushes a view.
    func push(_ view: @escaping () -> AnyView) { push(view, owner: nil) {} }

    private func push(_ view: @escaping () -> AnyView, owner: ObjectIdentifier?, onPop: @escaping () -> Void) {
        if let details, owner == nil {
            details.pop(to: .root)
            return details.push(view)
        }
        guard pages.count < Self.most else { return }
        count += 1
        pushed.append(Pushed(number: count, owner: owner, view: view, onPop: onPop))
    }

    /// Pushes the destination of a value.
    func push(_ value: AnyHashable) {
        if let details {
            details.pop(to: .root)
            return details.push(value)
        }
        guard pages.count < Self.most else { return }
        // Values come before views, so pages pushed as views are removed.
        if let path { path.append(value) } else { own.append(value) }
    }

    /// Goes back one page.
    func pop() {
        forget(current)
        if let last = pushed.popLast() { return last.onPop() }
        if let path { path.removeLast() } else { _ = own.popLast() }
    }

    /// Goes back to the page, if it is on the way.
    func pop(to page: Page) {
        guard page == .root || pages.contains(page) else { return }
        for _ in 0..<Self.most where current != page { pop() }
    }

    /// Shows a view for as long as `owner` wants it; `view` is nil when it does not.
    func show(_ view: (() -> AnyView)?, for owner: ViewNode, onPop: @escaping () -> Void) {
        if let details { return details.show(view, for: owner, onPop: onPop) }
        let id = ObjectIdentifier(owner)
        let place = pushed.firstIndex { $0.owner == id }
        switch (view, place) {
        case (let view?, nil): push(view, owner: id, onPop: onPop)
        case (let view?, let place?):
            pushed[place].view = view
            refresh { $0 == .view(pushed[place].number) }
        case (nil, let place?):
            for gone in pushed[place...] { forget(.view(gone.number)) }
            pushed.removeSubrange(place...)
        case (nil, nil): break
        }
    }

    // MARK: - What pages show

    /// The view of a page; `node` is evaluated again when it changes.
    func view(of page: Page, for node: ViewNode) -> AnyView? {
        shown[ObjectIdentifier(node)] = (page, { [weak node] in node })
        switch page {
        case .root: return nil
        case .view(let number): return pushed.first { $0.number == number }?.view()
        case .value(_, let value): return destinations[Self.kind(value)]?(value)
        }
    }

    /// Registers the pages for values of a type, as provided by a view on `page`.
    func register<Value: Hashable>(_ destination: @escaping (Value) -> AnyView, on page: Page) {
        if let details { return details.register(destination, on: .root) }
        let kind = ObjectIdentifier(Value.self)
        destinations[kind] = { value in (value.base as? Value).map(destination) ?? AnyView(EmptyView()) }
        // A page that registers its own values is not evaluated again for that, or this would never end.
        let place = pages.firstIndex(of: page) ?? -1
        let later = pages.dropFirst(place + 1)
        refresh { shown in
            guard case .value(_, let value) = shown else { return false }
            return Self.kind(value) == kind && later.contains(shown)
        }
    }

    private static func kind(_ value: AnyHashable) -> ObjectIdentifier { ObjectIdentifier(type(of: value.base)) }

    private func refresh(_ isMeant: (Page) -> Bool) {
        for (id, entry) in shown where isMeant(entry.page) {
            if let node = entry.node() { node.invalidate() } else { shown[id] = nil }
        }
    }

    private func forget(_ page: Page) {
        bars[page] = nil
        shown = shown.filter { $0.value.page != page }
    }

    // MARK: - The bar

    /// The bar of a page.
    func content(of page: Page) -> BarContent { bars[page] ?? BarContent() }

    /// The bar of the current page; `node` is evaluated again when it changes.
    func bar(for node: ViewNode, isBelow: Bool) -> BarContent {
        lines[isBelow] = { [weak node] in node }
        return content(of: current)
    }

    /// Changes a page's description of its bar.
    func say(on page: Page, _ change: (inout BarContent) -> Void) {
        let old = content(of: page)
        change(&bars[page, default: BarContent()])
        if page == current, !content(of: page).isSame(as: old) { turn() }
    }

    /// Has the lines evaluated again: the current page, or its bar, has changed.
    func turn() { for line in lines.values { line()?.invalidate() } }
}

/// Values kept elsewhere, in order.
struct NavigationSteps {
    let values: [AnyHashable]
    let append: (AnyHashable) -> Void
    let removeLast: () -> Void
}

/// A navigation, and the page of it that contains a view.
nonisolated struct NavigationPlace {
    let model: NavigationModel
    let page: NavigationModel.Page
}

nonisolated extension EnvironmentValues {
    @Entry var navigation: NavigationPlace? = nil
}
