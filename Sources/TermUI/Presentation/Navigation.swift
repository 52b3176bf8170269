import TermCore

/// Views that lead to others: a ``NavigationLink`` goes on, Esc or `<` goes back. The first line says where one is, as
/// ``View/navigationTitle(_:)`` has it.
public struct NavigationStack<Root: View>: View {
    private let root: Root

    @StateObject private var path = NavigationPath()

    /// Begins with `root`.
    public init(@ViewBuilder root: () -> Root) {
        self.root = root()
    }

    /// Where one is, and the view there.
    public var body: some View {
        VStack(alignment: .leading) {
            if let title = path.titles.last, !title.isEmpty || path.views.count > 0 {
                HStack {
                    if !path.views.isEmpty {
                        Button("<") { path.pop() }.buttonLook(.plain)
                    }
                    Text(title).bold()
                }
                .lineLimit(1)
            }
            Group {
                if let last = path.views.last { last.view.id(last.number) } else { root }
            }
            .environment(\.navigation, path)
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

    /// `label` is what is pressed.
    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }

    /// A button without a frame.
    public var body: some View {
        let (navigation, destination) = (navigation, destination)
        Button(action: { navigation?.push(AnyView(destination())) }, label: { label }).buttonLook(.plain)
    }
}

extension NavigationLink where Label == Text {
    /// With words to press.
    public init(_ title: some StringProtocol, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }
}

extension View {
    /// What the navigation's first line says while the view is shown.
    public func navigationTitle(_ title: some StringProtocol) -> some View {
        modified(NavigationTitle(title: String(title)))
    }
}

private struct NavigationTitle: NodeModifier, Equatable {
    let title: String

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) { node.environment.navigation?.name(title, at: node.depth) }
}
