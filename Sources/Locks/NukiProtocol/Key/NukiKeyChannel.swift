import LockProtocol

/// The key side of the sealed conversation with a lock on e202, and of the lock's plain errors on e201.
struct NukiKeyChannel: Sendable {
    /// A message from the lock.
    enum Reply: Equatable {
        case message(NukiMessage)
        case refused(NukiErrorReport)
    }

    private let authID: UInt32
    private let key: NukiSharedKey
    private var user = NukiReassembler(.sealed)
    private var general = NukiReassembler(.plain)

    init(authID: UInt32, key: NukiSharedKey) {
        self.authID = authID
        self.key = key
    }

    /// The subscriptions that the conversation needs. Error 20 arrives only on e201.
    static let subscriptions: [KeyAction] = [
        .subscribe(characteristic: NukiCharacteristic.general), .subscribe(characteristic: NukiCharacteristic.user),
    ]

    /// Returns the write that sends `message`.
    func write(
        _ message: NukiMessage,
        commit: Bool = false,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> KeyAction {
        let nonce = random.bytes(NukiSealedFrame.nonceSize)
        let frame = try NukiSealedFrame(sealing: message, authID: authID, key: key, nonce: nonce)
        return .write(characteristic: NukiCharacteristic.user, bytes: frame.encoded, commit: commit)
    }

    /// Returns the write that requests the data of `command`.
    func request(
        _ command: NukiCommand,
        using random: inout some RandomNumberGenerator
    ) throws(NukiError) -> KeyAction {
        var payload: [UInt8] = []
        payload.append(littleEndian: command.rawValue)
        return try write(NukiMessage(.requestData, payload), using: &random)
    }

    /// Handles an indication. Returns nil while a message is incomplete, and for other characteristics.
    mutating func receive(_ bytes: [UInt8], on characteristic: String) throws(NukiError) -> Reply? {
        let message: NukiMessage
        switch characteristic.lowercased() {
        case NukiCharacteristic.user:
            guard case .sealed(let frame) = try user.append(bytes) else { return nil }
            guard frame.authID == authID else {
                throw NukiError(.wrongIdentity, "the message is for another client")
            }
            message = try frame.message(key: key)
        case NukiCharacteristic.general:
            guard case .plain(let plain) = try general.append(bytes) else { return nil }
            // Anyone near the lock could send other plain messages. Without a key, only a refusal is accepted.
            guard plain.command == .errorReport else { return nil }
            message = plain
        default:
            return nil
        }
        guard message.command == .errorReport else { return .message(message) }
        return .refused(try NukiErrorReport(payload: message.payload))
    }
}

extension NukiMessage {
    /// Returns the 32 bytes of a challenge. Throws `unexpectedCommand` or `badLength` for any other message.
    func challenge() throws(NukiError) -> [UInt8] {
        guard command == .challenge else { throw NukiError(.unexpectedCommand, "the lock did not send a challenge") }
        guard payload.count == 32 else { throw NukiError(.badLength, "a challenge must have 32 bytes") }
        return payload
    }
}
