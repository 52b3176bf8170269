/// A value that a view's place in the tree keeps, and that the view shows. Setting it, on the main actor, draws the
/// view again.
@propertyWrapper
public struct State<Value>: NodeProperty, DynamicProperty {
    private let initial: Value
    private var location: Location?

    /// The value, kept while views come and go.
    private final class Location {
        var value: Value
        weak var node: ViewNode?

        init(_ value: Value, _ node: ViewNode) {
            self.value = value
            self.node = node
        }
    }

    @preconcurrency @MainActor public init(wrappedValue: Value) {
        initial = wrappedValue
    }

    @preconcurrency @MainActor public init(initialValue: Value) {
        initial = initialValue
    }

    /// The current value; outside of a tree, the first value.
    @preconcurrency @MainActor public var wrappedValue: Value {
        get { location?.value ?? initial }
        nonmutating set { Self.set(newValue, at: location) }
    }

    @preconcurrency @MainActor public var projectedValue: Binding<Value> {
        let (location, initial) = (location, initial)
        return Binding(get: { location?.value ?? initial }, set: { Self.set($0, at: location) })
    }

    private static func set(_ value: Value, at location: Location?) {
        guard let location else { return }
        let isSame = (location.value as? any Equatable).map { $0.isSame(as: value) } ?? false
        location.value = value
        if !isSame, let node = location.node { OnMain.run { node.invalidate() } }
    }

    @MainActor mutating func connect(to node: ViewNode, place: Int) {
        let location = node.storage[place] as? Location ?? Location(initial, node)
        node.storage[place] = location
        self.location = location
    }
}

extension State where Value: ExpressibleByNilLiteral {
    /// Begins with nil.
    @preconcurrency @MainActor public init() {
        self.init(wrappedValue: nil)
    }
}

extension Equatable {
    nonisolated fileprivate func isSame(as other: Any) -> Bool { (other as? Self) == self }
}
