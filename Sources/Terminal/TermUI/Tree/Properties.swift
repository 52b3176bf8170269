/// A property of a view whose value is kept by the view's node.
nonisolated public protocol DynamicProperty {}

/// A property that is connected to its view's node before the view is asked for its body.
protocol NodeProperty: DynamicProperty {
    /// `place` is the property's number among the view's properties.
    func connect(to node: ViewNode, place: Int)
}

/// Finds the properties of views that are connected to their nodes.
enum Properties {
    /// Whether a kind of view has any such property: it is the same for all views of a kind.
    private static var known: [ObjectIdentifier: Bool] = [:]

    static func areIn(_ view: any View) -> Bool {
        let kind = ObjectIdentifier(type(of: view))
        if let known = known[kind] { return known }
        let found =
            !(view is any PrimitiveView) && Mirror(reflecting: view).children.contains { $0.value is any NodeProperty }
        known[kind] = found
        return found
    }

    static func connect(_ view: Any, to node: ViewNode) {
        for (place, child) in Mirror(reflecting: view).children.enumerated() {
            (child.value as? any NodeProperty)?.connect(to: node, place: place)
        }
    }
}
