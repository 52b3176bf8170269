/// A property of a view that is more than its value: the view's node keeps what it stands for.
nonisolated public protocol DynamicProperty {}

/// A property that is tied to its view's node before the view is asked for its body.
protocol NodeProperty: DynamicProperty {
    /// `place` is its number among the view's properties.
    func connect(to node: ViewNode, place: Int)
}

/// Finds the properties of views that are tied to their nodes.
enum Properties {
    /// By kind of view, whether it has any: that does not differ between two of a kind.
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
