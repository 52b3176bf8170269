import NIOCore

/// Items of several parties, which take turns; the items of each come in their order. However many one party has, the
/// first item of another waits for one item of each.
package struct Turns<Party: Hashable, Item> {
    private var waiting: [Party: CircularBuffer<Item>] = [:]
    /// The keys of `waiting`; the next one to serve comes first.
    private var order = CircularBuffer<Party>()

    /// Nobody has an item.
    package init() {}

    package var isEmpty: Bool { order.isEmpty }

    /// Takes an item, which comes after those that its party has.
    package mutating func append(_ item: Item, for party: Party) {
        if waiting[party] == nil { order.append(party) }
        waiting[party, default: CircularBuffer(initialCapacity: 1)].append(item)
    }

    /// Takes out the item that comes next; nil when no item waits.
    package mutating func next() -> Item? {
        guard let party = order.popFirst(), let item = waiting[party]?.popFirst() else { return nil }
        if waiting[party]?.isEmpty == true { waiting[party] = nil } else { order.append(party) }
        return item
    }
}
