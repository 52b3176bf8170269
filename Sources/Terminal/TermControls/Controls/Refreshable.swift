public import TermUI

extension View {
    /// Sets the action of the key `r`. If a view inside handles this key, that view gets it instead. A line shows that
    /// the action is in progress.
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
        .background(Text(verbatim: "").semantics(ofKey: "r", "refresh", perform: refresh))
        .onKeyPress("r") {
            refresh()
            return .handled
        }
    }

    private func refresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        Task {
            await action()
            isRefreshing = false
        }
    }
}
