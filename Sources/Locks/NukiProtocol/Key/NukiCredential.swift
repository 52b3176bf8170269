import LockProtocol

/// The secrets that a client must keep after a pairing in order to open that lock. Secret as a whole.
package struct NukiCredential: Equatable, Sendable {
    /// The number of bytes of an encoded credential.
    package static let encodedSize = 62
    private static let version: UInt8 = 1

    /// How the lock was paired.
    package var kind: NukiLockKind
    /// The id under which the lock knows the client.
    package var authID: UInt32
    /// The client's own number for itself.
    package var appID: UInt32
    /// The lock's printed number; 0 if the lock did not report it.
    package var nukiID: UInt32
    /// The lock's UUID, 16 bytes.
    package var lockUUID: [UInt8]
    /// The key.
    package var key: NukiSharedKey

    /// Takes the fields as they are; a `lockUUID` that is not 16 bytes long throws `badLength`.
    package init(
        kind: NukiLockKind,
        authID: UInt32,
        appID: UInt32,
        nukiID: UInt32,
        lockUUID: [UInt8],
        key: NukiSharedKey
    ) throws(NukiError) {
        guard lockUUID.count == 16 else { throw NukiError(.badLength, "a UUID has 16 bytes") }
        self.kind = kind
        self.authID = authID
        self.appID = appID
        self.nukiID = nukiID
        self.lockUUID = lockUUID
        self.key = key
    }

    /// Reads an encoded credential; throws `badValue` for an unknown version or kind, `truncated`, `oversize`,
    /// `weakKey`.
    package init(encoded: [UInt8]) throws(NukiError) {
        var reader = ByteReader(encoded)
        guard try reader.uint8() == Self.version else {
            throw NukiError(.badValue, "a credential of another version")
        }
        guard let kind = NukiLockKind(rawValue: try reader.uint8()) else {
            throw NukiError(.badValue, "a credential for another kind of lock")
        }
        self.kind = kind
        authID = try reader.uint32()
        appID = try reader.uint32()
        nukiID = try reader.uint32()
        lockUUID = try reader.bytes(16)
        key = try NukiSharedKey(try reader.bytes(NukiSharedKey.size))
        try reader.end()
    }

    /// Version 1: version, kind, three little-endian ids (authorization, app, Nuki), UUID, key. Secret.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = [Self.version, kind.rawValue]
        for id in [authID, appID, nukiID] { bytes.append(littleEndian: id) }
        return bytes + lockUUID + key.secretBytes
    }
}
