extension View {
    /// A line above the view for a search text: `/` begins, Enter and the arrows return to the view, Esc ends the
    /// search and clears the text.
    public func searchable(text: Binding<String>, prompt: some StringProtocol = "Search") -> some View {
        Searchable(content: self, text: text, isPresented: nil, prompt: String(prompt))
    }

    /// The same; `isPresented` lets other views begin the search.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, prompt: some StringProtocol = "Search"
    ) -> some View {
        Searchable(content: self, text: text, isPresented: isPresented, prompt: String(prompt))
    }
}

private struct Searchable<Content: View>: View {
    let content: Content
    let text: Binding<String>
    let isPresented: Binding<Bool>?
    let prompt: String

    @State private var isOpen = false
    @FocusState private var isWriting: Bool

    private var isActive: Bool { isPresented?.wrappedValue ?? isOpen }

    private func activate(_ isActive: Bool) {
        if let isPresented { isPresented.wrappedValue = isActive } else { isOpen = isActive }
    }

    var body: some View {
        VStack(alignment: .leading) {
            if isActive || !text.wrappedValue.isEmpty {
                HStack {
                    Text("/").bold().accessibilityHidden(true)
                    TextField(prompt, text: text).focused($isWriting)
                }
                .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
                .onAppear { isWriting = true }
            }
            content
        }
        .modified(Searching(isActive: isActive || !text.wrappedValue.isEmpty))
        .onKeyPress { key in
            if key == KeyPress("/") {
                activate(true)
                isWriting = true
                return .handled
            }
            guard key == KeyPress(.escape), isActive || !text.wrappedValue.isEmpty else { return .ignored }
            activate(false)
            text.wrappedValue = ""
            return .handled
        }
    }
}

/// Tells the screen that a search is going on.
private struct Searching: NodeModifier, Equatable {
    let isActive: Bool

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) { node.graph.set(.searching, isActive, of: node) }
}
