/// What is shown in place of content that is not there: a bold label, a dim description and actions, in the middle.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
    private let label: Label
    private let description: Description
    private let actions: Actions

    /// Any views.
    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        (self.label, self.description, self.actions) = (label(), description(), actions())
    }

    /// The parts one below the other, in all the room that is offered.
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

extension ContentUnavailableView where Label == UnavailableLabel, Description == Text?, Actions == EmptyView {
    /// A title with a picture of SF Symbols.
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init(Text(title), name, description)
    }

    /// A title with a picture of SF Symbols.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage name: String, description: Text? = nil) {
        self.init(Text(title), name, description)
    }

    /// A title; the program's pictures are not shown.
    public init(_ title: LocalizedStringKey, image name: String, description: Text? = nil) {
        self.init(Text(title), nil, description)
    }

    /// A title; the program's pictures are not shown.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, image name: String, description: Text? = nil) {
        self.init(Text(title), nil, description)
    }

    private init(_ title: Text, _ symbol: String?, _ description: Text?) {
        (label, actions) = (UnavailableLabel(title: title, symbol: symbol), EmptyView())
        self.description = description
    }

    /// A search that has found nothing.
    public static var search: Self {
        Self(Text("No Results"), "magnifyingglass", Text("Check the spelling or try a new search."))
    }

    /// A search for a text that has found nothing.
    public static func search(text: String) -> Self {
        Self(
            Text(verbatim: "No Results for “\(text)”"), "magnifyingglass",
            Text("Check the spelling or try a new search."))
    }
}

/// A title with a picture before it.
public struct UnavailableLabel: View {
    let title: Text
    let symbol: String?

    /// The picture, then the title.
    public var body: some View {
        HStack {
            if let symbol { Image(systemName: symbol).accessibilityHidden(true) }
            title
        }
    }
}
