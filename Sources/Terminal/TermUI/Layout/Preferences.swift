/// A value that views report to their enclosing views. ``reduce(value:nextValue:)`` combines the values of several
/// views.
nonisolated public protocol PreferenceKey {
    /// The type of the value.
    associatedtype Value

    /// The value if no view reports one.
    static var defaultValue: Value { get }

    /// Combines the value with the next view's value, in view order.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

nonisolated extension PreferenceKey where Value: ExpressibleByNilLiteral {
    public static var defaultValue: Value { nil }
}

extension View {
    /// Reports a value to the enclosing views. This value replaces the values of the views inside.
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

    /// After the layout, runs `action` with the value that the views inside report. The action runs once initially, and
    /// then whenever the value changes.
    public func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable {
        modified(PreferenceReader<K>(action: action))
    }

    /// Puts a view in front of this view. The new view is made from the value that the views inside report.
    public func overlayPreferenceValue<K: PreferenceKey, V: View>(
        _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
    ) -> some View {
        PreferenceLayer<K, Self, V>(content: self, alignment: alignment, isBehind: false, layer: transform)
    }

    /// Puts a view behind this view. The new view is made from the value that the views inside report.
    public func backgroundPreferenceValue<K: PreferenceKey, V: View>(
        _ key: K.Type = K.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (K.Value) -> V
    ) -> some View {
        PreferenceLayer<K, Self, V>(content: self, alignment: alignment, isBehind: true, layer: transform)
    }
}

private protocol PreferenceSource {
    /// Returns the value that this view reports, or nil for another key. The closure `inner` returns the value that the
    /// views inside report.
    func value<K: PreferenceKey>(_ key: K.Type, _ node: ViewNode, _ inner: () -> K.Value?) -> K.Value?
}

private struct Preference<Key: PreferenceKey>: NodeModifier, PreferenceSource {
    let value: (ViewNode, Key.Value?) -> Key.Value

    // The view must have a place, because an anchor may refer to the view.
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
    /// Returns the value that the view and the views inside report together. If none of them reports a value, returns
    /// nil.
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

    /// Whether two values are the same. If values cannot be compared, they count as equal when their descriptions
    /// match.
    private func isSame(_ one: Key.Value, _ other: Key.Value) -> Bool {
        if let one = one as? any Equatable { return one.isSame(as: other) }
        return String(describing: one) == String(describing: other)
    }
}

extension Equatable {
    fileprivate func isSame(as other: Any) -> Bool { (other as? Self) == self }
}

/// A view with a second view in front of it or behind it. The second view is made from the value that the first view
/// reports.
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
    /// Requests that the values be read once all views are placed.
    fileprivate func preferencesChanged() {
        guard !readsPreferences, !listeners.isEmpty else { return }
        readsPreferences = true
        afterLayout { [weak self] in
            guard let self else { return }
            readsPreferences = false
            listeners = listeners.filter { $0.value()?.isAttached == true }
            // Inner views are read first, because outer views may read the values that inner views report.
            for node in listeners.values.compactMap({ $0() }).sorted(by: { $0.depth > $1.depth }) {
                (node.primitive as? any PreferenceListener)?.read(node)
            }
        }
    }

    fileprivate func listen(_ node: ViewNode) {
        if listeners[ObjectIdentifier(node)] == nil { listeners[ObjectIdentifier(node)] = { [weak node] in node } }
    }
}
