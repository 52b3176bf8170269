package import ProviderAPI
package import RadioModel
package import Wire

/// The link to one lock, as used by a provider's host. The session daemon implements it over the broker's `link.*`.
///
/// Nothing between the broker and the host buffers the lock's values: the host takes each one as it arrives. If nobody
/// takes a link's values, the broker ends the link (`stream.slow_consumer`); if a provider does not take them, the host
/// ends the provider. There is no third limit.
///
/// Each method may take as long as the broker takes; the host limits it to the operation's deadline. Errors keep the
/// broker's code, reason and effect: `link.closed`, `link.att_error`, `link.refused`, `link.write_unknown`, …
package protocol LockLink: Sendable {
    /// Waits until the link is open.
    ///
    /// Throws if the link does not open; the operation then ends for that reason.
    func opened() async throws(WireError) -> OpenedLink

    /// The next event from the lock, beginning when the link opens. Returns nil after ``LockLinkEvent/lost(reason:)``,
    /// and in a cancelled task; cancelling does not end the link.
    ///
    /// Only one task may call this.
    func next() async -> LockLinkEvent?

    /// Reads a characteristic from the provider's manifest.
    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8]

    /// Writes with the lock's confirmation.
    ///
    /// `write.isCommit` marks the one write that can move the bolt: the session journals it before forwarding it.
    func write(_ write: GATTWrite) async throws(WireError)

    /// Subscribes to a characteristic's values, which arrive through ``next()``.
    func subscribe(_ path: CharacteristicPath) async throws(WireError)
}

/// The properties of a link once it is open.
package struct OpenedLink: Sendable, Hashable {
    /// The largest ATT packet, in bytes: 23 to 517.
    package var mtu: Int
    /// The device's services, as declared by it.
    package var services: [GATTService]

    /// Creates a link's properties.
    package init(mtu: Int, services: [GATTService]) {
        self.mtu = mtu
        self.services = services
    }
}

/// An event from a lock.
package enum LockLinkEvent: Sendable, Hashable {
    /// A value of a subscribed characteristic.
    case value(CharacteristicPath, [UInt8])
    /// The link is gone, for the broker's reason; nothing follows.
    case lost(reason: String)
}
