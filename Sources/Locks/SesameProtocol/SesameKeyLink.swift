import LockProtocol

/// The key side of a link with a registered lock: it waits for the token, logs in, and then carries sealed messages.
struct SesameKeyLink: Sendable {
    /// The content of a packet.
    enum Heard: Equatable {
        /// The packet contains a part of a message, or a message that has no meaning at this point.
        case nothing
        /// The lock published its token. The given actions log in.
        case token(login: [KeyAction])
        /// The lock accepted the proof. The `clock` is the lock's clock, in seconds since 1970.
        case loggedIn(clock: UInt32)
        /// The lock did not accept the proof.
        case refused(SesameResult)
        /// The lock sent a sealed message.
        case report(SesameReport)
    }

    private let secret: SesameDeviceSecret
    private var reassembler = SesameReassembler()
    private var session: SesameSession?
    private var isLoggedIn = false

    init(secret: SesameDeviceSecret) {
        self.secret = secret
    }

    /// The subscription after which the lock publishes its token.
    static let subscription = KeyAction.subscribe(characteristic: SesameCharacteristic.notify)

    /// Handles a notification. Throws for a message that a lock of this protocol would not send. After such an error,
    /// the link is useless.
    mutating func receive(_ bytes: [UInt8], on characteristic: String) throws(SesameError) -> Heard {
        guard characteristic.lowercased() == SesameCharacteristic.notify,
            let parcel = try reassembler.append(bytes)
        else { return .nothing }
        guard var session else { return try begin(parcel) }
        // Anyone nearby could send unsealed messages. Only the answer to the login may arrive unsealed, and nothing
        // depends on it. The first message that the key side trusts is a state, which is sealed.
        if !parcel.isSealed { return isLoggedIn ? .nothing : try login(SesameReport(parcel.bytes)) }
        let report = try SesameReport(session.open(parcel.bytes))
        self.session = session
        return isLoggedIn ? .report(report) : try login(report)
    }

    /// Returns the writes that carry `request`. Only the last packet completes the message, so only the last write can
    /// be a commit.
    mutating func write(_ request: SesameRequest, commit: Bool = false) throws(SesameError) -> [KeyAction] {
        guard var session else { throw SesameError(.unexpectedMessage, "no session yet") }
        let packets = try session.seal(request.encoded).packets
        self.session = session
        return KeyAction.writes(packets, commit: commit)
    }

    private mutating func begin(_ parcel: SesameParcel) throws(SesameError) -> Heard {
        guard !parcel.isSealed else {
            throw SesameError(.unexpectedMessage, "a message was sealed before there was a token")
        }
        guard case .publish(.initial, let token) = try SesameReport(parcel.bytes) else { return .nothing }
        let session = try secret.session(token: token)
        self.session = session
        return .token(login: Self.login(session))
    }

    /// Returns the writes that log in, in plaintext.
    static func login(_ session: SesameSession) -> [KeyAction] {
        KeyAction.writes(SesameParcel(SesameRequest(.login, session.proof).encoded, isSealed: false).packets)
    }

    private mutating func login(_ report: SesameReport) throws(SesameError) -> Heard {
        guard case .response(.login, let result, let payload) = report else { return .nothing }
        guard result == .success else { return .refused(result) }
        isLoggedIn = true
        var reader = ByteReader(payload)
        return .loggedIn(clock: try reader.uint32())
    }
}

extension KeyAction {
    /// Returns one write for each packet. If `commit` is true, the last write is the commit.
    static func writes(_ packets: [[UInt8]], commit: Bool = false) -> [KeyAction] {
        packets.indices.map { index in
            let isCommit = commit && index == packets.count - 1
            return .write(characteristic: SesameCharacteristic.write, bytes: packets[index], commit: isCommit)
        }
    }
}

/// The stable reasons for failures, apart from the lock's own results.
package enum SesameKeyReason {
    /// The link was lost before the commit write or, during a registration, before the lock could have this client's
    /// key.
    package static let disconnected = "sesame.disconnected"
    /// The lock sent a message that the protocol does not allow at this point.
    package static let badReply = "sesame.bad_reply"
    /// The lock does not know this client's secret, because the lock was reset, or was registered by somebody else.
    package static let notAuthorized = "sesame.not_authorized"
    /// The lock already has a key. Only the owner's app can share the key or reset the lock.
    package static let alreadyRegistered = "sesame.already_registered"
    /// A packet after the registration is not sealed with the agreed key, so somebody was in the middle.
    package static let lockNotAuthentic = "sesame.lock_not_authentic"
    /// The reason that is given for a binding if the lock went out of reach or fell silent before it had proved that it
    /// has the agreed key. The binding may be worthless.
    package static let unverified = "unverified"
    /// The motor gave up before it had finished the movement.
    package static let jammed = "sesame.jammed"
    /// The motor is at rest, but the bolt is not in the wanted state.
    package static let notInWantedState = "sesame.not_in_wanted_state"
}
