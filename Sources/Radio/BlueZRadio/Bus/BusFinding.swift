/// Whether a user other than the broker and root may call bluetoothd over the message bus.
package enum BusAccess: String, Sendable, Hashable, CaseIterable {
    /// The bus denies every call.
    case closed
    /// The bus delivered a call.
    case open
    /// It could not be determined whether the bus delivers calls.
    case unknown
}

/// The finding about a bus, with the reason.
package struct BusFinding: Sendable, Hashable {
    package let access: BusAccess
    /// The reason as one line for people, from 1 to 200 bytes long.
    package let reason: String

    package init(_ access: BusAccess, _ reason: String) {
        self.access = access
        self.reason = reason
    }
}
