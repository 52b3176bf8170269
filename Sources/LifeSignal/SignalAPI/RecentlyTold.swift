/// The elements that a follower has already received from a list whose stream has no state. After reconnecting, the
/// follower delivers only elements that it has not delivered before. The record keeps as many ids as a list can have.
package struct RecentlyTold: Sendable {
    private static let most = 1_024
    private var ids: Set<SignalID> = []
    private var order: [SignalID] = []

    /// Creates a record with no elements.
    package init() {}

    /// Records an id, and returns whether it was new.
    package mutating func insert(_ id: SignalID) -> Bool {
        guard ids.insert(id).inserted else { return false }
        order.append(id)
        // The ids are trimmed only at twice the limit, so that trimming is rare.
        if order.count > 2 * Self.most {
            for old in order.prefix(order.count - Self.most) { ids.remove(old) }
            order.removeFirst(order.count - Self.most)
        }
        return true
    }
}
