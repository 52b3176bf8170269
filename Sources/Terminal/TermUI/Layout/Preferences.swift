/// A value that views report to the views around them. Values of several views become one by
/// ``reduce(value:nextValue:)``.
nonisolated public protocol PreferenceKey {
    /// The type of the value.
    associatedtype Value

    /// The value where no view reports one.
    static var defaultValue: Value { get }

    /// Adds the value of the next view, in their order.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

nonisolated extension PreferenceKey where Value: ExpressibleByNilLiteral {
    public static var defaultValue: Value { nil }
}

extension View {
    /// Reports a value to the views around, in place of those of the views within.
    public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
        modified(Preference<K>(value: { _, _ in value }))
    }

    public func transformPreference<K: PreferenceKey>(
        _ key: K.Type = K.self, _ callback: @escaping (inout K.Value) -> Void
    ) -> some View {
        modified(
            Preference<K> { _, inner in
                var value = inner ?? K.defaultValue
                callback(&value)
                return value
            })
    }

    public func anchorPreference<A, K: PreferenceKey>(
        key: K.Type = K.self, value: Anchor<A>.Source, transform: @escaping (Anchor<A>) -> K.Value
    ) -> some View {
        modified(Preference<K> { node, _ in transform(Anchor(node: node, source: value)) })
    }

    /// Runs with the value that the views within report, at first and whenever it differs, after the layout.
    public func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable {
        modified(PreferenceReader<K>(action: action))
    }

    /// Puts a view that is made of what the views within report in front of this one.
    public func overlayPreferenceValue<K: PreferenceKey, V: View>(
        _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
    ) -> some View {
        PreferenceLayer<K, Self, V>(content: self, alignment: alignment, isBehind: false, layer: transform)
    }

    /// Puts a view that is made of what the views within report behind this one.
    public func backgroundPreferenceValue<K: PreferenceKey, V: View>(
        _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
    ) -> some View {
        PreferenceLayer<K, Self, V>(content: self, alignment: alignment, isBehind: true, layer: transform)
    }
}

private protocol PreferenceSource {
    /// The value that is told, of what is told within; nil if it is of another kind.
    func value<K: PreferenceKey>(_ key: K.Type, _ node: ViewNode, _ inner: () -> K.Value?) -> K.Value?
}

private struct Preference<Key: PreferenceKey>: NodeModifier, PreferenceSource {
    let value: (ViewNode, Key.Value?) -> Key.Value

    // It has a place, which an anchor may ask for.
    static var draws: Bool { false }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool { true }

    func updated(_ node: ViewNode) { node.graph.preferencesChanged() }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: rect)
        node.graph.preferencesChanged()
    }

    func released(_ node: ViewNode) { node.graph.preferencesChanged() }

    func value<K: PreferenceKey>(_ key: K.Type, _ node: ViewNode, _ inner: () -> K.Value?) -> K.Value? {
        guard K.self == Key.self else { return nil }
        return value(node, inner() as? Key.Value) as? K.Value
    }
}

extension ViewNode {
    /// The value that the view and the views within report; nil if none does.
    fileprivate func preference<K: PreferenceKey>(_ key: K.Type) -> K.Value? {
        func within() -> K.Value? {
            var value: K.Value?
            for child in children where !child.isInFront && !child.isAside {
                guard let next = child.preference(key) else { continue }
                if var sum = value {
                    K.reduce(value: &sum) { next }
                    value = sum
                } else {
                    value = next
                }
            }
            return value
        }
        return (primitive as? any PreferenceSource)?.value(key, self, within) ?? within()
    }
}

/// A view to which others report values.
private protocol PreferenceListener {
    func read(_ node: ViewNode)
}

private struct PreferenceReader<Key: PreferenceKey>: NodeModifier, PreferenceListener {
    let action: (Key.Value) -> Void

    static var isTransparent: Bool { true }

    private final class Last {
        var value: Key.Value?
    }

    func updated(_ node: ViewNode) {
        node.graph.listen(node)
        node.graph.preferencesChanged()
    }

    func read(_ node: ViewNode) {
        let last = node.memo as? Last ?? Last()
        node.memo = last
        let value = node.children.first?.preference(Key.self) ?? Key.defaultValue
        guard last.value.map({ !isSame($0, value) }) ?? true else { return }
        last.value = value
        action(value)
    }

    /// Values that cannot be compared are the same if their descriptions are.
    private func isSame(_ one: Key.Value, _ other: Key.Value) -> Bool {
        if let one = one as? any Equatable { return one.isSame(as: other) }
        return String(describing: one) == String(describing: other)
    }
}

extension Equatable {
    fileprivate func isSame(as other: Any) -> Bool { (other as? Self) == self }
}

/// A view with another one before or behind it that is made of what it reports.
private struct PreferenceLayer<Key: PreferenceKey, Content: View, Front: View>: View {
    let content: Content
    let alignment: Alignment
    let isBehind: Bool
    let layer: (Key.Value) -> Front

    @State private var value: Key.Value?

    var body: some View {
        let heard = content.modified(PreferenceReader<Key> { value = $0 })
        if isBehind {
            heard.background(alignment: alignment) { layer(value ?? Key.defaultValue) }
        } else {
            heard.overlay(alignment: alignment) { layer(value ?? Key.defaultValue) }
        }
    }
}

extension ViewGraph {
    /// Has the values read once everything has its place.
    fileprivate func preferencesChanged() {
        guard !readsPreferences, !listeners.isEmpty else { return }
        readsPreferences = true
        afterLayout { [weak self] in
            guard let self else { return }
            readsPreferences = false
            listeners = listeners.filter { $0.value()?.isAttached == true }
            // Inner ones first: outer ones may read what they report.
            for node in listeners.values.compactMap({ $0() }).sorted(by: { $0.depth > $1.depth }) {
                (node.primitive as? any PreferenceListener)?.read(node)
            }
        }
    }

    fileprivate func listen(_ node: ViewNode) {
        if listeners[ObjectIdentifier(node)] == nil { listeners[ObjectIdentifier(node)] = { [weak node] in node } }
    }
}
