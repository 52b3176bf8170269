package import SealedDatabase
package import SeamModel

/// A binding together with the key that operates its lock. The two are together only in this type and in the provider's
/// own process.
package struct SealedBinding: Sendable, Equatable {
    /// The lock, and the door to which it belongs.
    package var binding: Binding
    /// The key with which the provider operates the lock.
    package var lockKey: SecretBytes

    /// Creates a binding to be stored.
    package init(binding: Binding, lockKey: SecretBytes) {
        self.binding = binding
        self.lockKey = lockKey
    }
}
