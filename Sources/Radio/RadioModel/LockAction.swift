/// What a granted access does to a lock.
package enum LockAction: String, Sendable, Hashable, CaseIterable {
    case unlock
    /// Also pulls the latch.
    case unlatch
}
