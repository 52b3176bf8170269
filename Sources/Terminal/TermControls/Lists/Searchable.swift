public import TermUI

extension View {
    /// Adds a search line above the view. The key `/` or a click starts a search. Enter and the arrows return to the
    /// view. Esc ends the search and clears the text.
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        Searchable(content: self, text: text, isPresented: nil, prompt: prompt)
    }

    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View { searchable(text: text, prompt: Text(prompt)) }

    @_disfavoredOverload
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: some StringProtocol
    ) -> some View { searchable(text: text, prompt: Text(prompt)) }

    /// Adds a search line above the view. The line is shown only while a person searches. The binding `isPresented`
    /// lets other views start the search.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View {
        Searchable(content: self, text: text, isPresented: isPresented, prompt: prompt)
    }

    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View { searchable(text: text, isPresented: isPresented, prompt: Text(prompt)) }

    @_disfavoredOverload
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: some StringProtocol
    ) -> some View { searchable(text: text, isPresented: isPresented, prompt: Text(prompt)) }
}

extension View {
    /// Adds a choice of search scopes above the view.
    public func searchScopes<V: Hashable, S: View>(_ scope: Binding<V>, @ViewBuilder scopes: () -> S) -> some View {
        VStack(alignment: .leading) {
            Picker("Search in", selection: scope, content: scopes).pickerStyle(.segmented).labelsHidden()
            self
        }
    }

    /// Leaves the view unchanged, because the results serve as suggestions.
    public func searchSuggestions<S: View>(@ViewBuilder _ suggestions: () -> S) -> some View { self }
}

/// The place of a search line. In a terminal, the line is always above the view.
nonisolated public struct SearchFieldPlacement: Sendable {
    public static let automatic = Self()
    public static let toolbar = Self()
    public static let sidebar = Self()
    public static let navigationBarDrawer = Self()

    public struct NavigationBarDrawerDisplayMode: Sendable {
        public static let automatic = Self()
        public static let always = Self()
    }

    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement {
        Self()
    }
}

private struct Searchable<Content: View>: View {
    let content: Content
    let text: Binding<String>
    let isPresented: Binding<Bool>?
    let prompt: Text?

    @State private var isOpen = false
    @FocusState private var isWriting: Bool
    @Environment(\.searchSubmit) private var submit

    private var isActive: Bool { isPresented?.wrappedValue ?? isOpen }

    private var isSearching: Bool { isActive || !text.wrappedValue.isEmpty }
    private var words: String { prompt?.plain ?? "Search" }

    private func begin() {
        activate(true)
        isWriting = true
    }

    private func activate(_ isActive: Bool) {
        if let isPresented { isPresented.wrappedValue = isActive } else { isOpen = isActive }
    }

    var body: some View {
        VStack(alignment: .leading) {
            if isSearching || isPresented == nil {
                HStack {
                    Text("/").bold().semantics(ofKey: "/", "search", perform: begin)
                    if isSearching {
                        TextField(words, text: text).focused($isWriting)
                            .environment(\.submit, submit)
                            .onAppear { isWriting = true }
                    } else {
                        Text(words).foregroundColor(.secondary).accessibilityHidden(true)
                    }
                }
                .padding(.horizontal, CellMetrics.points(1, along: .horizontal))
                .onClick(perform: begin)
            }
            content.environment(\.isSearching, isWriting)
        }
        .modified(WayBack(isOpen: isSearching))
        .onKeyPress { key in
            if key == KeyPress("/") {
                begin()
                return .handled
            }
            // The list may have an action for Enter.
            if key == KeyPress(.return), isWriting {
                isWriting = false
                return .handled
            }
            guard key == KeyPress(.escape), isSearching else { return .ignored }
            activate(false)
            text.wrappedValue = ""
            return .handled
        }
    }
}

nonisolated extension EnvironmentValues {
    @Entry public internal(set) var isSearching = false
}
