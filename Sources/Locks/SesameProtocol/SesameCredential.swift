import LockProtocol

/// The data that a client must keep after a registration in order to open the lock. The whole credential is secret.
package struct SesameCredential: Sendable, Equatable {
    /// The number of bytes in an encoded credential.
    package static let encodedSize = 1 + SesameDeviceSecret.size
    private static let version: UInt8 = 1

    /// The device secret shared with the lock.
    package var secret: SesameDeviceSecret

    /// Creates a credential from a device secret.
    package init(secret: SesameDeviceSecret) {
        self.secret = secret
    }

    /// Reads an encoded credential. Throws `badValue` for an unknown version, `truncated`, `oversize` or `weakKey`.
    package init(encoded: [UInt8]) throws(SesameError) {
        var reader = ByteReader(encoded)
        guard try reader.uint8() == Self.version else {
            throw SesameError(.badValue, "the credential has another version")
        }
        secret = try SesameDeviceSecret(try reader.bytes(SesameDeviceSecret.size))
        try reader.end()
    }

    /// The credential encoded in version 1: the version, then the secret. The bytes are secret.
    package var encoded: [UInt8] { [Self.version] + secret.secretBytes }
}
