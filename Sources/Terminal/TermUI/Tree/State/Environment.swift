/// The values that enclosing views have set for a view, by key.
nonisolated public struct EnvironmentValues {
    private final class Values {
        let byKey: [ObjectIdentifier: AnyObject]

        init(_ byKey: [ObjectIdentifier: AnyObject]) {
            self.byKey = byKey
        }
    }

    /// A stored value. The storage is an object because checking the type of an object is much faster than checking the
    /// type of an arbitrary value.
    private final class Kept<Value> {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var values = Values([:])

    public init() {}

    /// The value that was set last on the path from the root, or the key's default.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { (values.byKey[ObjectIdentifier(key)] as? Kept<Key.Value>)?.value ?? Key.defaultValue }
        set {
            var byKey = values.byKey
            byKey[ObjectIdentifier(key)] = Kept(newValue)
            values = Values(byKey)
        }
    }

    /// Whether both environments are the same object, so that no value was set between them.
    func isSame(as other: EnvironmentValues) -> Bool { values === other.values }
}

/// A key for a value that can be set for all views below a view.
nonisolated public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value

    /// The value if no value is set.
    static var defaultValue: Value { get }
}

/// A value of the environment with its default: `extension EnvironmentValues { @Entry var name: Type = value }`. A
/// default without a type is created once. A default with a type is created on each read while no value is set.
@attached(accessor) @attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "SeamMacros", type: "EntryMacro")

/// A value from the view's environment, by its path in ``EnvironmentValues``.
@propertyWrapper
public struct Environment<Value>: NodeProperty, DynamicProperty {
    private let read: (EnvironmentValues) -> Value
    private var values: EnvironmentValues?

    @preconcurrency @MainActor public init(_ path: KeyPath<EnvironmentValues, Value>) {
        read = { $0[keyPath: path] }
    }

    init(read: @escaping (EnvironmentValues) -> Value) {
        self.read = read
    }

    @preconcurrency @MainActor public var wrappedValue: Value { read(values ?? EnvironmentValues()) }

    @MainActor mutating func connect(to node: ViewNode, place: Int) {
        values = node.environment
    }
}
