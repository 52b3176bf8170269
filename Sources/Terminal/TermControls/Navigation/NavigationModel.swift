import OpenCombine
import TermUI

/// The pages of a navigation. The values come first, each of them shown by a destination. The views come after them.
final class NavigationModel: ObservableObject {
    /// The identity of a page.
    enum Page: Hashable {
        case root
        case value(place: Int, AnyHashable)
        case view(Int)
    }

    /// A page that is a view, with the action to run when a person goes back from the page.
    private struct Pushed {
        let number: Int
        let owner: ObjectIdentifier?
        var view: () -> AnyView
        let onPop: () -> Void
    }

    @Published private var own: [AnyHashable] = []
    @Published private var pushed: [Pushed] = []
    /// The navigation in the column in which this navigation's links show their destinations. Nil means that the links
    /// lead to pages of this navigation.
    weak var details: NavigationModel?
    /// The values in the program's own storage, if the stack was given a path.
    var path: NavigationSteps?
    /// The contents of the bar, by page.
    private var bars: [Page: BarContent] = [:]
    private var destinations: [ObjectIdentifier: (AnyHashable) -> AnyView] = [:]
    private var count = 0
    /// The nodes of the first and the last line of the navigation.
    private var lines: [Bool: () -> ViewNode?] = [:]
    private var shown: [ObjectIdentifier: (page: Page, node: () -> ViewNode?)] = [:]

    /// The largest number of pages.
    private static let most = 50

    private var values: [AnyHashable] { path?.values ?? own }

    /// The pages on the way to the current page, without the first page.
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

    /// Pushes the destination of a value as the current page.
    func push(_ value: AnyHashable) {
        if let details {
            details.pop(to: .root)
            return details.push(value)
        }
        guard pages.count < Self.most else { return }
        // Values come before views, so pages pushed as views are removed.
        if let path { path.append(value) } else { own.append(value) }
    }

    /// Goes back by one page.
    func pop() {
        forget(current)
        if let last = pushed.popLast() { return last.onPop() }
        if let path { path.removeLast() } else { _ = own.popLast() }
    }

    /// Goes back to a page if this page is on the way to the current one.
    func pop(to page: Page) {
        guard page == .root || pages.contains(page) else { return }
        for _ in 0..<Self.most where current != page { pop() }
    }

    /// Shows a view while `owner` requests the view. A nil `view` means that `owner` no longer requests a view.
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

    /// Returns the view of a page. The `node` is evaluated again when the page changes.
    func view(of page: Page, for node: ViewNode) -> AnyView? {
        shown[ObjectIdentifier(node)] = (page, { [weak node] in node })
        switch page {
        case .root: return nil
        case .view(let number): return pushed.first { $0.number == number }?.view()
        case .value(_, let value): return destinations[Self.kind(value)]?(value)
        }
    }

    /// Registers the pages for values of a type. A view on `page` provides these pages.
    func register<Value: Hashable>(_ destination: @escaping (Value) -> AnyView, on page: Page) {
        if let details { return details.register(destination, on: .root) }
        let kind = ObjectIdentifier(Value.self)
        destinations[kind] = { value in (value.base as? Value).map(destination) ?? AnyView(EmptyView()) }
        // If a page registers values, it is not evaluated again for this registration. Otherwise, the evaluation would
        // never end.
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

    /// Returns the content of a page's bar.
    func content(of page: Page) -> BarContent { bars[page] ?? BarContent() }

    /// Returns the content of the current page's bar. The `node` is evaluated again when this content changes.
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

    /// Causes a new evaluation of the lines, because the current page or its bar has changed.
    func turn() { for line in lines.values { line()?.invalidate() } }
}

/// The values in the program's own storage, in order.
struct NavigationSteps {
    let values: [AnyHashable]
    let append: (AnyHashable) -> Void
    let removeLast: () -> Void
}

/// A navigation, and its page that contains a view.
nonisolated struct NavigationPlace {
    let model: NavigationModel
    let page: NavigationModel.Page
}

nonisolated extension EnvironmentValues {
    @Entry var navigation: NavigationPlace? = nil
}
