package import ProviderAPI
package import SeamModel
package import Wire

/// The way to one lock, as the host of a provider uses it. The session implements it over the broker's `link.*`.
///
/// Nothing between the broker and the host keeps what the lock says: the host takes it as it comes. The broker ends a
/// link whose values are not taken (`stream.slow_consumer`), and the host ends a provider that does not take them;
/// there is no third bound.
///
/// Each method may take as long as the broker does; the host bounds it by the operation's deadline. Errors keep the
/// broker's code, reason and effect: `link.closed`, `link.att_error`, `link.refused`, `link.write_unknown`, …
package protocol LockLink: Sendable {
    /// Waits until the link is open.
    ///
    /// Throws when it will not open; the operation then ends with that reason.
    func opened() async throws(WireError) -> OpenedLink

    /// What comes from the lock next, from the opening on; nil after ``LockLinkEvent/lost(reason:)``, and in a task
    /// that was cancelled, which does not end the link.
    ///
    /// One task asks.
    func next() async -> LockLinkEvent?

    /// Reads a characteristic of the provider's manifest.
    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8]

    /// Writes with the lock's confirmation.
    ///
    /// `write.isCommit` marks the one write that can move the bolt: the session journals it before it forwards it.
    func write(_ write: GATTWrite) async throws(WireError)

    /// Asks for a characteristic's values, which come with ``next()``.
    func subscribe(_ path: CharacteristicPath) async throws(WireError)
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
package enum LockLinkEvent: Sendable, Hashable {
    /// A value of a characteristic that was subscribed to.
    case value(CharacteristicPath, [UInt8])
    /// The link is gone, for the broker's reason; nothing follows.
    case lost(reason: String)
}
