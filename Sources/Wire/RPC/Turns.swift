import NIOCore

/// Items of several parties that take turns; each party's items keep their order. However many items one party has,
/// another party's first item waits for at most one item from each.
package struct Turns<Party: Hashable, Item> {
    private var waiting: [Party: CircularBuffer<Item>] = [:]
    /// The keys of `waiting`; the next one to serve comes first.
    private var order = CircularBuffer<Party>()

    /// Starts empty.
    package init() {}

    package var isEmpty: Bool { order.isEmpty }

    /// Adds an item after those that its party already has.
    package mutating func append(_ item: Item, for party: Party) {
        if waiting[party] == nil { order.append(party) }
        waiting[party, default: CircularBuffer(initialCapacity: 1)].append(item)
    }

    /// Removes and returns the next item; nil if there is none.
    package mutating func next() -> Item? {
        guard let party = order.popFirst(), let item = waiting[party]?.popFirst() else { return nil }
        if waiting[party]?.isEmpty == true { waiting[party] = nil } else { order.append(party) }
        return item
    }
}
