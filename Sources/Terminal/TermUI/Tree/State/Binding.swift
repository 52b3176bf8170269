/// A value that belongs to another owner, and can be read and set.
@propertyWrapper
@dynamicMemberLookup
nonisolated public struct Binding<Value>: @MainActor DynamicProperty {
    private let read: () -> Value
    private let write: (Value) -> Void

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        read = get
        write = set
    }

    public init(projectedValue: Binding) {
        self = projectedValue
    }

    public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
        self.init(get: { base.read() }, set: { if let value = $0 { base.write(value) } })
    }

    /// Creates a binding to the value of an optional binding, or returns nil if the value is missing now. If the value
    /// disappears later, the first value is used.
    public init?(_ base: Binding<Value?>) {
        guard let first = base.read() else { return nil }
        self.init(get: { base.read() ?? first }, set: { if base.read() != nil { base.write($0) } })
    }

    public init<Wrapped: Hashable>(_ base: Binding<Wrapped>) where Value == AnyHashable {
        self.init(get: { AnyHashable(base.read()) }, set: { if let value = $0.base as? Wrapped { base.write(value) } })
    }

    /// Returns a binding to a value that nobody can change.
    public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

    @preconcurrency @MainActor public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    @preconcurrency @MainActor public var projectedValue: Binding { self }

    public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> {
        Binding<Part>(
            get: { read()[keyPath: path] },
            set: { part in
                var value = read()
                value[keyPath: path] = part
                write(value)
            })
    }
}

nonisolated extension Binding: Identifiable where Value: Identifiable {
    public var id: Value.ID { read().id }
}

nonisolated extension Binding: Sequence where Value: MutableCollection & RandomAccessCollection {
    public typealias Element = Binding<Value.Element>
    public typealias Iterator = IndexingIterator<Binding<Value>>
    public typealias SubSequence = Slice<Binding<Value>>
}

nonisolated extension Binding: Collection where Value: MutableCollection & RandomAccessCollection {
    public typealias Index = Value.Index
    public typealias Indices = Value.Indices
}

nonisolated extension Binding: BidirectionalCollection where Value: MutableCollection & RandomAccessCollection {}

nonisolated extension Binding: RandomAccessCollection where Value: MutableCollection & RandomAccessCollection {
    public var startIndex: Value.Index { read().startIndex }
    /// The index after the last element.
    public var endIndex: Value.Index { read().endIndex }

    public var indices: Value.Indices { read().indices }

    public func index(after place: Value.Index) -> Value.Index { read().index(after: place) }

    public func index(before place: Value.Index) -> Value.Index { read().index(before: place) }

    /// An element as a binding. Once the element's place no longer exists, the binding keeps the last element at this
    /// place. This element can no longer be changed.
    public subscript(position: Value.Index) -> Binding<Value.Element> {
        let element = read()[position]
        func isThere(_ values: Value) -> Bool { values.startIndex <= position && position < values.endIndex }
        return Binding<Value.Element>(
            get: {
                let values = read()
                return isThere(values) ? values[position] : element
            },
            set: { element in
                var values = read()
                guard isThere(values) else { return }
                values[position] = element
                write(values)
            })
    }
}

extension ForEach {
    /// Creates a view for each element of a binding. The view can change the element: `ForEach($items) { $item in … }`.
    public init<Elements: MutableCollection & RandomAccessCollection>(
        _ data: Binding<Elements>, @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
    ) where Data == Binding<Elements>, Elements.Element: Identifiable, ID == Elements.Element.ID {
        self.init(data, key: { $0.id }, content: content)
    }

    /// Creates a view for each element of a binding. Each element is identified by a property that is unique to the
    /// element.
    public init<Elements: MutableCollection & RandomAccessCollection>(
        _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>,
        @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
    ) where Data == Binding<Elements> {
        self.init(data, key: { $0.wrappedValue[keyPath: id] }, content: content)
    }
}
