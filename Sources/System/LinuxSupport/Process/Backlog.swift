/// The values that wait for one slow reader, in order and within limits. Values that exceed the limits are dropped and
/// counted. Their number stands in their place.
package struct Backlog<Element: Sendable>: Sendable {
    /// The next item for the reader.
    package enum Item: Sendable {
        case element(Element)
        /// The number of elements that were dropped at this place.
        case gap(Int)
    }

    /// The limits on the waiting elements.
    package struct Bounds: Sendable {
        package let count: Int
        package let bytes: Int

        package init(count: Int, bytes: Int) {
            (self.count, self.bytes) = (count, bytes)
        }
    }

    private typealias Entry = (item: Item, bytes: Int)

    private let bounds: Bounds
    /// The arrived entries, the newest last.
    private var arrived: [Entry] = []
    /// The entries about to be read, the oldest last.
    private var leaving: [Entry] = []
    private var count = 0
    private var bytes = 0
    private var isServed = false

    /// Creates an empty backlog.
    package init(_ bounds: Bounds) { self.bounds = bounds }

    /// Adds an element. Returns whether the element was accepted. Also returns whether the reader must be woken,
    /// because the reader had left when no element was waiting.
    package mutating func add(_ element: Element, bytes size: Int) -> (isTaken: Bool, wakes: Bool) {
        let isTaken = count < bounds.count && bytes + size <= bounds.bytes
        if isTaken {
            arrived.append((.element(element), size))
            count += 1
            bytes += size
        } else if case .gap(let missing)? = arrived.last?.item {
            arrived[arrived.count - 1].item = .gap(missing + 1)
        } else {
            // Each gap follows an element, so the number of elements limits the gaps.
            arrived.append((.gap(1), 0))
        }
        defer { isServed = true }
        return (isTaken, !isServed)
    }

    /// Removes and returns the next item. If no item is waiting, returns nil, and the reader then leaves.
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
