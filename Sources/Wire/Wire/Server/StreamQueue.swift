/// The items of one stream that are waiting for credit or for the socket. They are in order.
struct StreamQueue: Sendable {
    private struct Entry: Sendable {
        var item: OutgoingItem
        /// The number of events that this item replaces.
        var events: Int
    }

    /// The items that were dropped since the last `gap` item.
    private struct Gap: Sendable {
        /// The number of dropped events. It is not the same as the number of items, because an item may replace several
        /// events.
        var count = 0
        var from: Int64?
        var to: Int64?
    }

    private var entries: [Entry] = []
    private var head = 0
    private var gap: Gap?
    /// The number of bytes of the waiting items.
    private(set) var byteCount = 0

    var count: Int { entries.count - head + (gap == nil ? 0 : 1) }
    var isEmpty: Bool { head == entries.count && gap == nil }

    /// Adds an item within the limits. Returns false if this policy cannot keep the limits.
    mutating func push(_ item: OutgoingItem, policy: OverflowPolicy, items: Int, bytes: Int) -> Bool {
        switch policy {
        case .latest, .dropOldest:
            if policy == .latest, replace(item) {
                while byteCount > bytes, entries.count - head > 1 { dropFirst() }
                return byteCount <= bytes
            }
            while head < entries.count, entries.count - head >= items || byteCount + Self.size(item) > bytes {
                dropFirst()
            }
        case .lossless:
            break
        }
        guard entries.count - head < items, byteCount + Self.size(item) <= bytes else { return false }
        entries.append(Entry(item: item, events: item.count))
        byteCount += Self.size(item)
        return true
    }

    /// Returns the next item, and the number of events that it replaces.
    mutating func pop() -> (item: OutgoingItem, events: Int)? {
        if let gap {
            self.gap = nil
            let data: JSON = .members(
                ("count", .int(gap.count)), ("from", gap.from.map(JSON.integer)), ("to", gap.to.map(JSON.integer)))
            return (OutgoingItem("gap", JSONText(data)), 1)
        }
        guard head < entries.count else { return nil }
        let entry = entries[head]
        removeFirst()
        return (entry.item, entry.events)
    }

    mutating func removeAll() {
        self = StreamQueue()
    }

    private mutating func replace(_ item: OutgoingItem) -> Bool {
        guard let key = item.key, let index = entries[head...].firstIndex(where: { $0.item.key == key }) else {
            return false
        }
        byteCount += Self.size(item) - Self.size(entries[index].item)
        entries[index].item = item
        entries[index].events += item.count
        return true
    }

    private mutating func dropFirst() {
        let item = entries[head].item
        var gap = gap ?? Gap()
        gap.count += entries[head].events
        gap.from = gap.from ?? item.seq
        gap.to = item.seq ?? gap.to
        self.gap = gap
        removeFirst()
    }

    private mutating func removeFirst() {
        byteCount -= Self.size(entries[head].item)
        entries[head].item.data = .emptyObject
        head += 1
        if head == entries.count {
            entries.removeAll(keepingCapacity: head <= 64)
            head = 0
        } else if head >= 256 {
            entries.removeSubrange(..<head)
            head = 0
        }
    }

    /// The number of bytes for which an item counts. It includes the item's data, its kind, and the approximate size of
    /// the envelope.
    private static func size(_ item: OutgoingItem) -> Int { item.data.bytes.count + item.kind.utf8.count + 64 }
}
