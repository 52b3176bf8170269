import TermCore
public import TermUI

/// A stack of pages that lead to other pages. A ``NavigationLink`` opens the next page, and Esc or `<` goes back. The
/// first line of the stack has the page's title and the items of the page's toolbar. A page keeps its state until the
/// person returns to the page. A page behind another page counts as disappeared, as on a phone. Example:
/// `NavigationPage.swift` in `Tests/Gallery`.
public struct NavigationStack<Root: View>: View {
    private let root: Root
    private let path: (() -> NavigationSteps)?

    @StateObject private var model = NavigationModel()

    public init(@ViewBuilder root: () -> Root) {
        self.root = root()
        path = nil
    }

    public init<Values>(path: Binding<Values>, @ViewBuilder root: () -> Root)
    where
        Values: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Values.Element: Hashable
    {
        self.root = root()
        self.path = {
            NavigationSteps(
                values: path.wrappedValue.map { AnyHashable($0) },
                append: { if let value = $0.base as? Values.Element { path.wrappedValue.append(value) } },
                removeLast: {
                    if !path.wrappedValue.isEmpty { path.wrappedValue.removeSubrange(path.wrappedValue.last) }
                })
        }
    }

    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
        self.root = root()
        self.path = {
            NavigationSteps(
                values: path.wrappedValue.values, append: { path.wrappedValue.append($0) },
                removeLast: { path.wrappedValue.removeLast() })
        }
    }

    public var body: some View {
        model.path = path?()
        return NavigationPages(root: root, model: model, pages: model.pages)
    }
}

extension RangeReplaceableCollection where Self: BidirectionalCollection {
    /// Removes the last element, if there is one.
    fileprivate mutating func removeSubrange(_ last: Element?) { if last != nil { removeLast() } }
}

public typealias NavigationView = NavigationStack

/// The pages of a navigation under its bar.
struct NavigationPages<Root: View>: View {
    let root: Root
    let model: NavigationModel
    let pages: [NavigationModel.Page]

    @State private var editMode = EditMode.inactive

    var body: some View {
        let current = pages.last ?? .root
        VStack(alignment: .leading) {
            NavigationBar(model: model)
            root.filling(.center).modified(NavigationPage(model: model, page: .root, isBehind: current != .root))
            ForEach(pages, id: \.self) { page in
                PageView(model: model, page: page).filling(.center)
                    .modified(NavigationPage(model: model, page: page, isBehind: page != current))
            }
            NavigationBar(model: model, isBelow: true)
        }
        .modified(EditModeSetting(mode: $editMode))
        .modified(WayBack(isOpen: !pages.isEmpty && model.allowsBack))
        .onKeyPress(.escape) {
            guard !pages.isEmpty, model.allowsBack else { return .ignored }
            model.pop()
            return .handled
        }
    }
}

private struct PageView: PrimitiveView {
    let model: NavigationModel
    let page: NavigationModel.Page

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) {
        guard let view = node.observing({ model.view(of: page, for: node) }) else {
            return node.setChildren([any View]())
        }
        node.setChild(view)
    }
}

/// A page that is kept when other pages come in front of it.
private struct NavigationPage: NodeModifier {
    let model: NavigationModel
    let page: NavigationModel.Page
    let isBehind: Bool

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: isBehind) { values in
            values.navigation = NavigationPlace(model: model, page: page)
            if isBehind { values.isEnabled = false }
            guard page != .root else { return }
            let (model, page) = (model, page)
            values.dismiss = DismissAction { if model.current == page { model.pop() } }
            values.isPresented = true
        }
    }

    func updated(_ node: ViewNode) {
        guard node.isAside != isBehind else { return }
        model.turn()
        node.isAside = isBehind
        // If a person returns to the page, they continue at the same place.
        if isBehind {
            node.memo = node.graph.focused.flatMap { $0.isWithin(node) ? LeftFocus(node: $0) : nil }
        } else if let left = (node.memo as? LeftFocus)?.node {
            node.graph.wish(left)
        }
    }

    private final class LeftFocus {
        weak let node: ViewNode?

        init(node: ViewNode) { self.node = node }
    }
}

/// Example: `NavigationPage.swift` in `Tests/Gallery`.
public struct NavigationLink<Label: View, Destination: View>: View {
    private enum Goal {
        case view(() -> Destination)
        case value(AnyHashable?)
        case binding(Binding<Bool>, () -> Destination)
    }

    private let goal: Goal
    private let label: Label

    @Environment(\.navigation) private var navigation

    private init(_ goal: Goal, label: Label) {
        (self.goal, self.label) = (goal, label)
    }

    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(.view(destination), label: label())
    }

    public init(destination: @autoclosure @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(.view(destination), label: label())
    }

    public init(
        destination: @autoclosure @escaping () -> Destination, isActive: Binding<Bool>,
        @ViewBuilder label: () -> Label
    ) {
        self.init(.binding(isActive, destination), label: label())
    }

    public init(
        isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label
    ) {
        self.init(.binding(isActive, destination), label: label())
    }

    /// Creates a link. Its destination is shown while `selection` is `tag`.
    public init<Tag: Hashable>(
        destination: @autoclosure @escaping () -> Destination, tag: Tag, selection: Binding<Tag?>,
        @ViewBuilder label: () -> Label
    ) {
        let isActive = Binding<Bool>(
            get: { MainActor.assumeIsolated { selection.wrappedValue == tag } },
            set: { isActive in
                MainActor.assumeIsolated {
                    if isActive {
                        selection.wrappedValue = tag
                    } else if selection.wrappedValue == tag {
                        selection.wrappedValue = nil
                    }
                }
            })
        self.init(.binding(isActive, destination), label: label())
    }

    /// A button without a frame. If the button is in a row, a sign at the row's end shows that it leads to another
    /// page.
    public var body: some View {
        let (navigation, goal) = (navigation, goal)
        Button(action: { Self.follow(goal, navigation) }, label: { label }).buttonStyle(.plain)
            .modified(LinkedPage(navigation: navigation, shown: shown))
            .disabled(isIdle)
    }

    private var isIdle: Bool { if case .value(nil) = goal { true } else { false } }

    private var shown: LinkedPage.Shown? {
        guard case .binding(let isActive, let destination) = goal else { return nil }
        return LinkedPage.Shown(
            view: isActive.wrappedValue ? { AnyView(destination()) } : nil, onPop: { isActive.wrappedValue = false })
    }

    private static func follow(_ goal: Goal, _ navigation: NavigationPlace?) {
        switch goal {
        case .view(let destination): navigation?.model.push { AnyView(destination()) }
        case .value(let value): if let value { navigation?.model.push(value) }
        case .binding(let isActive, _): isActive.wrappedValue = true
        }
    }
}

/// A page that exists for as long as its binding requests it.
struct LinkedPage: NodeModifier {
    struct Shown {
        let view: (() -> AnyView)?
        let onPop: () -> Void
    }

    let navigation: NavigationPlace?
    let shown: Shown?

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) {
        guard let shown, let navigation = navigation ?? node.environment.navigation else { return }
        navigation.model.show(shown.view, for: node, onPop: shown.onPop)
    }

    func released(_ node: ViewNode) {
        guard shown != nil else { return }
        (navigation ?? node.environment.navigation)?.model.show(nil, for: node) {}
    }
}

extension NavigationLink where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }

    /// Creates a link with a title, in the form from before iOS 16.
    public init(_ titleKey: LocalizedStringKey, destination: @autoclosure @escaping () -> Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }

    /// Creates a link with a title, in the form from before iOS 16.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, destination: @autoclosure @escaping () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }

    public init(
        _ titleKey: LocalizedStringKey, destination: @autoclosure @escaping () -> Destination, isActive: Binding<Bool>
    ) {
        self.init(destination: destination(), isActive: isActive) { Text(titleKey) }
    }
}

extension NavigationLink where Destination == Never {
    /// Creates a link to the destination of a value. See ``View/navigationDestination(for:destination:)``. Without a
    /// value, the link cannot be used.
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) {
        self.init(.value(value.map { AnyHashable($0) }), label: label())
    }

    public init<Value: Hashable>(_ titleKey: LocalizedStringKey, value: Value?) where Label == Text {
        self.init(value: value) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<Value: Hashable>(_ title: some StringProtocol, value: Value?) where Label == Text {
        self.init(value: value) { Text(title) }
    }
}

extension View {
    /// Sets the page for values of a type. The page is shown when a ``NavigationLink`` or the stack's path leads to a
    /// value of this type.
    public func navigationDestination<Value: Hashable, Destination: View>(
        for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> Destination
    ) -> some View {
        modified(DestinationOfValues<Value>(destination: { AnyView(destination($0)) }))
    }

    /// Adds a page that is shown while `isPresented` is true.
    public func navigationDestination<Destination: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination
    ) -> some View {
        let view = isPresented.wrappedValue ? { AnyView(destination()) } : nil
        return modified(
            LinkedPage(
                navigation: nil, shown: LinkedPage.Shown(view: view, onPop: { isPresented.wrappedValue = false })))
    }

    /// Adds a page that is shown while `item` is not nil.
    public func navigationDestination<Item: Hashable, Destination: View>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> Destination
    ) -> some View {
        let view = item.wrappedValue.map { item in { AnyView(destination(item).id(item)) } }
        return modified(
            LinkedPage(navigation: nil, shown: LinkedPage.Shown(view: view, onPop: { item.wrappedValue = nil })))
    }
}

private struct DestinationOfValues<Value: Hashable>: NodeModifier {
    let destination: (Value) -> AnyView

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) {
        guard let place = node.environment.navigation else { return }
        place.model.register(destination, on: place.page)
    }
}
