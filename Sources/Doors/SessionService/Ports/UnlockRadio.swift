import ProviderHost
import RadioModel
import SeamModel
import Wire

/// The radio for attempts.
protocol UnlockRadio: Sendable {
    /// Waits until the radio can be used; false after `limit`.
    func isReady(within limit: Duration) async -> Bool

    /// Waits until one of the locks is seen, and returns its index. If several are seen in the first moments, returns
    /// the strongest. Has no time limit: only cancellation or a failure ends it otherwise.
    func find(_ devices: [DeviceAddress], services: [BluetoothUUID]) async throws(WireError) -> Int

    /// Leases and connects a lock. The lease lasts until ``LeasedLink/close()``, or until the link is lost. No commit
    /// write is sent later than `commitWithin` from now; it is nil for operations without a commit write.
    func open(
        _ device: DeviceAddress, allow: [CharacteristicPath], attemptID: String, commitWithin: Duration?,
        timeout: Duration
    ) async throws(WireError) -> any LeasedLink
}

/// A leased link; whoever opened it must close it.
protocol LeasedLink: LockLink {
    /// Sets the time until which a commit write may be sent: no later than `commitWithin` from now.
    func limit(commitWithin: Duration) async throws(WireError)

    /// Releases the lease and disconnects. May be called repeatedly.
    func close() async
}
