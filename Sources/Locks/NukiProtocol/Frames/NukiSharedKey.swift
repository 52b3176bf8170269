import CSodium
import Crypto
import LockProtocol

/// The 32-byte key permanently shared by one client and one lock. The key is wiped from memory when its last copy is
/// released, and is never printed.
package struct NukiSharedKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    private let key: SymmetricKey

    /// The number of bytes in a key.
    package static let size = 32

    /// Creates a key from 32 bytes. Throws `weakKey` for any other size, or if all bytes are zero.
    package init(_ bytes: [UInt8]) throws(NukiError) {
        guard bytes.count == Self.size, !bytes.isAllZero else { throw NukiError(.weakKey, "this is not a shared key") }
        key = SymmetricKey(data: bytes)
    }

    /// The bytes of the key. Use them only to store the key in sealed form.
    package var secretBytes: [UInt8] {
        unsafe key.withUnsafeBytes { unsafe Array($0) }
    }

    /// Returns one HMAC-SHA-256 of all parts in order, without separators.
    package func authenticator(over parts: [UInt8]...) -> [UInt8] {
        var mac = HMAC<SHA256>(key: key)
        for part in parts { mac.update(data: part) }
        return Array(mac.finalize())
    }

    /// Seals `plain` for the holder of this key. The result is a 16-byte tag, followed by as many bytes as `plain` has.
    /// The `nonce` must be 24 bytes and must never be used twice; any other size throws `badLength`.
    package func seal(_ plain: [UInt8], nonce: [UInt8]) throws(NukiError) -> [UInt8] {
        guard sodiumIsReady, nonce.count == Int(crypto_secretbox_NONCEBYTES) else {
            throw NukiError(.badLength, "a nonce must have 24 bytes")
        }
        let key = secretBytes
        var box = [UInt8](repeating: 0, count: plain.count + Int(crypto_secretbox_MACBYTES))
        guard unsafe crypto_secretbox_easy(&box, plain, UInt64(plain.count), nonce, key) == 0 else {
            throw NukiError(.badBox, "sealing failed")
        }
        return box
    }

    /// Returns the content of `box`. Throws `badBox` if the box was not sealed with this key and nonce.
    package func open(_ box: [UInt8], nonce: [UInt8]) throws(NukiError) -> [UInt8] {
        let tag = Int(crypto_secretbox_MACBYTES)
        guard sodiumIsReady, box.count >= tag, nonce.count == Int(crypto_secretbox_NONCEBYTES) else {
            throw NukiError(.badBox, "this is too short for a box")
        }
        let key = secretBytes
        var plain = [UInt8](repeating: 0, count: box.count - tag)
        guard unsafe crypto_secretbox_open_easy(&plain, box, UInt64(box.count), nonce, key) == 0 else {
            throw NukiError(.badBox, "the box cannot be opened")
        }
        return plain
    }

    /// A constant text, which does not contain the key.
    package var description: String { "NukiSharedKey(…)" }

    /// An empty mirror, so that `dump` does not show the key either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Whether libsodium is ready. The library must be initialized once before its first use; the result never changes
/// afterwards.
let sodiumIsReady = sodium_init() >= 0
