/// Whether a user other than the broker and root may call bluetoothd over the message bus.
package enum BusAccess: String, Sendable, Hashable, CaseIterable {
    /// The bus denies every call.
    case closed
    /// A call got through.
    case open
    /// It could not be determined.
    case unknown
}

/// The finding about a bus, with the reason.
package struct BusFinding: Sendable, Hashable {
    package let access: BusAccess
    /// One line for people; 1 to 200 bytes.
    package let reason: String

    package init(_ access: BusAccess, _ reason: String) {
        self.access = access
        self.reason = reason
    }
}
