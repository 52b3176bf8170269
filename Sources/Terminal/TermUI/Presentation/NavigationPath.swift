import OpenCombine

/// The pages on the way to the current one.
final class NavigationPath: ObservableObject {
    struct Step {
        let number: Int
        let view: AnyView
    }

    private struct Title: Equatable {
        let text: String
        let depth: Int
    }

    @Published private(set) var views: [Step] = []
    /// The titles, by page.
    @Published private var titles: [Int: Title] = [:]
    private var count = 0

    /// The limit of depth.
    private static let most = 50

    /// The current page: 0 is the first.
    var page: Int { views.last?.number ?? 0 }

    /// The current page's title.
    var title: String { titles[page]?.text ?? "" }

    func push(_ view: AnyView) {
        guard views.count < Self.most else { return }
        count += 1
        views.append(Step(number: count, view: view))
    }

    func pop() {
        guard let last = views.popLast() else { return }
        titles[last.number] = nil
    }

    /// If several views on a page give titles, the innermost counts.
    func name(_ title: String, at depth: Int, on page: Int) {
        let title = Title(text: title, depth: depth)
        if let known = titles[page], depth < known.depth || known == title { return }
        titles[page] = title
    }
}

/// A page, and the way to it and from it.
nonisolated struct NavigationPlace {
    let path: NavigationPath
    let page: Int
}

nonisolated private enum NavigationKey: EnvironmentKey { static let defaultValue: NavigationPlace? = nil }

nonisolated extension EnvironmentValues {
    var navigation: NavigationPlace? {
        get { self[NavigationKey.self] }
        set { self[NavigationKey.self] = newValue }
    }
}
