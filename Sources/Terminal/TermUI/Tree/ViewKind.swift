/// What is known of all views of one type. It is kept, because it takes long to find.
final class ViewKind {
    let isPrimitive: Bool
    let isEquatable: Bool
    let isLayer: Bool
    /// Whether it is a modifier of what may stand for several views.
    let isOfSeveral: Bool
    /// The properties that are connected to the node.
    let properties: [Properties.Field]

    private static var known: [ObjectIdentifier: ViewKind] = [:]

    static func of(_ view: any View) -> ViewKind {
        let type = type(of: view)
        if let known = known[ObjectIdentifier(type)] { return known }
        let kind = ViewKind(view)
        known[ObjectIdentifier(type)] = kind
        return kind
    }

    private init(_ view: any View) {
        isPrimitive = view is any PrimitiveView
        isEquatable = view is any Equatable
        isLayer = view is any LayerView
        isOfSeveral = (view as? any RowWrapper)?.inner is any SeveralViews
        properties = isPrimitive ? [] : Properties.fields(of: type(of: view))
    }
}
