/// What the views around it have said to a view, by key.
nonisolated public struct EnvironmentValues {
    private final class Values {
        var byKey: [ObjectIdentifier: Any]

        init(_ byKey: [ObjectIdentifier: Any]) {
            self.byKey = byKey
        }
    }

    private var values = Values([:])

    /// Nothing said.
    public init() {}

    /// What was said last on the way from the root, or the key's default.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values.byKey[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set {
            var byKey = values.byKey
            byKey[ObjectIdentifier(key)] = newValue
            values = Values(byKey)
        }
    }

    /// Both are one: nothing was said in between.
    func isSame(as other: EnvironmentValues) -> Bool { values === other.values }
}

/// A name for something that is said to all views below.
nonisolated public protocol EnvironmentKey {
    /// What is said.
    associatedtype Value

    /// What holds where nothing is.
    static var defaultValue: Value { get }
}

/// What was said to the view, by its path in ``EnvironmentValues``.
@propertyWrapper
public struct Environment<Value>: NodeProperty {
    private let path: KeyPath<EnvironmentValues, Value>
    private let cell = Cell()

    private final class Cell {
        var values = EnvironmentValues()
    }

    /// The value at that path.
    public init(_ path: KeyPath<EnvironmentValues, Value>) {
        self.path = path
    }

    /// What is said now.
    public var wrappedValue: Value { cell.values[keyPath: path] }

    func connect(to node: ViewNode, place: Int) {
        cell.values = node.environment
    }
}
