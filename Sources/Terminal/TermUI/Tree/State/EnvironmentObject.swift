public import Observation
public import OpenCombine

/// The model of a type that an enclosing view has set. Without such a model, the view would have nothing to show. The
/// program therefore ends with a message that names the type.
@propertyWrapper
public struct EnvironmentObject<Object: ObservableObject>: NodeProperty, DynamicProperty {
    private var found: Object?

    /// Creates a property for the nearest model of the type.
    @preconcurrency @MainActor public init() {}

    @preconcurrency @MainActor public var wrappedValue: Object {
        guard let found else { fatalError("no enclosing view has set a \(Object.self): use .environmentObject(_:)") }
        return found
    }

    @preconcurrency @MainActor public var projectedValue: ObjectBindings<Object> {
        ObjectBindings(object: wrappedValue)
    }

    @MainActor mutating func connect(to node: ViewNode, place: Int) {
        found = node.environment[ObjectKey<Object>.self]
        if let found { ObjectWatch.keep(found, at: place, of: node) }
    }
}

nonisolated private enum ObjectKey<Object>: EnvironmentKey {
    static var defaultValue: Object? { nil }
}

extension Environment {
    /// Creates a property for the observable model of a type that an enclosing view has set with
    /// ``View/environment(_:)``. Without such a model, the program ends with a message that names the type.
    @preconcurrency @MainActor public init(_ type: Value.Type) where Value: AnyObject, Value: Observable {
        self.init { values in
            guard let found = values[ObjectKey<Value>.self] else {
                fatalError("no enclosing view has set a \(Value.self): use .environment(_:)")
            }
            return found
        }
    }

    /// Creates a property for the observable model of a type, if an enclosing view has set one:
    /// `@Environment(Model.self) var model: Model?`.
    @preconcurrency @MainActor public init<Object: AnyObject & Observable>(_ type: Object.Type) where Value == Object? {
        self.init { $0[ObjectKey<Object>.self] }
    }
}

extension View {
    /// Sets a model for the views below. They find the model by its type with ``EnvironmentObject``.
    public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
        modified(ObjectChange(object: object))
    }

    /// Sets an observable model for the views below. They find the model by its type with `@Environment(Model.self)`.
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View {
        modified(ObjectChange(object: object))
    }
}

private struct ObjectChange<Object: AnyObject>: NodeModifier {
    let object: Object?

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: object.map { ObjectIdentifier($0) }) { $0[ObjectKey<Object>.self] = object }
    }
}

@propertyWrapper @dynamicMemberLookup
nonisolated public struct Bindable<Value: AnyObject & Observable> {
    private var model: Value

    @preconcurrency @MainActor public var wrappedValue: Value {
        get { model }
        set { model = newValue }
    }

    public init(wrappedValue: Value) {
        model = wrappedValue
    }

    public init(_ wrappedValue: Value) {
        model = wrappedValue
    }

    @preconcurrency @MainActor public var projectedValue: Bindable { self }

    public subscript<Part>(dynamicMember path: ReferenceWritableKeyPath<Value, Part>) -> Binding<Part> {
        let object = model
        return Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
    }
}
