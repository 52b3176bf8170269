/// The facts about all views of one type. They are cached because finding them is slow: the runtime searches for a
/// conformance each time a view is asked.
///
/// Its methods take only descriptions of its own type, which ``isOf(_:)`` checks.
class ViewKind {
    private let type: ObjectIdentifier
    let isLayer: Bool
    /// Whether it clips its content to its own space.
    let isClipping: Bool
    /// Whether it modifies something that may stand for several views.
    let isOfSeveral: Bool
    /// Whether two descriptions are equal; nil if they cannot be compared.
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
        // The type is checked and not the view: casting an optional view would cast its content.
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

    /// Whether two descriptions of this kind are equal; those that cannot be compared never are.
    func areEqual(_ one: any View, _ other: any View) -> Bool { compare?(one, other) ?? false }

    /// The behaviour of the view's node; nil for a view that is made of others.
    func behaviour(_ view: any View, _ node: ViewNode) -> (any NodeBehaviour)? { nil }

    /// Makes the node's children again.
    func update(_ view: any View, _ node: ViewNode) {}
}

/// The kind of a view that is made of others.
private final class ComposedKind<Described: View>: ViewKind {
    /// The properties that are connected to the node.
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

/// The kind of a view that makes its children itself.
private final class PrimitiveKind<Described: PrimitiveView>: ViewKind {
    init(_ type: Described.Type, _ view: any View) { super.init(view) }

    override func behaviour(_ view: any View, _ node: ViewNode) -> (any NodeBehaviour)? {
        view.known(as: Described.self).behaviour(node)
    }

    override func update(_ view: any View, _ node: ViewNode) { view.known(as: Described.self).update(node) }
}

extension View {
    /// The view as its own type. A cast would go through the runtime, and take ten times as long.
    fileprivate func known<Known>(as type: Known.Type) -> Known {
        Self.self == type ? unsafe unsafeBitCast(self, to: type) : cast(to: type)
    }

    /// An object may be passed as an instance of its superclass.
    @inline(never) private func cast<Known>(to type: Known.Type) -> Known {
        guard let known = self as? Known else { preconditionFailure("\(Self.self) is not of the kind \(type)") }
        return known
    }
}
