/// The action of a lock when access is granted.
package enum LockAction: String, Sendable, Hashable, CaseIterable {
    case unlock
    /// The lock unlocks and also pulls the latch.
    case unlatch
}
