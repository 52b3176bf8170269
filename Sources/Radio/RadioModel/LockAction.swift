/// What granted access makes a lock do.
package enum LockAction: String, Sendable, Hashable, CaseIterable {
    case unlock
    /// Also pulls the latch.
    case unlatch
}
