import TermCore

/// Views that lead to others: a ``NavigationLink`` goes on, Esc or `<` goes back. The first line shows the place,
/// named by ``View/navigationTitle(_:)``. A view to which a person comes back is as they left it.
public struct NavigationStack<Root: View>: View {
    private let root: Root

    @StateObject private var path = NavigationPath()

    /// Begins with `root`.
    public init(@ViewBuilder root: () -> Root) {
        self.root = root()
    }

    /// The place, and its view.
    public var body: some View {
        VStack(alignment: .leading) {
            if !path.title.isEmpty || !path.views.isEmpty {
                HStack {
                    if !path.views.isEmpty {
                        Button("<") { path.pop() }.buttonLook(.plain)
                    }
                    Text(path.title).bold()
                }
                .lineLimit(1)
            }
            root.modified(NavigationPage(path: path, page: 0, isBehind: path.page != 0))
            ForEach(path.views, id: \.number) { step in
                step.view.modified(NavigationPage(path: path, page: step.number, isBehind: path.page != step.number))
            }
        }
        .onKeyPress(.escape) {
            guard !path.views.isEmpty else { return .ignored }
            path.pop()
            return .handled
        }
    }
}

/// The name that the seeds' views use.
public typealias NavigationView = NavigationStack

/// Goes on to another view.
public struct NavigationLink<Label: View, Destination: View>: View {
    private let destination: () -> Destination
    private let label: Label

    @Environment(\.navigation) private var navigation

    /// `label` is what can be pressed.
    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }

    /// A button without a frame.
    public var body: some View {
        let (navigation, destination) = (navigation, destination)
        Button(action: { navigation?.path.push(AnyView(destination())) }, label: { label }).buttonLook(.plain)
    }
}

extension NavigationLink where Label == Text {
    /// A link with a title.
    public init(_ title: some StringProtocol, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }
}

extension View {
    /// The title in the navigation's first line while the view is shown.
    public func navigationTitle(_ title: some StringProtocol) -> some View {
        modified(NavigationTitle(title: String(title)))
    }
}

private struct NavigationTitle: NodeModifier, Equatable {
    let title: String

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) {
        guard let place = node.environment.navigation else { return }
        place.path.name(title, at: node.depth, on: place.page)
    }
}

/// A page, which stays when others come before it.
private struct NavigationPage: NodeModifier {
    let path: NavigationPath
    let page: Int
    let isBehind: Bool

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: isBehind) { values in
            values.navigation = NavigationPlace(path: path, page: page)
            if isBehind { values.isEnabled = false }
        }
    }

    func updated(_ node: ViewNode) { node.isAside = isBehind }
}
