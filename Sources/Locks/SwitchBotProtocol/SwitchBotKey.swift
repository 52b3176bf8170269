import Crypto
import CryptoExtras
import LockProtocol

/// The key of a lock, with the number under which the lock knows the key. The maker's cloud made the key for the lock's
/// owner, and the lock has the same key for everybody. The key is wiped from memory when its last copy is released, and
/// is never printed.
package struct SwitchBotKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The number of bytes in a key.
    package static let size = 16

    /// The number of the key, which is sent in plaintext.
    package let id: UInt8
    private let key: SymmetricKey

    /// Creates a key from 16 bytes. Throws `weakKey` for any other size, or if all bytes are zero.
    package init(id: UInt8, _ bytes: [UInt8]) throws(SwitchBotError) {
        guard bytes.count == Self.size, !bytes.isAllZero else { throw SwitchBotError(.weakKey, "this is not a key") }
        self.id = id
        key = SymmetricKey(data: bytes)
    }

    /// The bytes of the key. Use them only to store the key in sealed form.
    package var secretBytes: [UInt8] {
        unsafe key.withUnsafeBytes { unsafe Array($0) }
    }

    /// Returns the session of the link for which the lock chose `vector`. Throws `weakKey` for a vector of the wrong
    /// size.
    package func session(vector: [UInt8]) throws(SwitchBotError) -> SwitchBotSession {
        guard vector.count == SwitchBotSession.vectorSize else {
            throw SwitchBotError(.weakKey, "a vector must have \(SwitchBotSession.vectorSize) bytes")
        }
        return SwitchBotSession(key: self, vector: vector)
    }

    /// Returns the AES-128 encryption of one block.
    func encrypt(_ block: [UInt8]) throws(SwitchBotError) -> [UInt8] {
        var block = block
        do {
            try AES.permute(&block, key: key)
        } catch {
            throw SwitchBotError(.weakKey, "this is not an AES key or block")
        }
        return block
    }

    /// A text with the number of the key, which does not contain the key itself.
    package var description: String { "SwitchBotKey(\(id), …)" }

    /// An empty mirror, so that `dump` does not show the key either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The cipher of one link: AES-128 in counter mode, as in pySwitchbot's `device.py`.
///
/// The counter of **every** message, in both directions, begins with the lock's vector. For this reason, all messages
/// of a link share one key stream, and anyone who knows one message can read and replace the others. No message has a
/// tag. See `Protocol/locks.md`.
package struct SwitchBotSession: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The number of bytes in a vector.
    package static let vectorSize = 16
    /// The number of bytes of the vector that every message repeats in plaintext.
    package static let markSize = 2

    private let key: SwitchBotKey
    private let vector: [UInt8]

    init(key: SwitchBotKey, vector: [UInt8]) {
        self.key = key
        self.vector = vector
    }

    /// The number of the session's key.
    package var keyID: UInt8 { key.id }

    /// The first bytes of the vector.
    package var mark: [UInt8] { Array(vector.prefix(Self.markSize)) }

    /// Encrypts or decrypts the content of one message. Both are the same operation. Throws `oversize` for content that
    /// does not fit in a message.
    package func crypt(_ content: [UInt8]) throws(SwitchBotError) -> [UInt8] {
        guard content.count <= SwitchBotReply.limit else {
            throw SwitchBotError(.oversize, "a message of \(content.count) bytes is too long")
        }
        var counter = vector
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        for start in stride(from: 0, to: content.count, by: Self.vectorSize) {
            let pad = try key.encrypt(counter)
            result += zip(content[start..<min(start + Self.vectorSize, content.count)], pad).map { $0 ^ $1 }
            Self.increment(&counter)
        }
        return result
    }

    /// Adds one to a number whose highest byte comes first. The largest number is followed by zero.
    private static func increment(_ counter: inout [UInt8]) {
        for index in counter.indices.reversed() {
            counter[index] &+= 1
            if counter[index] != 0 { return }
        }
    }

    /// A constant text, which contains neither the key nor the vector.
    package var description: String { "SwitchBotSession(…)" }

    /// An empty mirror, so that `dump` does not show the key either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
