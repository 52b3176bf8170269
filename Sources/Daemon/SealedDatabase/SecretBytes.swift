/// Bytes that must not be seen: a token, a lock's key, a cached snapshot with door codes in it.
///
/// Prints only its length, even inside other values and with `dump`. Copies in memory are not wiped: the language
/// cannot guarantee that, so these live as briefly as possible.
package struct SecretBytes: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret itself, for code that seals, opens or sends it.
    package let bytes: [UInt8]

    /// Takes the bytes as they are.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The length, never the content.
    package var description: String { "<\(bytes.count) secret bytes>" }

    /// The length, never the content.
    package var debugDescription: String { description }

    /// Empty, so nothing can be inspected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The 32 bytes under which everything in the store is sealed. The store never makes, reads or writes them: they come
/// from the credentials directory or the configured file.
package struct MachineKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many bytes a machine key has.
    package static let byteCount = 32

    let secret: SecretBytes

    /// A key of exactly 32 bytes; anything else throws ``StoreError/Code/invalid``. So do 32 equal bytes, which no
    /// random source produces, but an empty or half-written file does.
    package init(bytes: [UInt8]) throws(StoreError) {
        guard bytes.count == Self.byteCount else {
            throw StoreError(.invalid, "a machine key has \(Self.byteCount) bytes, not \(bytes.count)")
        }
        guard Set(bytes).count > 1 else {
            throw StoreError(.invalid, "a machine key of equal bytes is not a key")
        }
        secret = SecretBytes(bytes)
    }

    /// Says what it is, never what it contains.
    package var description: String { "<machine key>" }

    /// Says what it is, never what it contains.
    package var debugDescription: String { description }

    /// Empty, so nothing can be inspected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
