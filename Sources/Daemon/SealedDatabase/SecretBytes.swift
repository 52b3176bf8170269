/// Secret bytes, such as a token, a lock's key, or a cached snapshot that contains door codes.
///
/// This type prints only its length, even inside other values and with `dump`. Copies in memory are not wiped, because
/// the language cannot guarantee it. Therefore, secret bytes live as briefly as possible.
package struct SecretBytes: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret itself, for code that seals, opens or sends it.
    package let bytes: [UInt8]

    /// Creates a value from bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The length of the secret, never its content.
    package var description: String { "<\(bytes.count) secret bytes>" }

    /// The length of the secret, never its content.
    package var debugDescription: String { description }

    /// An empty mirror, so that nothing can be inspected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The key of 32 bytes with which all values in the store are sealed. The store never creates, reads or writes this
/// key, which comes from the credentials directory or the configured file.
package struct MachineKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes in a machine key.
    package static let byteCount = 32

    let secret: SecretBytes

    /// Creates a key from exactly 32 bytes. Any other number of bytes throws ``StoreError/Code/invalid``. 32 equal
    /// bytes also throw this error: no random source produces them, but an empty or half-written file may contain them.
    package init(bytes: [UInt8]) throws(StoreError) {
        guard bytes.count == Self.byteCount else {
            throw StoreError(.invalid, "a machine key has \(Self.byteCount) bytes, not \(bytes.count)")
        }
        guard Set(bytes).count > 1 else {
            throw StoreError(.invalid, "a machine key must not consist of equal bytes")
        }
        secret = SecretBytes(bytes)
    }

    /// A constant text, which does not contain the key.
    package var description: String { "<machine key>" }

    /// A constant text, which does not contain the key.
    package var debugDescription: String { description }

    /// An empty mirror, so that nothing can be inspected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
