/// Somebody else's value, to read and set.
@propertyWrapper
@dynamicMemberLookup
nonisolated public struct Binding<Value>: @MainActor DynamicProperty {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// A binding by two functions, which are called on the main actor.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        read = get
        write = set
    }

    /// Another binding's value.
    public init(projectedValue: Binding) {
        self = projectedValue
    }

    /// A value that may be missing, of one that is there.
    public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
        self.init(get: { base.read() }, set: { if let value = $0 { base.write(value) } })
    }

    /// The value of one that may be missing; nil if it is missing now. If it is missing later, the last one counts.
    public init?(_ base: Binding<Value?>) {
        guard let first = base.read() else { return nil }
        self.init(get: { base.read() ?? first }, set: { if base.read() != nil { base.write($0) } })
    }

    /// A value of any kind that can be compared.
    public init<Wrapped: Hashable>(_ base: Binding<Wrapped>) where Value == AnyHashable {
        self.init(get: { AnyHashable(base.read()) }, set: { if let value = $0.base as? Wrapped { base.write(value) } })
    }

    /// A value that nobody can change.
    public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

    /// The current value.
    @preconcurrency @MainActor public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    /// Itself.
    @preconcurrency @MainActor public var projectedValue: Binding { self }

    /// A part of the value as a binding.
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
    /// The value's identity.
    public var id: Value.ID { read().id }
}

nonisolated extension Binding: Sequence where Value: MutableCollection & RandomAccessCollection {
    /// An element as a binding.
    public typealias Element = Binding<Value.Element>
    /// Goes through the elements.
    public typealias Iterator = IndexingIterator<Binding<Value>>
    /// Some of the elements.
    public typealias SubSequence = Slice<Binding<Value>>
}

nonisolated extension Binding: Collection where Value: MutableCollection & RandomAccessCollection {
    /// A place among the elements.
    public typealias Index = Value.Index
    /// All places.
    public typealias Indices = Value.Indices
}

nonisolated extension Binding: BidirectionalCollection where Value: MutableCollection & RandomAccessCollection {}

nonisolated extension Binding: RandomAccessCollection where Value: MutableCollection & RandomAccessCollection {
    /// The collection's places.
    public var startIndex: Value.Index { read().startIndex }
    /// The place after the last element.
    public var endIndex: Value.Index { read().endIndex }

    /// All places.
    public var indices: Value.Indices { read().indices }

    /// The next place.
    public func index(after place: Value.Index) -> Value.Index { read().index(after: place) }

    /// The place before.
    public func index(before place: Value.Index) -> Value.Index { read().index(before: place) }

    /// An element as a binding. After its place has gone, it has the element that was there, which nobody can change.
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
    /// A view for each element of a binding, which can change it: `ForEach($items) { $item in … }`.
    public init<Elements: MutableCollection & RandomAccessCollection>(
        _ data: Binding<Elements>, @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
    ) where Data == Binding<Elements>, Elements.Element: Identifiable, ID == Elements.Element.ID {
        self.init(data, key: { $0.id }, content: content)
    }

    /// The same, identifying each element by a part that no two elements have in common.
    public init<Elements: MutableCollection & RandomAccessCollection>(
        _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>,
        @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
    ) where Data == Binding<Elements> {
        self.init(data, key: { $0.wrappedValue[keyPath: id] }, content: content)
    }
}
