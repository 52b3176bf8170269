import ProviderHost
import SealedStore
import SeamModel
import Wire

/// One door that an attempt may open: its lock, and what the journal calls it.
struct UnlockCandidate: Sendable, Equatable {
    var binding: Binding
    var entranceID: String?
    var entranceName: String?

    /// What the journal says of it.
    var journalled: AttemptLock {
        AttemptLock(
            bindingID: binding.id, address: binding.device.address, entranceID: entranceID, entranceName: entranceName)
    }
}

/// The radio as an attempt uses it.
protocol UnlockRadio: Sendable {
    /// Waits until the radio can be used; false when that did not come within `limit`.
    func isReady(within limit: Duration) async -> Bool

    /// Waits until one of the locks was seen and answers its index: the strongest of those seen in the scan's first
    /// moments. Runs until it is cancelled or fails.
    func find(_ devices: [DeviceAddress], services: [BluetoothUUID]) async throws(WireError) -> Int

    /// Leases and connects a lock. The lease lives until ``LeasedLink/close()``, or until the link is lost. No commit
    /// write leaves later than `commitWithin`, from now; nil for operations that have none.
    func open(
        _ device: DeviceAddress, allow: [CharacteristicPath], attemptID: String, commitWithin: Duration?,
        timeout: Duration
    ) async throws(WireError) -> any LeasedLink
}

/// A link that is leased: whoever opened it gives it back.
protocol LeasedLink: LockLink {
    /// Gives the lease back and disconnects. May be called again.
    func close() async
}
