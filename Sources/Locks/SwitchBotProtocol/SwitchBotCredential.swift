import LockProtocol

/// The data that a client must keep after binding a lock in order to open the lock. The whole credential is secret.
package struct SwitchBotCredential: Sendable, Equatable {
    /// The number of bytes in an encoded credential.
    package static let encodedSize = 2 + SwitchBotKey.size
    private static let version: UInt8 = 1

    /// The lock's key.
    package var key: SwitchBotKey

    /// Creates a credential from a key.
    package init(key: SwitchBotKey) {
        self.key = key
    }

    /// Reads an encoded credential. Throws `badValue` for an unknown version, `truncated`, `oversize` or `weakKey`.
    package init(encoded: [UInt8]) throws(SwitchBotError) {
        var reader = ByteReader(encoded)
        guard try reader.uint8() == Self.version else {
            throw SwitchBotError(.badValue, "the credential has another version")
        }
        let id = try reader.uint8()
        key = try SwitchBotKey(id: id, try reader.bytes(SwitchBotKey.size))
        try reader.end()
    }

    /// The credential encoded in version 1: the version, the number of the key, then the key. The bytes are secret.
    package var encoded: [UInt8] { [Self.version, key.id] + key.secretBytes }
}
