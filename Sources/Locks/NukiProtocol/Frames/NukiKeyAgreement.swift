import CSodium
import Crypto
import LockProtocol

/// The X25519 key pair of one side during a pairing: the public key, and a function that computes the shared key.
package struct NukiKeyAgreement: Sendable {
    /// The public key, which is sent to the other side.
    package let publicKey: [UInt8]
    private let agree: @Sendable ([UInt8]) throws(NukiError) -> NukiSharedKey

    /// Creates a pair from a 32-byte secret. Throws `weakKey` for any other size.
    package init(secret: [UInt8]) throws(NukiError) {
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret) else {
            throw NukiError(.weakKey, "this is not an X25519 secret")
        }
        publicKey = Array(key.publicKey.rawRepresentation)
        agree = { peer throws(NukiError) in
            guard let peerKey = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer),
                let shared = try? key.sharedSecretFromKeyAgreement(with: peerKey)
            else { throw NukiError(.weakKey, "the public key allows no key agreement") }
            return try Self.derive(unsafe shared.withUnsafeBytes { unsafe Array($0) })
        }
    }

    /// Creates a pair whose secret is elsewhere: `agree` computes the key shared with the owner of the peer's public
    /// key. Tests use this to replay recorded conversations whose secret was not published.
    package init(
        publicKey: [UInt8],
        agree: @escaping @Sendable (_ peer: [UInt8]) throws(NukiError) -> NukiSharedKey
    ) {
        self.publicKey = publicKey
        self.agree = agree
    }

    /// Returns the key shared with the owner of `peer`. Throws `weakKey` if `peer` is not a key or leads to all zeros.
    package func sharedKey(with peer: [UInt8]) throws(NukiError) -> NukiSharedKey {
        try agree(peer)
    }

    /// Returns HSalsa20 of the X25519 result over 16 zero bytes. NaCl's `crypto_box_beforenm` computes the same value.
    /// Throws `weakKey` for a result that has the wrong size or is all zeros; every small-order public key leads to all
    /// zeros.
    package static func derive(_ agreed: [UInt8]) throws(NukiError) -> NukiSharedKey {
        guard agreed.count == Int(crypto_core_hsalsa20_KEYBYTES), !agreed.isAllZero else {
            throw NukiError(.weakKey, "the key agreement failed")
        }
        return try NukiSharedKey(hsalsa20(key: agreed, input: [UInt8](repeating: 0, count: 16)))
    }

    /// Computes HSalsa20 with the usual constant. The `key` must be 32 bytes and the `input` 16 bytes; other sizes
    /// throw `badLength`.
    package static func hsalsa20(key: [UInt8], input: [UInt8]) throws(NukiError) -> [UInt8] {
        guard key.count == Int(crypto_core_hsalsa20_KEYBYTES), input.count == Int(crypto_core_hsalsa20_INPUTBYTES)
        else { throw NukiError(.badLength, "HSalsa20 needs 32 and 16 bytes") }
        var output = [UInt8](repeating: 0, count: Int(crypto_core_hsalsa20_OUTPUTBYTES))
        guard unsafe crypto_core_hsalsa20(&output, input, key, nil) == 0 else {
            throw NukiError(.weakKey, "HSalsa20 failed")
        }
        return output
    }
}
