import Crypto
import CryptoExtras
import LockProtocol

/// The 16 bytes permanently shared by a lock and all its owners. Wiped when their last copy is released; never printed.
package struct SesameDeviceSecret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The number of bytes in a secret.
    package static let size = 16

    private let key: SymmetricKey

    /// Takes 16 bytes; throws `weakKey` for any other size or for all zeros.
    package init(_ bytes: [UInt8]) throws(SesameError) {
        guard bytes.count == Self.size, !bytes.isAllZero else { throw SesameError(.weakKey, "not a device secret") }
        key = SymmetricKey(data: bytes)
    }

    /// The secret itself, for storing it sealed and for nothing else.
    package var secretBytes: [UInt8] {
        unsafe key.withUnsafeBytes { unsafe Array($0) }
    }

    /// The session of the link on which the lock published `token`. Its key is an AES-CMAC over the token. Throws
    /// `badValue` for a token of the wrong size.
    package func session(token: [UInt8]) throws(SesameError) -> SesameSession {
        guard token.count == SesameSession.tokenSize else {
            throw SesameError(.badValue, "a token has \(SesameSession.tokenSize) bytes")
        }
        return SesameSession(key: try Self.authenticator(of: token, key: key), token: token)
    }

    /// Says that there is a secret, not which.
    package var description: String { "SesameDeviceSecret(…)" }

    /// No children, so `dump` shows nothing either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// AES-128-CMAC (RFC 4493).
    static func authenticator(of bytes: [UInt8], key: SymmetricKey) throws(SesameError) -> [UInt8] {
        do {
            var mac = try AES.CMAC(key: key)
            mac.update(data: bytes)
            return Array(mac.finalize())
        } catch {
            throw SesameError(.weakKey, "not an AES key")
        }
    }
}

/// One side's P-256 key pair during a registration: its public half and the way to the device secret.
package struct SesameKeyAgreement: Sendable {
    /// The number of bytes of a public key: X, then Y.
    package static let publicKeySize = 64

    /// The public part, for the other side.
    package let publicKey: [UInt8]
    private let key: P256.KeyAgreement.PrivateKey

    /// Creates a pair from a 32-byte secret; throws `weakKey` for bytes that are not a valid number for the curve.
    package init(secret: [UInt8]) throws(SesameError) {
        guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: secret) else {
            throw SesameError(.weakKey, "not a P-256 secret")
        }
        self.key = key
        publicKey = Array(key.publicKey.rawRepresentation)
    }

    /// Creates a pair from fresh random bytes, which are drawn again until they are a valid number for the curve.
    package init(using random: inout some RandomNumberGenerator) {
        while true {
            if let made = try? SesameKeyAgreement(secret: random.bytes(32)) {
                self = made
                return
            }
        }
    }

    /// The secret shared with the owner of `peer`: the first 16 bytes of the agreed X. Throws `weakKey` if `peer` is
    /// not a point on the curve.
    package func deviceSecret(with peer: [UInt8]) throws(SesameError) -> SesameDeviceSecret {
        guard peer.count == Self.publicKeySize,
            let peerKey = try? P256.KeyAgreement.PublicKey(rawRepresentation: peer),
            let agreed = try? key.sharedSecretFromKeyAgreement(with: peerKey)
        else { throw SesameError(.weakKey, "no agreement with this public key") }
        return try SesameDeviceSecret(
            unsafe agreed.withUnsafeBytes { unsafe Array($0.prefix(SesameDeviceSecret.size)) })
    }
}
