public import TermUI

/// A view in place of missing content. The view shows a bold label, a dim description and actions in the middle.
/// Example: `ListsPage.swift` in `Tests/Gallery`.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
    private let label: Label
    private let description: Description
    private let actions: Actions

    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        (self.label, self.description, self.actions) = (label(), description(), actions())
    }

    /// The parts one below another, in all of the offered space.
    public var body: some View {
        VStack {
            label.bold()
            description.foregroundColor(.secondary)
            actions
        }
        .multilineTextAlignment(.center)
        .filling(.center)
    }
}

extension ContentUnavailableView
where Label == TermControls.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    /// Creates a view from a title with a picture of SF Symbols.
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init(Text(title), Image(systemName: name), description)
    }

    /// Creates a view from a title with a picture of SF Symbols.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage name: String, description: Text? = nil) {
        self.init(Text(title), Image(systemName: name), description)
    }

    /// Creates a view from a title with a picture of the program's own.
    public init(_ title: LocalizedStringKey, image name: String, description: Text? = nil) {
        self.init(Text(title), Image(decorative: name), description)
    }

    /// Creates a view from a title with a picture of the program's own.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, image name: String, description: Text? = nil) {
        self.init(Text(title), Image(decorative: name), description)
    }

    private init(_ title: Text, _ image: Image, _ description: Text?) {
        label = TermControls.Label {
            title
        } icon: {
            image
        }
        (self.description, actions) = (description, EmptyView())
    }

    public static var search: Self { search(Text("No Results")) }

    public static func search(text: String) -> Self { search(Text(verbatim: "No Results for \"\(text)\"")) }

    private static func search(_ title: Text) -> Self {
        Self(title, Image(systemName: "magnifyingglass"), Text("Check the spelling or try a new search."))
    }
}
