extension View {
    /// What `r` does, unless a view within has taken that key. A line says that it is under way.
    public func refreshable(action: @escaping @MainActor () async -> Void) -> some View {
        Refreshable(content: self, action: action)
    }
}

private struct Refreshable<Content: View>: View {
    let content: Content
    let action: @MainActor () async -> Void

    @State private var isRefreshing = false

    var body: some View {
        VStack(alignment: .leading) {
            if isRefreshing { ProgressView("Refreshing") }
            content
        }
        .onKeyPress("r") {
            guard !isRefreshing else { return .handled }
            isRefreshing = true
            Task {
                await action()
                isRefreshing = false
            }
            return .handled
        }
    }
}
