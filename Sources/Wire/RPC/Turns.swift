import NIOCore

/// Items of several parties that take turns. Each party's items keep their order. No matter how many items one party
/// has, another party's first item waits for no more than one item from each party.
package struct Turns<Party: Hashable, Item> {
    private var waiting: [Party: CircularBuffer<Item>] = [:]
    /// The keys of `waiting`, beginning with the party that is served next.
    private var order = CircularBuffer<Party>()

    /// Creates an empty value.
    package init() {}

    package var isEmpty: Bool { order.isEmpty }

    /// Adds an item after the other items of its party.
    package mutating func append(_ item: Item, for party: Party) {
        if waiting[party] == nil { order.append(party) }
        waiting[party, default: CircularBuffer(initialCapacity: 1)].append(item)
    }

    /// Removes and returns the next item, or returns nil if there is no item.
    package mutating func next() -> Item? {
        guard let party = order.popFirst(), let item = waiting[party]?.popFirst() else { return nil }
        if waiting[party]?.isEmpty == true { waiting[party] = nil } else { order.append(party) }
        return item
    }
}
