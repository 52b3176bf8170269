/// A property that a view reports to its container, such as a tag. The container reads the property from the view's
/// description, through modifiers and groups of a single view.
package protocol ViewTrait: NodeModifier {}

/// Returns the value set by the outermost modifier of a kind.
package func trait<Trait: ViewTrait>(_ kind: Trait.Type = Trait.self, of view: any View) -> Trait? {
    var view = view
    while true {
        if let marked = view as? any TraitSource, let found = marked.marker as? Trait { return found }
        if let wrapper = view as? any RowWrapper {
            view = wrapper.inner
        } else if let group = view as? any Grouping, let inner = group.content as? any View {
            view = inner
        } else {
            return nil
        }
    }
}

extension ViewNode {
    /// Returns the outermost modifier of a kind in the node. The search goes through modifiers, and through views that
    /// are made of a single view.
    package func modifier<Kind>(_ kind: Kind.Type = Kind.self) -> (modifier: Kind, node: ViewNode)? {
        var node = self
        while true {
            if let found = node.primitive as? Kind { return (found, node) }
            let isPassed = node.primitive.map { type(of: $0).isTransparent || $0 is any NodeModifier } ?? true
            let inner = node.children.filter { !$0.isInFront && !$0.isAside }
            guard isPassed, inner.count == 1 else { return nil }
            node = inner[0]
        }
    }
}

/// A view with a modifier that may be a trait.
protocol TraitSource {
    var marker: Any { get }
}

extension Modified: TraitSource {
    var marker: Any { modifier }
}

/// Returns the views that a container's content represents, each with its identity.
package func allMembers(of view: any View) -> [(key: ViewNode.Key, view: any View)] {
    guard let several = view as? any SeveralViews, several.isSeveral else {
        return view is EmptyView ? [] : [(.place(0), view)]
    }
    return several.members.flatMap { outer in
        let inner = allMembers(of: outer.view)
        if inner.count == 1 { return [(outer.key, inner[0].view)] }
        return inner.map { (ViewNode.Key.identified(KeyPair(outer: outer.key, inner: $0.key)), $0.view) }
    }
}

private struct KeyPair: Hashable {
    let outer: ViewNode.Key
    let inner: ViewNode.Key
}

/// The value that represents a view in a container's selection.
package struct Tag: ViewTrait {
    package let value: AnyHashable
    /// Whether the tag also matches an optional selection.
    package let fitsOptional: Bool

    package init(value: AnyHashable, fitsOptional: Bool) { (self.value, self.fitsOptional) = (value, fitsOptional) }

    package static var isTransparent: Bool { true }
    package static var isSpread: Bool { true }

    /// Whether this tag represents the selection's value.
    package func stands<Selection: Hashable>(for selection: Selection) -> Bool {
        value == AnyHashable(selection)
    }

    /// Returns the tag as a selection's value, or nil if the tag has another type.
    package func selection<Selection: Hashable>(_ type: Selection.Type = Selection.self) -> Selection? {
        value.base as? Selection
    }
}

extension View {
    /// Sets the value that represents the view in a ``Picker``, a ``List`` or a ``TabView``. With `includeOptional`,
    /// the value also matches an optional selection.
    public func tag<Value: Hashable>(_ tag: Value, includeOptional: Bool = true) -> some View {
        modified(Tag(value: AnyHashable(tag), fitsOptional: includeOptional))
    }
}
