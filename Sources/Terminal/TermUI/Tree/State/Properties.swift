@_spi(Reflection) import Swift

/// A property of a view. The view's node keeps the property's value, or the property is made of such properties.
@MainActor @preconcurrency public protocol DynamicProperty {
    /// Called before the view's body is evaluated, once the properties inside have their values.
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// A property that is connected to its view's node before the view's body is evaluated.
nonisolated protocol NodeProperty {
    /// Connects the property to a node. The argument `place` identifies the property among the properties of the view.
    @MainActor mutating func connect(to node: ViewNode, place: Int)
}

/// A property of this module that is made of other properties.
nonisolated protocol NestedProperty {}

/// Finds the properties of views that are connected to their nodes. The properties are changed in a copy of the view
/// that belongs to the node, because one description may be shown in several places, each with values of its own.
package enum Properties {
    /// A property, by its place in the view's memory.
    @safe package struct Field {
        let connect: (UnsafeMutableRawPointer, ViewNode) -> Void
    }

    /// The known fields, which are the same for all views of a kind.
    private static var known: [ObjectIdentifier: [Field]] = [:]

    /// Returns the properties of a kind of view.
    static func fields(of kind: Any.Type) -> [Field] {
        if let known = known[ObjectIdentifier(kind)] { return known }
        let found = find(in: kind, at: 0)
        known[ObjectIdentifier(kind)] = found
        return found
    }

    private static func find(in kind: Any.Type, at base: Int) -> [Field] {
        var fields: [Field] = []
        unsafe _forEachField(of: kind) { _, offset, type, _ in
            let place = base + offset
            if let property = type as? any NodeProperty.Type {
                fields.append(connected(property, at: place))
            } else if let property = type as? any DynamicProperty.Type {
                fields += find(in: type, at: place)
                fields.append(updated(property, at: place))
            } else if type is any NestedProperty.Type {
                fields += find(in: type, at: place)
            }
            return true
        }
        return fields
    }

    private static func connected<Property: NodeProperty>(_ kind: Property.Type, at place: Int) -> Field {
        unsafe Field { view, node in
            unsafe (view + place).assumingMemoryBound(to: kind).pointee.connect(to: node, place: place)
        }
    }

    private static func updated<Property: DynamicProperty>(_ kind: Property.Type, at place: Int) -> Field {
        unsafe Field { view, _ in unsafe (view + place).assumingMemoryBound(to: kind).pointee.update() }
    }

    /// Connects the properties of `view`.
    package static func connect<Value>(_ view: inout Value, to node: ViewNode) {
        connect(&view, fields(of: Value.self), to: node)
    }

    package static func connect<Value>(_ view: inout Value, _ fields: [Field], to node: ViewNode) {
        guard !fields.isEmpty else { return }
        unsafe withUnsafeMutablePointer(to: &view) { pointer in
            let memory = UnsafeMutableRawPointer(pointer)
            for field in fields { unsafe field.connect(memory, node) }
        }
    }
}
