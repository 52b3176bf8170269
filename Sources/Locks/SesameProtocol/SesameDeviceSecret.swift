import Crypto
import CryptoExtras
import LockProtocol

/// The 16 bytes permanently shared by a lock and all its owners. The secret is wiped from memory when its last copy is
/// released, and is never printed.
package struct SesameDeviceSecret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The number of bytes in a secret.
    package static let size = 16

    private let key: SymmetricKey

    /// Creates a secret from 16 bytes. Throws `weakKey` for any other size, or if all bytes are zero.
    package init(_ bytes: [UInt8]) throws(SesameError) {
        guard bytes.count == Self.size, !bytes.isAllZero else {
            throw SesameError(.weakKey, "this is not a device secret")
        }
        key = SymmetricKey(data: bytes)
    }

    /// The bytes of the secret. Use them only to store the secret in sealed form.
    package var secretBytes: [UInt8] {
        unsafe key.withUnsafeBytes { unsafe Array($0) }
    }

    /// Returns the session of the link on which the lock published `token`. The session's key is an AES-CMAC over the
    /// token. Throws `badValue` for a token of the wrong size.
    package func session(token: [UInt8]) throws(SesameError) -> SesameSession {
        guard token.count == SesameSession.tokenSize else {
            throw SesameError(.badValue, "a token must have \(SesameSession.tokenSize) bytes")
        }
        return SesameSession(key: try Self.authenticator(of: token, key: key), token: token)
    }

    /// A constant text, which does not contain the secret.
    package var description: String { "SesameDeviceSecret(…)" }

    /// An empty mirror, so that `dump` does not show the key either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Returns the AES-128-CMAC (RFC 4493) of `bytes`.
    static func authenticator(of bytes: [UInt8], key: SymmetricKey) throws(SesameError) -> [UInt8] {
        do {
            var mac = try AES.CMAC(key: key)
            mac.update(data: bytes)
            return Array(mac.finalize())
        } catch {
            throw SesameError(.weakKey, "this is not an AES key")
        }
    }
}

/// The P-256 key pair of one side during a registration: the public key, and a method that computes the device secret.
package struct SesameKeyAgreement: Sendable {
    /// The number of bytes in a public key: X, then Y.
    package static let publicKeySize = 64

    /// The public key, which is sent to the other side.
    package let publicKey: [UInt8]
    private let key: P256.KeyAgreement.PrivateKey

    /// Creates a pair from a 32-byte secret. Throws `weakKey` for bytes that are not a valid number for the curve.
    package init(secret: [UInt8]) throws(SesameError) {
        guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: secret) else {
            throw SesameError(.weakKey, "this is not a P-256 secret")
        }
        self.key = key
        publicKey = Array(key.publicKey.rawRepresentation)
    }

    /// Creates a pair from new random bytes. Bytes that are not a valid number for the curve are replaced by new ones.
    package init(using random: inout some RandomNumberGenerator) {
        while true {
            if let made = try? SesameKeyAgreement(secret: random.bytes(32)) {
                self = made
                return
            }
        }
    }

    /// Returns the secret shared with the owner of `peer`: the first 16 bytes of the agreed X. Throws `weakKey` if
    /// `peer` is not a point on the curve.
    package func deviceSecret(with peer: [UInt8]) throws(SesameError) -> SesameDeviceSecret {
        guard peer.count == Self.publicKeySize,
            let peerKey = try? P256.KeyAgreement.PublicKey(rawRepresentation: peer),
            let agreed = try? key.sharedSecretFromKeyAgreement(with: peerKey)
        else { throw SesameError(.weakKey, "the public key allows no key agreement") }
        return try SesameDeviceSecret(
            unsafe agreed.withUnsafeBytes { unsafe Array($0.prefix(SesameDeviceSecret.size)) })
    }
}
