import ProviderHost
import RadioModel
import SeamModel
import Wire

/// The part of the radio that attempts use.
protocol UnlockRadio: Sendable {
    /// Waits until the radio can be used. Returns false after `limit`.
    func isReady(within limit: Duration) async -> Bool

    /// Waits until one of the locks is seen, and returns its index. If several locks are seen in the first moments,
    /// returns the strongest. The wait has no time limit: if no lock is seen, only cancellation or a failure ends it.
    func find(_ devices: [DeviceAddress], services: [BluetoothUUID]) async throws(WireError) -> Int

    /// Leases and connects a lock. The lease lasts until ``LeasedLink/close()``, or until the link is lost. No commit
    /// write is sent later than `commitWithin` from now. `commitWithin` is nil for operations without a commit write.
    func open(
        _ device: DeviceAddress, allow: [CharacteristicPath], attemptID: String, commitWithin: Duration?,
        timeout: Duration
    ) async throws(WireError) -> any LeasedLink
}

/// A leased link. The caller that opened the link must close it.
protocol LeasedLink: LockLink {
    /// Allows the commit write until `commitWithin` from now.
    func limit(commitWithin: Duration) async throws(WireError)

    /// Releases the lease and disconnects. This may be called repeatedly.
    func close() async
}
