/// The effect of a granted access on a lock.
package enum LockAction: String, Sendable, Hashable, CaseIterable {
    case unlock
    /// Also pulls the latch.
    case unlatch
}
