import SeamModel
import Wire

/// A running attempt that opens a lock by a local grant.
struct LocalHold: Sendable {
    /// The binding of the lock. The set contains exactly one id.
    var bindingIDs: Set<String>
    var uid: UInt32
    var groups: Set<UInt32>
    /// When the attempt was allowed.
    var since: Timestamp

    /// Whether one of the grants allowed the attempt when it began. An attempt that began in time may end later.
    func isHeld(by grants: [LocalGrant]) -> Bool {
        grants.contains { grant in
            bindingIDs.contains(grant.bindingID) && grant.isFor(uid: uid, groups: groups) && grant.isInForce(at: since)
        }
    }
}
