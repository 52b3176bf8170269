package import Wire

/// What a binding opens: one entrance or one device of the cloud's.
package enum BindingTarget: Sendable, Hashable {
    /// An ACS entrance, by the cloud's id.
    case entrance(String)
    /// A smart lock, by the cloud's device id.
    case device(String)
}

/// The lock that stands at an entrance, and the key that works it. Gives nobody access by itself.
package struct BindingRecord: Sendable, Equatable {
    /// Ours, opaque.
    package var id: String
    /// The provider that speaks the lock's protocol.
    package var provider: String
    /// The lock's Bluetooth address.
    package var address: String
    /// `public` or `random`.
    package var addressType: String
    /// The workspace whose id space the target's id belongs to.
    package var workspaceID: String
    /// What it opens.
    package var target: BindingTarget
    /// `unlock` or `unlatch`.
    package var action: String
    /// When it was made.
    package var createdAt: Timestamp
    /// What the provider needs to work the lock.
    package var lockKey: SecretBytes

    /// A binding to be stored.
    package init(
        id: String,
        provider: String,
        address: String,
        addressType: String,
        workspaceID: String,
        target: BindingTarget,
        action: String,
        createdAt: Timestamp,
        lockKey: SecretBytes
    ) {
        self.id = id
        self.provider = provider
        self.address = address
        self.addressType = addressType
        self.workspaceID = workspaceID
        self.target = target
        self.action = action
        self.createdAt = createdAt
        self.lockKey = lockKey
    }
}
