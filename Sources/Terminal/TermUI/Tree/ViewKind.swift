/// The properties that all views of one type share. They are cached because finding them is slow: the runtime searches
/// for a conformance each time a view is asked.
///
/// The methods accept only descriptions of this type, which ``isOf(_:)`` checks.
class ViewKind {
    private let type: ObjectIdentifier
    let isLayer: Bool
    /// Whether the view clips its content to its own space.
    let isClipping: Bool
    /// Whether the view modifies a view that may represent several views.
    let isOfSeveral: Bool
    /// Whether two descriptions are equal, or nil if they cannot be compared.
    private let compare: ((any View, any View) -> Bool)?

    private static var known: [ObjectIdentifier: ViewKind] = [:]

    static func of(_ view: any View) -> ViewKind {
        let type = ObjectIdentifier(Swift.type(of: view))
        if let known = known[type] { return known }
        let kind = make(view)
        known[type] = kind
        return kind
    }

    private static func make<Described: View>(_ view: Described) -> ViewKind {
        guard let type = Described.self as? any PrimitiveView.Type else { return ComposedKind(view) }
        return makePrimitive(type, view)
    }

    private static func makePrimitive(_ type: (some PrimitiveView).Type, _ view: any View) -> ViewKind {
        PrimitiveKind(type, view)
    }

    fileprivate init(_ view: any View) {
        // The type is checked and not the view, because casting an optional view would cast its content.
        let type = Swift.type(of: view)
        self.type = ObjectIdentifier(type)
        isLayer = type is any LayerView.Type
        isClipping = type is any ClippingView.Type
        isOfSeveral = (view as? any RowWrapper)?.inner is any SeveralViews
        compare = if let type = type as? any Equatable.Type { Self.comparing(type) } else { nil }
    }

    private static func comparing<Described: Equatable>(_ type: Described.Type) -> (any View, any View) -> Bool {
        { $0.known(as: Described.self) == $1.known(as: Described.self) }
    }

    /// Whether the view is of this kind.
    func isOf(_ view: any View) -> Bool { ObjectIdentifier(Swift.type(of: view)) == type }

    /// Whether descriptions of this kind can be compared.
    var isEquatable: Bool { compare != nil }

    /// Whether two descriptions of this kind are equal. Descriptions that cannot be compared are never equal.
    func areEqual(_ one: any View, _ other: any View) -> Bool { compare?(one, other) ?? false }

    /// Returns the behavior of the view's node. If the view is made of other views, returns nil.
    func behaviour(_ view: any View, _ node: ViewNode) -> (any NodeBehaviour)? { nil }

    /// Creates the node's children again.
    func update(_ view: any View, _ node: ViewNode) {}
}

/// The kind of a view that is made of other views.
private final class ComposedKind<Described: View>: ViewKind {
    /// The properties of the view that are connected to the node.
    private let properties: [Properties.Field]

    init(_ view: Described) {
        properties = Properties.fields(of: Described.self)
        super.init(view)
    }

    override func update(_ view: any View, _ node: ViewNode) {
        var view = view.known(as: Described.self)
        Properties.connect(&view, properties, to: node)
        node.setChild(node.observing { view.body })
    }
}

/// The kind of a view that creates its children itself.
private final class PrimitiveKind<Described: PrimitiveView>: ViewKind {
    init(_ type: Described.Type, _ view: any View) { super.init(view) }

    override func behaviour(_ view: any View, _ node: ViewNode) -> (any NodeBehaviour)? {
        view.known(as: Described.self).behaviour(node)
    }

    override func update(_ view: any View, _ node: ViewNode) { view.known(as: Described.self).update(node) }
}

extension View {
    /// Returns the view as its own type. A cast would go through the runtime, and would take ten times as long.
    fileprivate func known<Known>(as type: Known.Type) -> Known {
        Self.self == type ? unsafe unsafeBitCast(self, to: type) : cast(to: type)
    }

    /// Returns the view as a type with a cast. The cast is needed because an object may be passed as an instance of its
    /// superclass.
    @inline(never) private func cast<Known>(to type: Known.Type) -> Known {
        guard let known = self as? Known else { preconditionFailure("\(Self.self) is not of the kind \(type)") }
        return known
    }
}
