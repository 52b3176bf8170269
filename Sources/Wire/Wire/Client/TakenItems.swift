/// How many items a reader has taken since the last grant.
package struct TakenItems: Sendable, Hashable {
    /// How many items the server may send before it is granted more.
    let window: Int
    private var count = 0

    /// `window` is the credit in the call's terms.
    package init(window: Int) {
        self.window = window
    }

    /// Counts an item as taken. Once half of the window is used, returns how many to grant now; otherwise nil.
    package mutating func take() -> Int? {
        count += 1
        guard count * 2 >= window else { return nil }
        defer { count = 0 }
        return count
    }
}
