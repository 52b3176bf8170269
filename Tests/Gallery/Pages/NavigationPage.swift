public import SeamSwiftUI

/// A page with navigation, and with views that appear in front of other views.
public struct NavigationPage: View {
    @State private var path = SeamSwiftUI.NavigationPath()
    @State private var tab = 0
    @State private var asks = false
    @State private var shows = false

    /// The page.
    public init() {}

    /// Tabs. The first of them is a navigation stack.
    public var body: some View {
        TabView(selection: $tab) {
            NavigationStack(path: $path) {
                VStack(alignment: .leading) {
                    NavigationLink("a value", value: 7)
                    NavigationLink("a view") { Text("inner").navigationTitle("Inner") }
                    NavigationLink(destination: Text("old")) { Text("the old form") }
                    Button("ask") { asks = true }
                    Button("show") { shows = true }
                    Text("private").privacySensitive().redacted(reason: .privacy)
                    Text("placeholder").redacted(reason: .placeholder)
                }
                .navigationTitle("Title")
                .navigationSubtitle("subtitle")
                .navigationBarTitleDisplayMode(.inline)
                .navigationDestination(for: Int.self) { Text("number \($0)") }
                .toolbar {
                    ToolbarItem(placement: .navigationBarLeading) { Button("Lead") {} }
                    ToolbarItem(placement: .primaryAction) { Button("Add") {} }
                    ToolbarItemGroup(placement: .bottomBar) {
                        Button("Below") {}
                        Text("status")
                    }
                }
            }
            .tabItem { Text("Stack") }.tag(0)
            NavigationSplitView {
                Text("side")
            } detail: {
                Text("detail")
            }
            .tabItem { Text("Split") }.tag(1)
            Tab("Third", systemImage: "star", value: 2) { Text("third") }
        }
        .confirmationDialog("Which?", isPresented: $asks, titleVisibility: .visible) {
            Button("This") {}
            Button("That", role: .destructive) {}
        }
        .sheet(isPresented: $shows) {
            Text("sheet").presentationDetents([.medium]).interactiveDismissDisabled()
        }
    }
}
