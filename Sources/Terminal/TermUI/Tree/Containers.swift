// These views contain other views, and leave the layout to the view around them.

/// Example: `ComposedViews.swift` in `Tests/Gallery`.
@preconcurrency @MainActor public struct EmptyView: PrimitiveView, Equatable {
    public init() {}

    package static var isTransparent: Bool { true }
}

/// Example: `ComposedViews.swift` in `Tests/Gallery`.
public struct TupleView<each Content: View>: PrimitiveView {
    /// The contained views. The views are not kept as a tuple, because a description is copied at every level of the
    /// tree, and only copying an array is cheap.
    package let parts: [any View]

    init(_ content: repeat each Content) {
        var parts: [any View] = []
        repeat parts.append(each content)
        self.parts = parts
    }

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) { node.setChildren(parts) }
}

/// One of two views. The state of one view is discarded when the other view takes its place. Example:
/// `ComposedViews.swift` in `Tests/Gallery`.
public struct ConditionalContent<First: View, Second: View>: PrimitiveView {
    package enum Branch {
        case first(First)
        case second(Second)
    }

    package let branch: Branch

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) {
        switch branch {
        case .first(let view): node.setChildren([(.identified(true), view)])
        case .second(let view): node.setChildren([(.identified(false), view)])
        }
    }
}

extension Optional: View where Wrapped: View {
    public var body: Never { preconditionFailure("an optional view is not made of other views") }
}

extension Optional: PrimitiveView, NodeBehaviour where Wrapped: View {
    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) { node.setChildren(map { [$0] } ?? []) }
}

/// A view of any kind. If a view of another kind takes its place, the state is created again. Example: `Gallery.swift`
/// in `Tests/Gallery`.
@preconcurrency @MainActor public struct AnyView: PrimitiveView {
    package let content: any View

    public init(_ view: some View) {
        content = view
    }

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) { node.setChild(content) }
}

/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Group<Content: View>: PrimitiveView {
    package let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) { node.setChild(content) }
}

/// A view for each element. The state of a view belongs to its element's identity, not to its place. Example:
/// `ControlsPage.swift` in `Tests/Gallery`.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    public let data: Data
    package let id: (Data.Element) -> ID
    package let content: (Data.Element) -> Content
    package var edits = RowEdits()

    package init(
        _ data: Data, key: @escaping (Data.Element) -> ID, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        (self.data, id, self.content) = (data, key, content)
    }

    /// Creates a view for each element. Each element is identified by a property that is unique to the element.
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        self.data = data
        self.id = { $0[keyPath: id] }
        self.content = content
    }

    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        self.id = { $0.id }
        self.content = content
    }

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) {
        node.setChildren(node.observing { data.map { (.identified(id($0)), content($0)) } })
    }
}

extension ForEach where Data == Range<Int>, ID == Int {
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.data = data
        self.id = { $0 }
        self.content = content
    }
}

/// A single element, no matter which views it consists of.
package struct Single<Content: View>: PrimitiveView {
    package let content: Content

    package init(content: Content) { self.content = content }

    package static var draws: Bool { false }

    package func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        true
    }

    package func update(_ node: ViewNode) { node.setChild(content) }
}
