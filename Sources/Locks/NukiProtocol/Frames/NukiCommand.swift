/// The 16-bit number that says what a message is. Locks may send numbers that are not listed here.
package struct NukiCommand: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    package let rawValue: UInt16

    /// Creates a command from any number, known or not.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Asks for the data whose command number is the payload.
    package static let requestData = NukiCommand(rawValue: 0x0001)
    /// An X25519 public key, 32 bytes.
    package static let publicKey = NukiCommand(rawValue: 0x0003)
    /// 32 bytes that the next authenticated command must contain.
    package static let challenge = NukiCommand(rawValue: 0x0004)
    /// Proof that the client has the shared key, 32 bytes.
    package static let authorizationAuthenticator = NukiCommand(rawValue: 0x0005)
    /// A client's request to be paired.
    package static let authorizationData = NukiCommand(rawValue: 0x0006)
    /// The id under which the lock knows the new client.
    package static let authorizationID = NukiCommand(rawValue: 0x0007)
    /// Removes a client from the lock's list; carries a challenge and the PIN.
    package static let removeAuthorization = NukiCommand(rawValue: 0x0008)
    /// Lists another client, with the key that the caller made for it; carries a challenge and the PIN.
    package static let inviteAuthorization = NukiCommand(rawValue: 0x000B)
    /// The state of the lock.
    package static let keyturnerStates = NukiCommand(rawValue: 0x000C)
    /// Unlock, lock, unlatch …
    package static let lockAction = NukiCommand(rawValue: 0x000D)
    /// Accepted or complete.
    package static let status = NukiCommand(rawValue: 0x000E)
    /// Voltages and currents of the last movement.
    package static let batteryReport = NukiCommand(rawValue: 0x0011)
    /// A refusal: an error code and the command that it answers.
    package static let errorReport = NukiCommand(rawValue: 0x0012)
    /// Asks for the configuration; carries a challenge.
    package static let requestConfig = NukiCommand(rawValue: 0x0014)
    /// The configuration.
    package static let config = NukiCommand(rawValue: 0x0015)
    /// The client's proof that it has the id; the last message of a classic pairing.
    package static let authorizationIDConfirmation = NukiCommand(rawValue: 0x001E)
    /// The id under which the lock lists an invited client.
    package static let invitedAuthorization = NukiCommand(rawValue: 0x001F)
    /// Asks whether a security PIN is the right one; carries a challenge.
    package static let verifySecurityPIN = NukiCommand(rawValue: 0x0020)
    /// Ultra pairing: whether a PIN is set.
    package static let authorizationInfo = NukiCommand(rawValue: 0x004C)
    /// Unlock or lock in a shorter form.
    package static let simpleLockAction = NukiCommand(rawValue: 0x0100)
}
