/// The 16-bit number of a message's kind. Locks may send numbers that are not listed in this type.
package struct NukiCommand: RawRepresentable, Hashable, Sendable {
    /// The command's number in a message.
    package let rawValue: UInt16

    /// Creates a command from any number, known or not.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// A request for the data whose command number is the payload.
    package static let requestData = NukiCommand(rawValue: 0x0001)
    /// An X25519 public key, 32 bytes.
    package static let publicKey = NukiCommand(rawValue: 0x0003)
    /// A challenge of 32 bytes, which the next authenticated command must contain.
    package static let challenge = NukiCommand(rawValue: 0x0004)
    /// The client's proof that it has the shared key, 32 bytes.
    package static let authorizationAuthenticator = NukiCommand(rawValue: 0x0005)
    /// A client's request to be paired.
    package static let authorizationData = NukiCommand(rawValue: 0x0006)
    /// The id under which the lock knows the new client.
    package static let authorizationID = NukiCommand(rawValue: 0x0007)
    /// A request to remove a client from the lock's list, with a challenge and the PIN.
    package static let removeAuthorization = NukiCommand(rawValue: 0x0008)
    /// A request to list another client, with the key that the caller made for that client, a challenge and the PIN.
    package static let inviteAuthorization = NukiCommand(rawValue: 0x000B)
    /// The state of the lock.
    package static let keyturnerStates = NukiCommand(rawValue: 0x000C)
    /// A request to unlock, lock, unlatch …
    package static let lockAction = NukiCommand(rawValue: 0x000D)
    /// A report that a command was accepted or is complete.
    package static let status = NukiCommand(rawValue: 0x000E)
    /// The voltages and currents of the last movement.
    package static let batteryReport = NukiCommand(rawValue: 0x0011)
    /// A refusal, with an error code and the number of the refused command.
    package static let errorReport = NukiCommand(rawValue: 0x0012)
    /// A request for the configuration, with a challenge.
    package static let requestConfig = NukiCommand(rawValue: 0x0014)
    /// The lock's configuration.
    package static let config = NukiCommand(rawValue: 0x0015)
    /// The client's proof that it has received its id. It is the last message of a classic pairing.
    package static let authorizationIDConfirmation = NukiCommand(rawValue: 0x001E)
    /// The id under which the lock lists an invited client.
    package static let invitedAuthorization = NukiCommand(rawValue: 0x001F)
    /// A request to check a security PIN, with a challenge.
    package static let verifySecurityPIN = NukiCommand(rawValue: 0x0020)
    /// A message of an Ultra's pairing. It says whether a PIN is set.
    package static let authorizationInfo = NukiCommand(rawValue: 0x004C)
    /// A request to unlock or lock, in a shorter form.
    package static let simpleLockAction = NukiCommand(rawValue: 0x0100)
}
