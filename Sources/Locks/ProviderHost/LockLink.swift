package import ProviderAPI
package import RadioModel
package import Wire

/// The link to one lock, as used by a provider's host. The session daemon implements this protocol with the broker's
/// `link.*` methods.
///
/// The lock's values are not buffered between the broker and the host: the host takes each value as it arrives. If
/// nobody takes a link's values, the broker ends the link (`stream.slow_consumer`). If a provider does not take the
/// values, the host ends the provider. There is no third limit.
///
/// Each method may take as long as the broker takes; the host limits each method to the operation's deadline. Errors
/// keep the broker's code, reason and effect: `link.closed`, `link.att_error`, `link.refused`, `link.write_unknown`, …
package protocol LockLink: Sendable {
    /// Waits until the link is open.
    ///
    /// Throws if the link does not open. The operation then ends for the same reason.
    func opened() async throws(WireError) -> OpenedLink

    /// Waits for the next event from the lock. The events begin when the link opens. Returns nil after
    /// ``LockLinkEvent/lost(reason:)``, and in a cancelled task. Cancelling the task does not end the link.
    ///
    /// Only one task may call this method.
    func next() async -> LockLinkEvent?

    /// Reads a characteristic that is listed in the provider's manifest.
    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8]

    /// Writes a value with the lock's confirmation.
    ///
    /// The flag `write.isCommit` marks the one write that can move the bolt. The session journals such a write before
    /// forwarding it.
    func write(_ write: GATTWrite) async throws(WireError)

    /// Subscribes to a characteristic's values, which arrive through ``next()``.
    func subscribe(_ path: CharacteristicPath) async throws(WireError)
}

/// The properties of a link once it is open.
package struct OpenedLink: Sendable, Hashable {
    /// The largest ATT packet, in bytes: 23 to 517.
    package var mtu: Int
    /// The device's services, as declared by the device.
    package var services: [GATTService]

    /// Creates the properties of an open link.
    package init(mtu: Int, services: [GATTService]) {
        self.mtu = mtu
        self.services = services
    }
}

/// An event from a lock.
package enum LockLinkEvent: Sendable, Hashable {
    /// A value of a subscribed characteristic.
    case value(CharacteristicPath, [UInt8])
    /// The link has been lost, for the broker's reason. No events follow.
    case lost(reason: String)
}
