public import OpenCombine

/// A model that another object owns. The view is scheduled for redrawing when the model is about to change.
@propertyWrapper
public struct ObservedObject<Object: ObservableObject>: NodeProperty, DynamicProperty {
    private var object: Object

    @preconcurrency @MainActor public var wrappedValue: Object {
        get { object }
        set { object = newValue }
    }

    @preconcurrency @MainActor public init(wrappedValue: Object) {
        object = wrappedValue
    }

    @preconcurrency @MainActor public init(initialValue: Object) {
        object = initialValue
    }

    @preconcurrency @MainActor public var projectedValue: ObjectBindings<Object> {
        ObjectBindings(object: wrappedValue)
    }

    @MainActor mutating func connect(to node: ViewNode, place: Int) {
        ObjectWatch.keep(object, at: place, of: node)
    }
}

/// A model that a view's place in the tree owns. The model is created when the view is first shown, and released with
/// the place.
@propertyWrapper
public struct StateObject<Object: ObservableObject>: NodeProperty, DynamicProperty {
    private let make: @MainActor () -> Object
    private var kept: Object?

    @preconcurrency @MainActor public init(wrappedValue make: @autoclosure @escaping @MainActor () -> Object) {
        self.make = make
    }

    /// The model. Outside a tree, this is a new model each time.
    @preconcurrency @MainActor public var wrappedValue: Object { kept ?? make() }

    @preconcurrency @MainActor public var projectedValue: ObjectBindings<Object> {
        ObjectBindings(object: wrappedValue)
    }

    @MainActor mutating func connect(to node: ViewNode, place: Int) {
        let watch = node.storage[place] as? ObjectWatch<Object> ?? ObjectWatch(make(), for: node)
        node.storage[place] = watch
        kept = watch.object
    }
}

@dynamicMemberLookup
nonisolated public struct ObjectBindings<Object: ObservableObject> {
    let object: Object

    public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Object, Value>) -> Binding<Value> {
        let object = object
        return Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
    }
}

/// Observes a model, and causes a new evaluation of a node when the model changes.
nonisolated final class ObjectWatch<Object: ObservableObject> {
    let object: Object
    private let subscription: AnyCancellable

    init(_ object: Object, for node: ViewNode) {
        self.object = object
        subscription = object.objectWillChange.sink { [weak node] _ in
            OnMain.run { node?.invalidate() }
        }
    }

    /// Observes a model for a property of a node, unless the model is already observed for this property.
    @MainActor static func keep(_ object: Object, at place: Int, of node: ViewNode) {
        if (node.storage[place] as? ObjectWatch)?.object === object { return }
        node.storage[place] = ObjectWatch(object, for: node)
    }
}
