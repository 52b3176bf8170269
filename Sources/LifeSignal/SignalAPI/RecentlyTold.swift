/// The elements that a follower has had of a list whose stream has no state: after a new connection it sends the rest
/// of the list, and nothing twice. It remembers as many ids as a list can have.
package struct RecentlyTold: Sendable {
    private static let most = 1_024
    private var ids: Set<SignalID> = []
    private var order: [SignalID] = []

    /// Nothing was sent.
    package init() {}

    /// Whether the id is new; from now on it is not.
    package mutating func insert(_ id: SignalID) -> Bool {
        guard ids.insert(id).inserted else { return false }
        order.append(id)
        // Twice the bound, so that it is rarely cut.
        if order.count > 2 * Self.most {
            for old in order.prefix(order.count - Self.most) { ids.remove(old) }
            order.removeFirst(order.count - Self.most)
        }
        return true
    }
}
