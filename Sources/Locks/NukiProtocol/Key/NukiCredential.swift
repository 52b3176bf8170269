import LockProtocol

/// The data that a client must keep after a pairing in order to open the lock. The whole credential is secret.
package struct NukiCredential: Equatable, Sendable {
    /// The number of bytes in an encoded credential.
    package static let encodedSize = 62
    private static let version: UInt8 = 1

    /// How the lock was paired.
    package var kind: NukiLockKind
    /// The id under which the lock knows the client.
    package var authID: UInt32
    /// The number that the client has chosen for itself.
    package var appID: UInt32
    /// The number printed on the lock, or 0 if the lock did not report it.
    package var nukiID: UInt32
    /// The lock's UUID, 16 bytes.
    package var lockUUID: [UInt8]
    /// The key that the client shares with the lock.
    package var key: NukiSharedKey

    /// Creates a credential from its fields. Throws `badLength` for a `lockUUID` that is not 16 bytes long.
    package init(
        kind: NukiLockKind,
        authID: UInt32,
        appID: UInt32,
        nukiID: UInt32,
        lockUUID: [UInt8],
        key: NukiSharedKey
    ) throws(NukiError) {
        guard lockUUID.count == 16 else { throw NukiError(.badLength, "a UUID must have 16 bytes") }
        self.kind = kind
        self.authID = authID
        self.appID = appID
        self.nukiID = nukiID
        self.lockUUID = lockUUID
        self.key = key
    }

    /// Reads an encoded credential. Throws `badValue` for an unknown version or kind, `truncated`, `oversize` or
    /// `weakKey`.
    package init(encoded: [UInt8]) throws(NukiError) {
        var reader = ByteReader(encoded)
        guard try reader.uint8() == Self.version else {
            throw NukiError(.badValue, "the credential has another version")
        }
        guard let kind = NukiLockKind(rawValue: try reader.uint8()) else {
            throw NukiError(.badValue, "the credential is for another kind of lock")
        }
        self.kind = kind
        authID = try reader.uint32()
        appID = try reader.uint32()
        nukiID = try reader.uint32()
        lockUUID = try reader.bytes(16)
        key = try NukiSharedKey(try reader.bytes(NukiSharedKey.size))
        try reader.end()
    }

    /// The credential encoded in version 1: version, kind, three little-endian ids (authorization, app, Nuki), UUID,
    /// key. The bytes are secret.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = [Self.version, kind.rawValue]
        for id in [authID, appID, nukiID] { bytes.append(littleEndian: id) }
        return bytes + lockUUID + key.secretBytes
    }
}
