import SeamModel
import Wire

/// A holder that opens a lock by a local grant.
struct LocalHold: Sendable {
    /// The lock; there is exactly one.
    var bindingIDs: Set<String>
    var uid: UInt32
    var groups: Set<UInt32>
    /// When the attempt was allowed.
    var since: Timestamp

    /// Whether one of the grants allowed it then. An attempt that began in time may end later.
    func isHeld(by grants: [LocalGrant]) -> Bool {
        grants.contains { grant in
            bindingIDs.contains(grant.bindingID) && grant.isFor(uid: uid, groups: groups) && grant.isInForce(at: since)
        }
    }
}
