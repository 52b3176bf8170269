public import OpenCombine

/// A model that somebody else keeps: its view is drawn anew before the model changes.
@propertyWrapper
nonisolated public struct ObservedObject<Object: ObservableObject>: @MainActor NodeProperty {
    /// The model.
    public var wrappedValue: Object

    /// Observes a model.
    public init(wrappedValue: Object) {
        self.wrappedValue = wrappedValue
    }

    /// Its properties as bindings.
    @MainActor public var projectedValue: ObjectBindings<Object> { ObjectBindings(object: wrappedValue) }

    @MainActor func connect(to node: ViewNode, place: Int) {
        if (node.storage[place] as? Observation<Object>)?.object === wrappedValue { return }
        node.storage[place] = Observation(wrappedValue, for: node)
    }
}

/// A model that a view's place in the tree keeps: made when the view is first shown, and released with it.
@propertyWrapper
nonisolated public struct StateObject<Object: ObservableObject>: @MainActor NodeProperty {
    private let cell: Cell

    @MainActor private final class Cell {
        let make: @MainActor () -> Object
        lazy var own = make()
        var kept: Observation<Object>?

        nonisolated init(_ make: @escaping @MainActor () -> Object) {
            self.make = make
        }
    }

    /// The first model.
    public init(wrappedValue make: @autoclosure @escaping @MainActor () -> Object) {
        cell = Cell(make)
    }

    /// The model.
    @MainActor public var wrappedValue: Object { cell.kept?.object ?? cell.own }

    /// Its properties as bindings.
    @MainActor public var projectedValue: ObjectBindings<Object> { ObjectBindings(object: wrappedValue) }

    @MainActor func connect(to node: ViewNode, place: Int) {
        let kept = node.storage[place] as? Observation<Object> ?? Observation(cell.own, for: node)
        node.storage[place] = kept
        cell.kept = kept
    }
}

/// A model's properties as bindings.
@dynamicMemberLookup
nonisolated public struct ObjectBindings<Object: ObservableObject> {
    let object: Object

    /// A property as a binding.
    public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Object, Value>) -> Binding<Value> {
        let object = object
        return Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
    }
}

/// Observes a model, and asks a node again when the model changes.
nonisolated private final class Observation<Object: ObservableObject> {
    let object: Object
    private let subscription: AnyCancellable

    init(_ object: Object, for node: ViewNode) {
        self.object = object
        subscription = object.objectWillChange.sink { [weak node] _ in
            MainActor.assumeIsolated { node?.invalidate() }
        }
    }
}
