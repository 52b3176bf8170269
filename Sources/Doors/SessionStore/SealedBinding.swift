package import SealedDatabase
package import SeamModel

/// A binding together with the key that works its lock. Such a pair exists only here and in the provider's own
/// process.
package struct SealedBinding: Sendable, Equatable {
    /// The lock, and the door that it is.
    package var binding: Binding
    /// The provider's needs to work the lock.
    package var lockKey: SecretBytes

    /// A binding to be stored.
    package init(binding: Binding, lockKey: SecretBytes) {
        self.binding = binding
        self.lockKey = lockKey
    }
}
