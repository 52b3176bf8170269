/// What is kept of each call of a connection, by its id.
///
/// Ids only grow, so that a new call stands behind all others and a search is one of a sorted array; nearly always
/// the call asked for is the last. Public, so that the compiler makes a copy of it for each of its uses in other
/// modules.
@frozen
public struct CallTable<Value> {
    /// One call.
    @frozen
    public struct Entry {
        /// The call's.
        public let id: Int64
        /// What is kept of it.
        public var value: Value

        @inlinable
        init(id: Int64, value: Value) {
            self.id = id
            self.value = value
        }
    }

    @usableFromInline
    var kept: [Entry] = []

    /// By growing id.
    @inlinable
    public var entries: [Entry] { kept }

    /// No calls.
    @inlinable
    public init() {}

    /// Calls of which something is kept.
    @inlinable
    public var count: Int { kept.count }

    /// Whether nothing is kept.
    @inlinable
    public var isEmpty: Bool { kept.isEmpty }

    /// By growing id.
    public var ids: [Int64] { kept.map(\.id) }

    /// Where call `id` stands, until a call is added or removed.
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

    /// What is kept at ``index(of:)``, in place.
    @inlinable
    public subscript(at index: Int) -> Value {
        get { kept[index].value }
        _modify { yield &kept[index].value }
    }

    /// What is kept of call `id`; nil forgets it.
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

    /// Forgets the call at ``index(of:)`` and hands out what was kept of it.
    @inlinable
    @discardableResult
    public mutating func remove(at index: Int) -> Value {
        index == kept.count - 1 ? kept.removeLast().value : kept.remove(at: index).value
    }

    /// Forgets call `id` and hands out what was kept of it.
    @inlinable
    @discardableResult
    public mutating func remove(_ id: Int64) -> Value? {
        index(of: id).map { remove(at: $0) }
    }

    /// Keeps `value` for call `id`, of which nothing is kept yet.
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
