/// Values that wait for one slow reader, in order and within bounds. Values that do not fit are counted, and the count
/// stands in their place.
package struct Backlog<Element: Sendable>: Sendable {
    /// The reader's next value.
    package enum Item: Sendable {
        case element(Element)
        /// As many elements did not fit here.
        case gap(Int)
    }

    /// How much may wait.
    package struct Bounds: Sendable {
        package let count: Int
        package let bytes: Int

        package init(count: Int, bytes: Int) {
            (self.count, self.bytes) = (count, bytes)
        }
    }

    private typealias Entry = (item: Item, bytes: Int)

    private let bounds: Bounds
    /// The newest is last.
    private var arrived: [Entry] = []
    /// The oldest is last.
    private var leaving: [Entry] = []
    private var count = 0
    private var bytes = 0
    private var isServed = false

    /// Nothing waits.
    package init(_ bounds: Bounds) { self.bounds = bounds }

    /// Whether the element was taken, and whether the reader must be woken, which has gone since nothing waited.
    package mutating func add(_ element: Element, bytes size: Int) -> (isTaken: Bool, wakes: Bool) {
        let isTaken = count < bounds.count && bytes + size <= bounds.bytes
        if isTaken {
            arrived.append((.element(element), size))
            count += 1
            bytes += size
        } else if case .gap(let missing)? = arrived.last?.item {
            arrived[arrived.count - 1].item = .gap(missing + 1)
        } else {
            // Each gap follows an element, so that elements bound the gaps.
            arrived.append((.gap(1), 0))
        }
        defer { isServed = true }
        return (isTaken, !isServed)
    }

    /// The next item; nil when nothing waits, and the reader goes.
    package mutating func next() -> Item? {
        if leaving.isEmpty {
            leaving = arrived.reversed()
            arrived = []
        }
        guard let entry = leaving.popLast() else {
            isServed = false
            return nil
        }
        if case .element = entry.item { count -= 1 }
        bytes -= entry.bytes
        return entry.item
    }
}
