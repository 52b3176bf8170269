/// For each call of a connection, a value. The call's id is the key.
///
/// Ids only grow, so a new call is added at the end, and a search can rely on a sorted array. Nearly always, the wanted
/// call is the last one. The type is public so that the compiler can specialize it in other modules.
@frozen
public struct CallTable<Value> {
    /// One call.
    @frozen
    public struct Entry {
        /// The id of the call.
        public let id: Int64
        /// The value of the call.
        public var value: Value

        @inlinable
        init(id: Int64, value: Value) {
            self.id = id
            self.value = value
        }
    }

    @usableFromInline
    var kept: [Entry] = []

    /// The entries, sorted by increasing id.
    @inlinable
    public var entries: [Entry] { kept }

    /// Creates an empty table.
    @inlinable
    public init() {}

    /// The number of calls in the table.
    @inlinable
    public var count: Int { kept.count }

    /// Whether the table is empty.
    @inlinable
    public var isEmpty: Bool { kept.isEmpty }

    /// The ids, in increasing order.
    public var ids: [Int64] { kept.map(\.id) }

    /// The index of call `id`. The index is valid until the next time a call is added or removed.
    @inlinable
    public func index(of id: Int64) -> Int? {
        guard let last = kept.last else { return nil }
        if last.id == id { return kept.count - 1 }
        guard id < last.id else { return nil }
        var low = 0
        var high = kept.count
        while low < high {
            let middle = (low + high) / 2
            if kept[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return kept[low].id == id ? low : nil
    }

    /// The value at an index from ``index(of:)``. The value can be changed in place.
    @inlinable
    public subscript(at index: Int) -> Value {
        get { kept[index].value }
        _modify { yield &kept[index].value }
    }

    /// The value of call `id`. Setting nil removes the call.
    @inlinable
    public subscript(id: Int64) -> Value? {
        get { index(of: id).map { kept[$0].value } }
        set {
            if let index = index(of: id) {
                if let newValue { kept[index].value = newValue } else { remove(at: index) }
            } else if let newValue {
                insert(newValue, for: id)
            }
        }
    }

    /// Removes the call at an index, and returns the call's value. The index comes from ``index(of:)``.
    @inlinable
    @discardableResult
    public mutating func remove(at index: Int) -> Value {
        index == kept.count - 1 ? kept.removeLast().value : kept.remove(at: index).value
    }

    /// Removes call `id`, and returns the call's value.
    @inlinable
    @discardableResult
    public mutating func remove(_ id: Int64) -> Value? {
        index(of: id).map { remove(at: $0) }
    }

    /// Adds `value` for call `id`, which must not be in the table yet.
    @inlinable
    public mutating func insert(_ value: Value, for id: Int64) {
        if kept.last.map({ $0.id < id }) ?? true {
            kept.append(Entry(id: id, value: value))
        } else {
            let place = kept.firstIndex { $0.id > id } ?? kept.endIndex
            kept.insert(Entry(id: id, value: value), at: place)
        }
    }
}

extension CallTable: Sendable where Value: Sendable {}
extension CallTable.Entry: Sendable where Value: Sendable {}
