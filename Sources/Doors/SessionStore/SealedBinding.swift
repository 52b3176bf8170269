package import SealedDatabase
package import SeamModel

/// A binding together with the key that operates its lock. Such a pair exists only here and in the provider's own
/// process.
package struct SealedBinding: Sendable, Equatable {
    /// The lock, and the door it belongs to.
    package var binding: Binding
    /// What the provider needs to operate the lock.
    package var lockKey: SecretBytes

    /// Creates a binding to be stored.
    package init(binding: Binding, lockKey: SecretBytes) {
        self.binding = binding
        self.lockKey = lockKey
    }
}
