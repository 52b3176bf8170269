/// A view that another view consists of. Example: `ComposedViews.swift` in `Tests/Gallery`.
public struct Subview: View, Identifiable {
    nonisolated public struct ID: Hashable {
        fileprivate let key: ViewNode.Key
    }

    public let id: ID
    fileprivate let content: any View

    public var body: some View { AnyView(content) }
}

/// The views that another view consists of. A view that is made of others by its `body` counts as one.
public struct SubviewsCollection: RandomAccessCollection {
    private let views: [Subview]

    init(_ view: some View) {
        views = allMembers(of: view).map { Subview(id: Subview.ID(key: $0.key), content: $0.view) }
    }

    nonisolated public var startIndex: Int { 0 }
    nonisolated public var endIndex: Int { views.count }
    nonisolated public subscript(index: Int) -> Subview { views[index] }
}

extension Group {
    /// Creates a view from the views that `view` consists of.
    public init<Base: View>(
        subviews view: Base, @ViewBuilder transform: @escaping (_ subviews: SubviewsCollection) -> Content
    ) {
        let subviews = SubviewsCollection(view)
        self.init { transform(subviews) }
    }
}

extension ForEach where Data == SubviewsCollection, ID == Subview.ID {
    /// Creates a view for each of the views that `view` consists of.
    public init<V: View>(subviews view: V, @ViewBuilder content: @escaping (_ subview: Subview) -> Content) {
        self.init(SubviewsCollection(view), key: { $0.id }, content: content)
    }
}
