import OpenCombine

/// How one came to where one is.
final class NavigationPath: ObservableObject {
    struct Step {
        let number: Int
        let view: AnyView
    }

    @Published private(set) var views: [Step] = []
    /// Of the first view, and of those behind it.
    @Published private(set) var titles = [""]
    private var count = 0
    private var depth = 0

    /// Deeper nobody goes.
    private static let most = 50

    func push(_ view: AnyView) {
        guard views.count < Self.most else { return }
        count += 1
        views.append(Step(number: count, view: view))
        titles.append("")
        depth = 0
    }

    func pop() {
        guard !views.isEmpty else { return }
        views.removeLast()
        titles.removeLast()
        depth = 0
    }

    /// Of several views the innermost has the say.
    func name(_ title: String, at depth: Int) {
        guard depth >= self.depth else { return }
        self.depth = depth
        if titles[titles.count - 1] != title { titles[titles.count - 1] = title }
    }
}

nonisolated private enum NavigationKey: EnvironmentKey { static let defaultValue: NavigationPath? = nil }

nonisolated extension EnvironmentValues {
    var navigation: NavigationPath? {
        get { self[NavigationKey.self] }
        set { self[NavigationKey.self] = newValue }
    }
}
