import Crypto
import LockProtocol

/// The state that both sides share once the lock has published its token: the link's key, and the number of messages
/// sent in each direction.
///
/// The protocol makes both sides seal with the same key, and start counting at the same number. For this reason, anyone
/// who knows a message of one side can read the other side's message with the same number. The tag has 32 bits. See
/// `Protocol/locks.md`.
package struct SesameSession: Sendable, CustomStringConvertible, CustomReflectable {
    /// The number of bytes in a token.
    package static let tokenSize = 4
    /// The number of bytes in the proof that a client knows the device secret.
    package static let proofSize = 4

    private let cipher: SesameCipher
    private let token: [UInt8]
    /// The first bytes of the session key. They are sent in plaintext.
    package let proof: [UInt8]
    private var sent: UInt64 = 0
    private var received: UInt64 = 0

    init(key: [UInt8], token: [UInt8]) {
        cipher = SesameCipher(key: SymmetricKey(data: key))
        proof = Array(key.prefix(Self.proofSize))
        self.token = token
    }

    /// Seals a message and counts the message as sent.
    package mutating func seal(_ message: [UInt8]) throws(SesameError) -> SesameParcel {
        let sealed = try cipher.seal(message, nonce: nonce(sent))
        sent += 1
        return SesameParcel(sealed, isSealed: true)
    }

    /// Opens the other side's next message. Throws `badTag` or `truncated`, in which case no message is counted.
    package mutating func open(_ sealed: [UInt8]) throws(SesameError) -> [UInt8] {
        let message = try cipher.open(sealed, nonce: nonce(received))
        received += 1
        return message
    }

    private func nonce(_ counter: UInt64) -> [UInt8] {
        var nonce: [UInt8] = []
        nonce.append(littleEndian: counter)
        return nonce + [0] + token
    }

    /// A text with the session's counters, but without the key.
    package var description: String { "SesameSession(\(sent) sent, \(received) received)" }

    /// An empty mirror, so that `dump` does not show the key either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
