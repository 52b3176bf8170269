import OpenCombine

/// How one came to where one is.
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
    /// By page.
    @Published private var titles: [Int: Title] = [:]
    private var count = 0

    /// Deeper nobody goes.
    private static let most = 50

    /// Where one is: 0 is the first.
    var page: Int { views.last?.number ?? 0 }

    /// What the page is called.
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

    /// Of several views on a page the innermost has the say.
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
