import CSodium
import Crypto
import LockProtocol

/// One side's X25519 key pair during a pairing: its public half and the way to a shared key.
package struct NukiKeyAgreement: Sendable {
    /// The public key, for the other side.
    package let publicKey: [UInt8]
    private let agree: @Sendable ([UInt8]) throws(NukiError) -> NukiSharedKey

    /// Creates a pair from a 32-byte secret; throws `weakKey` for any other size.
    package init(secret: [UInt8]) throws(NukiError) {
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret) else {
            throw NukiError(.weakKey, "not an X25519 secret")
        }
        publicKey = Array(key.publicKey.rawRepresentation)
        agree = { peer throws(NukiError) in
            guard let peerKey = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer),
                let shared = try? key.sharedSecretFromKeyAgreement(with: peerKey)
            else { throw NukiError(.weakKey, "no agreement with this public key") }
            return try Self.derive(unsafe shared.withUnsafeBytes { unsafe Array($0) })
        }
    }

    /// Creates a pair whose secret is elsewhere: `agree` finds the shared key for the peer's public key. Used to replay
    /// recorded conversations whose secret was not published.
    package init(
        publicKey: [UInt8],
        agree: @escaping @Sendable (_ peer: [UInt8]) throws(NukiError) -> NukiSharedKey
    ) {
        self.publicKey = publicKey
        self.agree = agree
    }

    /// The key shared with the owner of `peer`; throws `weakKey` if `peer` is not a key or leads to all zeros.
    package func sharedKey(with peer: [UInt8]) throws(NukiError) -> NukiSharedKey {
        try agree(peer)
    }

    /// HSalsa20 of the X25519 result over 16 zero bytes: what NaCl's `crypto_box_beforenm` computes. Throws `weakKey`
    /// for a result of the wrong size or of all zeros, which every small-order public key leads to.
    package static func derive(_ agreed: [UInt8]) throws(NukiError) -> NukiSharedKey {
        guard agreed.count == Int(crypto_core_hsalsa20_KEYBYTES), !agreed.isAllZero else {
            throw NukiError(.weakKey, "the key agreement gave nothing")
        }
        return try NukiSharedKey(hsalsa20(key: agreed, input: [UInt8](repeating: 0, count: 16)))
    }

    /// HSalsa20 with the usual constant. `key` is 32 bytes, `input` 16; other sizes throw `badLength`.
    package static func hsalsa20(key: [UInt8], input: [UInt8]) throws(NukiError) -> [UInt8] {
        guard key.count == Int(crypto_core_hsalsa20_KEYBYTES), input.count == Int(crypto_core_hsalsa20_INPUTBYTES)
        else { throw NukiError(.badLength, "HSalsa20 takes 32 and 16 bytes") }
        var output = [UInt8](repeating: 0, count: Int(crypto_core_hsalsa20_OUTPUTBYTES))
        guard unsafe crypto_core_hsalsa20(&output, input, key, nil) == 0 else {
            throw NukiError(.weakKey, "HSalsa20 failed")
        }
        return output
    }
}
