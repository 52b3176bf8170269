import LockProtocol

/// The secrets that a client must keep after a registration in order to open that lock. Secret as a whole.
package struct SesameCredential: Sendable, Equatable {
    /// The number of bytes of an encoded credential.
    package static let encodedSize = 1 + SesameDeviceSecret.size
    private static let version: UInt8 = 1

    /// The secret.
    package var secret: SesameDeviceSecret

    /// Creates a credential from this secret.
    package init(secret: SesameDeviceSecret) {
        self.secret = secret
    }

    /// Reads an encoded credential; throws `badValue` for an unknown version, `truncated`, `oversize`, `weakKey`.
    package init(encoded: [UInt8]) throws(SesameError) {
        var reader = ByteReader(encoded)
        guard try reader.uint8() == Self.version else {
            throw SesameError(.badValue, "a credential of another version")
        }
        secret = try SesameDeviceSecret(try reader.bytes(SesameDeviceSecret.size))
        try reader.end()
    }

    /// Version 1: version, secret. Secret.
    package var encoded: [UInt8] { [Self.version] + secret.secretBytes }
}
