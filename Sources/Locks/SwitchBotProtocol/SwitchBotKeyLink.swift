import LockProtocol

/// The key side of a link: it asks the lock for the link's vector, and then carries encrypted requests and replies.
struct SwitchBotKeyLink: Sendable {
    /// The content of a notification.
    enum Heard: Equatable {
        /// The notification has no meaning at this point.
        case nothing
        /// The lock chose a vector, so encrypted requests may follow.
        case opened
        /// The lock did not choose a vector.
        case refused(SwitchBotResult)
        /// The lock replied to a request. The content is decrypted.
        case reply(SwitchBotResult, [UInt8])
        /// The lock reported its state on its own.
        case report(SwitchBotLockInfo)
    }

    /// The way of encryption that this module knows: AES-128 in counter mode.
    private static let counterMode: UInt8 = 0

    private let key: SwitchBotKey
    private var session: SwitchBotSession?

    init(key: SwitchBotKey) {
        self.key = key
    }

    /// The subscription, and the request after which the lock chooses a vector.
    var opening: [KeyAction] {
        [
            .subscribe(characteristic: SwitchBotCharacteristic.notify),
            Self.write(SwitchBotRequest(plain: .session(keyID: key.id)), commit: false),
        ]
    }

    /// Handles a notification. Throws for a message that a lock of this protocol would not send.
    mutating func receive(_ bytes: [UInt8], on characteristic: String) throws(SwitchBotError) -> Heard {
        guard characteristic.lowercased() == SwitchBotCharacteristic.notify else { return .nothing }
        let reply = try SwitchBotReply(bytes)
        guard let session else { return try open(reply) }
        let content = try session.crypt(reply.content)
        guard reply.result != .report else { return .report(try SwitchBotLockInfo(payload: content)) }
        return .reply(reply.result, content)
    }

    /// Returns the write that carries `command`.
    func write(_ command: SwitchBotCommand, commit: Bool = false) throws(SwitchBotError) -> KeyAction {
        guard let session else { throw SwitchBotError(.unexpectedMessage, "no session yet") }
        return Self.write(try SwitchBotRequest(command, in: session), commit: commit)
    }

    private static func write(_ request: SwitchBotRequest, commit: Bool) -> KeyAction {
        .write(characteristic: SwitchBotCharacteristic.write, bytes: request.encoded, commit: commit)
    }

    private mutating func open(_ reply: SwitchBotReply) throws(SwitchBotError) -> Heard {
        guard reply.result != .report else { return .nothing }
        guard reply.result.isSuccess else { return .refused(reply.result) }
        guard reply.head.count == 3 else { throw SwitchBotError(.truncated, "the lock did not say how it encrypts") }
        guard reply.head[1] == Self.counterMode else {
            throw SwitchBotError(.otherEncryption, "the lock does not encrypt in counter mode")
        }
        session = try key.session(vector: reply.content)
        return .opened
    }
}

/// The stable reasons for failures, apart from the lock's own results.
package enum SwitchBotKeyReason {
    /// The link was lost before the commit write.
    package static let disconnected = "switchbot.disconnected"
    /// The lock sent a message that the protocol does not allow at this point.
    package static let badReply = "switchbot.bad_reply"
    /// The lock does not know this key, because the key belongs to another lock, or because somebody removed the lock
    /// from the owner's account and added it again.
    package static let notAuthorized = "switchbot.not_authorized"
    /// The lock encrypts in another way, as the maker's newer locks do.
    package static let otherEncryption = "switchbot.other_encryption"
    /// The lock does not know where its bolt is. Its owner must calibrate it in the maker's app.
    package static let notCalibrated = "switchbot.not_calibrated"
    /// The motor gave up before it had finished the movement.
    package static let jammed = "switchbot.jammed"
    /// The motor is at rest, but the bolt is not in the wanted state.
    package static let notInWantedState = "switchbot.not_in_wanted_state"

    /// The reason for a message that this module cannot use.
    static func reason(for error: SwitchBotError) -> String {
        error.code == .otherEncryption ? otherEncryption : badReply
    }
}

extension SwitchBotResult {
    /// The reason if a lock does not answer a question that every lock answers. A lock that decrypts a question with
    /// another key does not understand the question.
    var accessReason: String {
        let isStranger: Set<SwitchBotResult> = [.unsupported, .encrypted, .unencrypted, .badPassword]
        return isStranger.contains(self) ? SwitchBotKeyReason.notAuthorized : reason
    }
}

/// The times at which a status read asks a lock again where its moving bolt is. The pauses become longer, because each
/// question costs the lock's batteries.
struct SwitchBotPatience: Sendable {
    private static let pauses = Duration.milliseconds(250)...Duration.seconds(2)

    private var pause = Self.pauses.lowerBound

    /// Returns the time of the next question.
    mutating func next(after now: Duration) -> Duration {
        defer { pause = min(pause * 2, Self.pauses.upperBound) }
        return now + pause
    }
}
