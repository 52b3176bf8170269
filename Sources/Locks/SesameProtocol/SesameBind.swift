package import LockProtocol

/// Registers a lock that has no key yet, then sends the lock a request with the new key. Any answer sealed with the new
/// key proves the key.
///
/// The protocol does not authenticate the registration: anyone near such a lock can register it, and somebody in the
/// middle remains unnoticed. Therefore, a person must be at the door.
package struct SesameBind: KeyMachine {
    /// The parameters that the caller gives the machine in advance.
    package struct Parameters: Sendable {
        /// The wall clock at time zero, in seconds since 1970.
        package var clockStart: Int64
        /// The time at which the operation ends as timed out.
        package var deadline: Duration

        /// Creates parameters for a registration that ends at `deadline`.
        package init(clockStart: Int64, deadline: Duration) {
            self.clockStart = clockStart
            self.deadline = deadline
        }
    }

    private enum State: Sendable {
        case idle
        case awaitingToken
        case awaitingLockKey(SesameKeyAgreement, token: [UInt8])
        /// The lock has the key. Its firmware version is still outstanding.
        case checking(Check)
        case finished
    }

    /// The information known about a lock that has the key.
    private struct Check: Sendable {
        var credential: SesameCredential
        var session: SesameSession
        /// Whether the lock has sent a message that only a lock with the key can send.
        var isProved = false
        /// If the lock has proved nothing by this time, it is asked once more. When it has been asked again, this is
        /// nil.
        var asksAgainAt: Duration?
        var until: Duration
    }

    /// The time within which the lock must answer with the new key. The registration is valid even without the answer.
    package static let checkTime = Duration.seconds(5)
    /// The time within which the lock must answer the first request. A lock that does not know the first request still
    /// answers a login.
    package static let firstAnswerTime = Duration.seconds(2)

    private let parameters: Parameters
    private var state = State.idle
    private var reassembler = SesameReassembler()
    /// The lock's report about itself at the registration.
    private var reading: LockReading?

    /// Creates a registration that waits for `started`.
    package init(_ parameters: Parameters) {
        self.parameters = parameters
    }

    /// The end of the check, the time of the next request, or the deadline.
    package var wakeAt: Duration? {
        switch state {
        case .idle, .awaitingToken, .awaitingLockKey: parameters.deadline
        case .checking(let check): min(check.asksAgainAt ?? check.until, check.until)
        case .finished: nil
        }
    }

    /// Implements ``KeyMachine``.
    package mutating func handle(
        _ event: KeyEvent,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        switch event {
        case .started:
            guard case .idle = state else { return [] }
            state = .awaitingToken
            return [.phase(.authenticating), SesameKeyLink.subscription]
        case .value(let characteristic, let bytes):
            return receive(bytes, on: characteristic, at: now, using: &random)
        case .failed(let reason):
            return breakOff(KeyResult(.failed, reason: reason))
        case .linkLost:
            return breakOff(KeyResult(.failed, reason: SesameKeyReason.disconnected))
        case .woke:
            guard let limit = wakeAt, now >= limit else { return [] }
            return logInAgain(at: now) ?? breakOff(KeyResult(.timedOut))
        case .cancelled:
            return breakOff(KeyResult(.cancelled))
        case .answered, .kept:
            return []
        }
    }

    private mutating func receive(
        _ bytes: [UInt8],
        on characteristic: String,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        guard characteristic.lowercased() == SesameCharacteristic.notify else { return [] }
        do {
            guard let parcel = try reassembler.append(bytes) else { return [] }
            switch state {
            case .idle, .finished:
                return []
            case .awaitingToken:
                return try begin(parcel, at: now, using: &random)
            case .awaitingLockKey(let agreement, let token):
                return try registered(parcel, agreement, token, at: now)
            case .checking(let known):
                return check(parcel, known)
            }
        } catch {
            return breakOff(KeyResult(.failed, reason: SesameKeyReason.badReply))
        }
    }

    private mutating func begin(
        _ parcel: SesameParcel, at now: Duration, using random: inout some RandomNumberGenerator
    ) throws(SesameError) -> [KeyAction] {
        guard !parcel.isSealed, case .publish(.initial, let token) = try SesameReport(parcel.bytes) else { return [] }
        guard token.count == SesameSession.tokenSize else {
            throw SesameError(.badValue, "the token has the wrong size")
        }
        let agreement = SesameKeyAgreement(using: &random)
        var payload = agreement.publicKey
        let time = parameters.clockStart.addingReportingOverflow(now.components.seconds).partialValue
        payload.append(littleEndian: UInt32(truncatingIfNeeded: time))
        let request = SesameRequest(.registration, payload).encoded
        state = .awaitingLockKey(agreement, token: token)
        return KeyAction.writes(SesameParcel(request, isSealed: false).packets)
    }

    private mutating func registered(
        _ parcel: SesameParcel, _ agreement: SesameKeyAgreement, _ token: [UInt8], at now: Duration
    ) throws(SesameError) -> [KeyAction] {
        guard !parcel.isSealed, case .response(.registration, let result, let payload) = try SesameReport(parcel.bytes)
        else { return [] }
        guard result == .success else {
            let reason = result == .invalidAction ? SesameKeyReason.alreadyRegistered : result.reason
            return finish(KeyResult(.failed, reason: reason))
        }
        var reader = ByteReader(payload)
        reading = try SesameMechStatus(payload: try reader.bytes(SesameMechStatus.size)).reading
        _ = try SesameMechSetting(payload: try reader.bytes(SesameMechSetting.size))
        let lockKey = try reader.bytes(SesameKeyAgreement.publicKeySize)
        try reader.end()
        let secret = try agreement.deviceSecret(with: lockKey)
        var session = try secret.session(token: token)
        let question = try session.seal(SesameRequest(.version).encoded)
        let credential = SesameCredential(secret: secret)
        state = .checking(
            Check(
                credential: credential, session: session, asksAgainAt: now + Self.firstAnswerTime,
                until: now + Self.checkTime))
        return KeyAction.writes(question.packets)
    }

    private mutating func check(_ parcel: SesameParcel, _ check: Check) -> [KeyAction] {
        // The registration's answer was in plaintext. From this point on, only sealed messages are accepted as the
        // lock's.
        guard parcel.isSealed else { return [] }
        var check = check
        guard let message = try? check.session.open(parcel.bytes) else {
            // After the proof, such a message is only noise. The key is kept, because nobody else has it.
            guard !check.isProved else { return bound(check, version: nil) }
            return finish(KeyResult(.failed, reason: SesameKeyReason.lockNotAuthentic))
        }
        check.isProved = true
        state = .checking(check)
        switch try? SesameReport(message) {
        case .response(.version, _, let version): return bound(check, version: version)
        // The lock does not support the request for its version, so there is nothing more to wait for.
        case .response(.login, _, _): return bound(check, version: nil)
        default: return []
        }
    }

    /// Returns the next request to a lock that has not answered. Returns nil if the lock has already been asked again,
    /// or if its time is up.
    private mutating func logInAgain(at now: Duration) -> [KeyAction]? {
        guard case .checking(var check) = state, check.asksAgainAt != nil, now < check.until else { return nil }
        check.asksAgainAt = nil
        state = .checking(check)
        guard !check.isProved else { return [] }
        return SesameKeyLink.login(check.session)
    }

    private mutating func bound(_ check: Check, version: [UInt8]?) -> [KeyAction] {
        // The lock may have the key after all, and nobody else has it, so the credential is kept.
        var result = KeyResult(.succeeded, reason: check.isProved ? nil : SesameKeyReason.unverified)
        result.credential = check.credential.encoded
        result.evidence = version
        result.reading = reading
        result.reading?.firmware = version.flatMap(SesameVersion.text)
        return finish(result)
    }

    /// Ends the registration with a known outcome: either the lock refused, or the key exists.
    private mutating func finish(_ result: KeyResult) -> [KeyAction] {
        if case .finished = state { return [] }
        state = .finished
        return [.finish(result)]
    }

    /// Ends the registration without an answer from the lock. A lock that has received this client's public key may
    /// have derived from it a secret that nobody else has.
    private mutating func breakOff(_ result: KeyResult) -> [KeyAction] {
        switch state {
        case .idle, .awaitingToken, .finished: finish(result)
        case .awaitingLockKey: finish(KeyResult(.failed, reason: KeyResult.outcomeUnknown))
        // The lock has the key, but the link was lost before the lock sent anything more.
        case .checking(let check): bound(check, version: nil)
        }
    }
}
