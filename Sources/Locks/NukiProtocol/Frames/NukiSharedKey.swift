import CSodium
import Crypto
import LockProtocol

/// The 32-byte key permanently shared by one client and one lock. Wiped when its last copy is released; never printed.
package struct NukiSharedKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    private let key: SymmetricKey

    /// The number of bytes in a key.
    package static let size = 32

    /// Takes 32 bytes; throws `weakKey` for any other size or for all zeros.
    package init(_ bytes: [UInt8]) throws(NukiError) {
        guard bytes.count == Self.size, !bytes.isAllZero else { throw NukiError(.weakKey, "not a shared key") }
        key = SymmetricKey(data: bytes)
    }

    /// The key itself, for storing it sealed and for nothing else.
    package var secretBytes: [UInt8] {
        unsafe key.withUnsafeBytes { unsafe Array($0) }
    }

    /// HMAC-SHA-256 over the parts, one after another.
    package func authenticator(over parts: [UInt8]...) -> [UInt8] {
        var mac = HMAC<SHA256>(key: key)
        for part in parts { mac.update(data: part) }
        return Array(mac.finalize())
    }

    /// Seals `plain` for the holder of this key: a 16-byte tag, then as many bytes as `plain` has. `nonce` is 24 bytes
    /// and must never be used twice; any other size throws `badLength`.
    package func seal(_ plain: [UInt8], nonce: [UInt8]) throws(NukiError) -> [UInt8] {
        guard sodiumIsReady, nonce.count == Int(crypto_secretbox_NONCEBYTES) else {
            throw NukiError(.badLength, "a nonce is 24 bytes")
        }
        let key = secretBytes
        var box = [UInt8](repeating: 0, count: plain.count + Int(crypto_secretbox_MACBYTES))
        guard unsafe crypto_secretbox_easy(&box, plain, UInt64(plain.count), nonce, key) == 0 else {
            throw NukiError(.badBox, "sealing failed")
        }
        return box
    }

    /// The content of `box`; throws `badBox` if it was not sealed with this key and nonce.
    package func open(_ box: [UInt8], nonce: [UInt8]) throws(NukiError) -> [UInt8] {
        let tag = Int(crypto_secretbox_MACBYTES)
        guard sodiumIsReady, box.count >= tag, nonce.count == Int(crypto_secretbox_NONCEBYTES) else {
            throw NukiError(.badBox, "too short for a box")
        }
        let key = secretBytes
        var plain = [UInt8](repeating: 0, count: box.count - tag)
        guard unsafe crypto_secretbox_open_easy(&plain, box, UInt64(box.count), nonce, key) == 0 else {
            throw NukiError(.badBox, "the box does not open")
        }
        return plain
    }

    /// Says that there is a key, not which.
    package var description: String { "NukiSharedKey(…)" }

    /// No children, so `dump` shows nothing either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// libsodium must be initialized once before its first use; the result never changes afterwards.
let sodiumIsReady = sodium_init() >= 0
