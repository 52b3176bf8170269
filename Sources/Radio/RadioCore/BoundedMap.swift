/// A dictionary with at most `capacity` entries. If there are more, it drops the entry that was set the longest ago.
package struct BoundedMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var stamp: UInt64
    }

    package let capacity: Int
    private var entries: [Key: Entry] = [:]
    /// The keys in the order in which they were set. A key is outdated if the entry has another stamp now.
    private var order: [(key: Key, stamp: UInt64)] = []
    private var head = 0
    private var stamp: UInt64 = 0

    /// - Parameter capacity: At least 1.
    package init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    package var count: Int { entries.count }

    package var all: some Sequence<(key: Key, value: Value)> {
        entries.lazy.map { (key: $0.key, value: $0.value.value) }
    }

    package subscript(key: Key) -> Value? { entries[key]?.value }

    /// Sets a value and makes its key the newest.
    package mutating func set(_ key: Key, _ value: Value) {
        stamp += 1
        entries[key] = Entry(value: value, stamp: stamp)
        order.append((key, stamp))
        while entries.count > capacity { dropOldest() }
        if order.count > 4 * capacity + 16 { forgetHistory() }
    }

    /// Changes a value in place, without changing its age. Does nothing for an unknown key.
    package mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
        guard entries[key] != nil else { return }
        if var entry = entries[key] {
            body(&entry.value)
            entries[key] = entry
        }
    }

    /// Forgets the value of `key`, if there is one.
    package mutating func remove(_ key: Key) {
        entries[key] = nil
    }

    /// Forgets everything.
    package mutating func removeAll() {
        entries.removeAll()
        order.removeAll()
        head = 0
    }

    private mutating func dropOldest() {
        while head < order.count {
            let oldest = order[head]
            head += 1
            if entries[oldest.key]?.stamp == oldest.stamp {
                entries[oldest.key] = nil
                return
            }
        }
    }

    private mutating func forgetHistory() {
        order = order[head...].filter { entries[$0.key]?.stamp == $0.stamp }
        head = 0
    }
}
