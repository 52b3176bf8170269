import LockProtocol

/// A link with a registered lock, from the key's side: waits for the token, logs in, and then carries sealed
/// messages.
struct SesameKeyLink: Sendable {
    /// What a packet contains.
    enum Heard: Equatable {
        /// A part of a message, or a message that means nothing here.
        case nothing
        /// The lock published its token: these actions log in.
        case token(login: [KeyAction])
        /// The lock accepted the proof; this is its clock, in seconds since 1970.
        case loggedIn(clock: UInt32)
        /// The lock did not accept the proof.
        case refused(SesameResult)
        /// The lock's message, sealed.
        case report(SesameReport)
    }

    private let secret: SesameDeviceSecret
    private var reassembler = SesameReassembler()
    private var session: SesameSession?
    private var isLoggedIn = false

    init(secret: SesameDeviceSecret) {
        self.secret = secret
    }

    /// After this, the lock publishes its token.
    static let subscription = KeyAction.subscribe(characteristic: SesameCharacteristic.notify)

    /// Takes a notification. Throws for a message that a lock of this protocol would not send; then the link is of no
    /// further use.
    mutating func receive(_ bytes: [UInt8], on characteristic: String) throws(SesameError) -> Heard {
        guard characteristic.lowercased() == SesameCharacteristic.notify,
            let parcel = try reassembler.append(bytes)
        else { return .nothing }
        guard var session else { return try begin(parcel) }
        // Anyone nearby could send unsealed messages. Only the answer to the login may arrive unsealed, and it decides
        // nothing: the first message to be believed is a state, which is sealed.
        if !parcel.isSealed { return isLoggedIn ? .nothing : try login(SesameReport(parcel.bytes)) }
        let report = try SesameReport(session.open(parcel.bytes))
        self.session = session
        return isLoggedIn ? .report(report) : try login(report)
    }

    /// The writes that carry `request`. Only the last packet completes the message, so only the last can be a commit.
    mutating func write(_ request: SesameRequest, commit: Bool = false) throws(SesameError) -> [KeyAction] {
        guard var session else { throw SesameError(.unexpectedMessage, "no session yet") }
        let packets = try session.seal(request.encoded).packets
        self.session = session
        return KeyAction.writes(packets, commit: commit)
    }

    private mutating func begin(_ parcel: SesameParcel) throws(SesameError) -> Heard {
        guard !parcel.isSealed else { throw SesameError(.unexpectedMessage, "sealed before there is a token") }
        guard case .publish(.initial, let token) = try SesameReport(parcel.bytes) else { return .nothing }
        let session = try secret.session(token: token)
        self.session = session
        return .token(login: Self.login(session))
    }

    /// The writes that log in, in the clear.
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
    /// One write for each packet; the last is the commit.
    static func writes(_ packets: [[UInt8]], commit: Bool = false) -> [KeyAction] {
        packets.indices.map { index in
            let isCommit = commit && index == packets.count - 1
            return .write(characteristic: SesameCharacteristic.write, bytes: packets[index], commit: isCommit)
        }
    }
}

/// Stable reasons of failure that are not the lock's own results.
package enum SesameKeyReason {
    /// The link was lost before the commit write or, in a registration, before the lock could have our key.
    package static let disconnected = "sesame.disconnected"
    /// The lock sent something that the protocol does not allow here.
    package static let badReply = "sesame.bad_reply"
    /// The lock does not know our secret: it was reset, or registered by somebody else.
    package static let notAuthorized = "sesame.not_authorized"
    /// The lock already has a key; only its owner's app can share the key or reset the lock.
    package static let alreadyRegistered = "sesame.already_registered"
    /// A packet after the registration is not sealed with the agreed key: somebody was in the middle.
    package static let lockNotAuthentic = "sesame.lock_not_authentic"
    /// For a binding: the lock went away or fell silent before it proved that it has the agreed key. The binding may be
    /// worthless.
    package static let unverified = "unverified"
    /// The motor gave up before it was done.
    package static let jammed = "sesame.jammed"
    /// The motor is at rest, but the bolt is not where it should be.
    package static let notInWantedState = "sesame.not_in_wanted_state"
}
