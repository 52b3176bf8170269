/// Counts the items that a reader has taken since the client last granted items.
package struct TakenItems: Sendable, Hashable {
    /// The number of items that the server may send before the client grants further items.
    let window: Int
    private var count = 0

    /// Creates a count. `window` is the credit in the call's terms.
    package init(window: Int) {
        self.window = window
    }

    /// Counts an item as taken. Returns the number of items that must be granted now, if half of the window is used.
    /// Otherwise returns nil.
    package mutating func take() -> Int? {
        count += 1
        guard count * 2 >= window else { return nil }
        defer { count = 0 }
        return count
    }
}
