package import ProviderAPI
package import SeamModel
package import Wire

/// The way to one lock, as the host of a provider uses it.
///
/// The session implements it over the broker's `link.*`.
///
/// Each method may take as long as the broker does; the host bounds it by the operation's deadline. Errors keep the
/// broker's code, reason and effect: `link.closed`, `link.att_error`, `link.refused`, `link.write_unknown`, …
package protocol ProviderLink: Sendable {
    /// Waits until the link is open.
    ///
    /// Throws when it will not open; the operation then ends with that reason.
    func opened() async throws(WireError) -> OpenedLink

    /// Reads a characteristic of the provider's manifest.
    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8]

    /// Writes with the lock's confirmation.
    ///
    /// `write.isCommit` marks the one write that can move the bolt: the session journals it before it forwards it.
    func write(_ write: GATTWrite) async throws(WireError)

    /// Asks for a characteristic's values, which come as events.
    func subscribe(_ path: CharacteristicPath) async throws(WireError)

    /// What comes from the lock, from the opening on; ends after `closed`.
    ///
    /// Iterated once.
    var events: AsyncStream<ProviderLinkEvent> { get }
}

/// What a link is like once it is open.
package struct OpenedLink: Sendable, Hashable {
    /// The largest ATT packet, in bytes: 23 to 517.
    package var mtu: Int
    /// What the device has, as it declares it.
    package var services: [GATTService]

    /// A link's properties.
    package init(mtu: Int, services: [GATTService]) {
        self.mtu = mtu
        self.services = services
    }
}

/// What comes from a lock.
package enum ProviderLinkEvent: Sendable, Hashable {
    /// A value of a characteristic that was subscribed to.
    case value(CharacteristicPath, [UInt8])
    /// The link is gone, for the broker's reason.
    case closed(reason: String)
}
