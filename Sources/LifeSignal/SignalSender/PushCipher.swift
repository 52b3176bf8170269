import Crypto
import SignalCore

/// Encrypts a message so that only one browser can read it: RFC 8291, in one record of RFC 8188 (`aes128gcm`).
enum PushCipher {
    /// The most bytes of a body that every push service accepts (RFC 8030 section 7.2).
    static let longestBody = 4_096
    /// The same number as the header has it.
    private static let recordSize: [UInt8] = [0, 0, 16, 0]
    /// The bytes that are not the message: the header, the byte that ends the message, and the tag.
    private static let (header, rest) = (86, 17)
    /// The most bytes of a message.
    static let longest = longestBody - header - rest
    /// Messages are filled up to a multiple of this, so that their length does not show what they say.
    static let block = 512

    /// Encrypts a message. Returns nil if the browser's key is not on the curve. `own` and `salt` must be new for each
    /// message. `block` is the multiple to which the message is filled up.
    static func encrypt(
        _ message: [UInt8], for address: PushAddress,
        own: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(),
        salt: [UInt8] = bytes(of: SymmetricKey(size: .bits128)), block: Int = block
    ) -> [UInt8]? {
        guard message.count <= longest,
            let theirs = try? P256.KeyAgreement.PublicKey(x963Representation: address.key),
            let shared = try? own.sharedSecretFromKeyAgreement(with: theirs)
        else { return nil }
        let mine = Array(own.publicKey.x963Representation)
        let first = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: address.secret, sharedInfo: info("WebPush: info") + address.key + mine,
            outputByteCount: 32)
        func derived(_ name: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: first, salt: salt, info: info(name), outputByteCount: count)
        }
        let whole = min((message.count + block) / block * block, longest + 1)
        let record = message + [2] + [UInt8](repeating: 0, count: max(0, whole - message.count - 1))
        guard let nonce = try? AES.GCM.Nonce(data: bytes(of: derived("Content-Encoding: nonce", 12))),
            let sealed = try? AES.GCM.seal(record, using: derived("Content-Encoding: aes128gcm", 16), nonce: nonce)
        else { return nil }
        return salt + recordSize + [UInt8(mine.count)] + mine + Array(sealed.ciphertext) + Array(sealed.tag)
    }

    private static func info(_ name: String) -> [UInt8] { Array(name.utf8) + [0] }

    private static func bytes(of key: SymmetricKey) -> [UInt8] { unsafe key.withUnsafeBytes { unsafe Array($0) } }
}
