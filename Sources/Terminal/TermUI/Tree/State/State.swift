/// A value that a view shows and that the view's place in the tree keeps. Setting the value on the main actor redraws
/// the view.
@propertyWrapper
public struct State<Value>: NodeProperty, DynamicProperty {
    private let initial: Value
    private var location: Location?

    /// The storage of the value, which outlives the views.
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

    /// The current value. Outside a tree, this is the initial value.
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
    /// Creates a value that is initially nil.
    @preconcurrency @MainActor public init() {
        self.init(wrappedValue: nil)
    }
}

extension Equatable {
    nonisolated fileprivate func isSame(as other: Any) -> Bool { (other as? Self) == self }
}
