import Crypto
import LockProtocol

/// The shared state of both sides once the lock has published its token: this link's key, and how many messages went
/// each way.
///
/// The protocol makes both directions seal with the same key and start counting at the same number: anyone who knows
/// what one side said can read what the other side said under the same number. The tag has 32 bits. See
/// `Protocol/locks.md`.
package struct SesameSession: Sendable, CustomStringConvertible, CustomReflectable {
    /// The number of bytes in a token.
    package static let tokenSize = 4
    /// The number of bytes in the proof that a client knows the device secret.
    package static let proofSize = 4

    private let cipher: SesameCipher
    private let token: [UInt8]
    /// The session key's first bytes, which are sent in the clear.
    package let proof: [UInt8]
    private var sent: UInt64 = 0
    private var received: UInt64 = 0

    init(key: [UInt8], token: [UInt8]) {
        cipher = SesameCipher(key: SymmetricKey(data: key))
        proof = Array(key.prefix(Self.proofSize))
        self.token = token
    }

    /// Seals a message and counts it.
    package mutating func seal(_ message: [UInt8]) throws(SesameError) -> SesameParcel {
        let sealed = try cipher.seal(message, nonce: nonce(sent))
        sent += 1
        return SesameParcel(sealed, isSealed: true)
    }

    /// Opens the other side's next message; throws `badTag` or `truncated`, in which case nothing is counted.
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

    /// Says that there is a session, not its key.
    package var description: String { "SesameSession(\(sent) sent, \(received) received)" }

    /// No children, so `dump` shows nothing either.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
