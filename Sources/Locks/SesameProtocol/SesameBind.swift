package import LockProtocol

/// Registers a lock that has no key yet, then asks it something with the new key. Any answer under that key proves the
/// key.
///
/// The protocol confirms nothing: anyone near such a lock can register it, and somebody in the middle goes unnoticed. A
/// person must be at the door.
package struct SesameBind: KeyMachine {
    /// What the caller tells the machine in advance.
    package struct Parameters: Sendable {
        /// The wall clock, in seconds since 1970, at time zero.
        package var clockStart: Int64
        /// When the operation ends as timed out.
        package var deadline: Duration

        /// Creates a registration that ends at `deadline`.
        package init(clockStart: Int64, deadline: Duration) {
            self.clockStart = clockStart
            self.deadline = deadline
        }
    }

    private enum State: Sendable {
        case idle
        case awaitingToken
        case awaitingLockKey(SesameKeyAgreement, token: [UInt8])
        /// The lock has the key; its version is still to come.
        case checking(Check)
        case finished
    }

    /// What is known about a lock that has the key.
    private struct Check: Sendable {
        var credential: SesameCredential
        var session: SesameSession
        /// Whether it has said something that only a lock with the key can say.
        var isProved = false
        /// When to ask a lock that has proved nothing once more; nil once that is done.
        var asksAgainAt: Duration?
        var until: Duration
    }

    /// How long the lock may take to answer with the new key; the registration stands even without it.
    package static let checkTime = Duration.seconds(5)
    /// How long it may take to answer the first request. A lock that does not know that request does answer a login.
    package static let firstAnswerTime = Duration.seconds(2)

    private let parameters: Parameters
    private var state = State.idle
    private var reassembler = SesameReassembler()
    /// The lock's report about itself when it was registered.
    private var reading: LockReading?

    /// Creates a registration that waits for `started`.
    package init(_ parameters: Parameters) {
        self.parameters = parameters
    }

    /// The end of the check, or the deadline.
    package var wakeAt: Duration? {
        switch state {
        case .idle, .awaitingToken, .awaitingLockKey: parameters.deadline
        case .checking(let check): min(check.asksAgainAt ?? check.until, check.until)
        case .finished: nil
        }
    }

    /// See `KeyMachine`.
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
        guard token.count == SesameSession.tokenSize else { throw SesameError(.badValue, "a token of another size") }
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
        // The registration's answer was in the clear; from here on, only sealed messages count as the lock's.
        guard parcel.isSealed else { return [] }
        var check = check
        guard let message = try? check.session.open(parcel.bytes) else {
            // After the proof, this is noise: nobody else has the key, so it is kept.
            guard !check.isProved else { return bound(check, version: nil) }
            return finish(KeyResult(.failed, reason: SesameKeyReason.lockNotAuthentic))
        }
        check.isProved = true
        state = .checking(check)
        switch try? SesameReport(message) {
        case .response(.version, _, let version): return bound(check, version: version)
        // The lock knows no versions, so there is nothing more to wait for.
        case .response(.login, _, _): return bound(check, version: nil)
        default: return []
        }
    }

    /// The next request to a lock that has not answered; nil if it has already been asked, or its time is up.
    private mutating func logInAgain(at now: Duration) -> [KeyAction]? {
        guard case .checking(var check) = state, check.asksAgainAt != nil, now < check.until else { return nil }
        check.asksAgainAt = nil
        state = .checking(check)
        guard !check.isProved else { return [] }
        return SesameKeyLink.login(check.session)
    }

    private mutating func bound(_ check: Check, version: [UInt8]?) -> [KeyAction] {
        // The credential is kept: if the lock has the key after all, nobody else has it.
        var result = KeyResult(.succeeded, reason: check.isProved ? nil : SesameKeyReason.unverified)
        result.credential = check.credential.encoded
        result.evidence = version
        result.reading = reading
        result.reading?.firmware = version.flatMap(SesameVersion.text)
        return finish(result)
    }

    /// Ends the registration with a known outcome: the lock refused, or the key exists.
    private mutating func finish(_ result: KeyResult) -> [KeyAction] {
        if case .finished = state { return [] }
        state = .finished
        return [.finish(result)]
    }

    /// Ends without an answer from the lock. A lock that has our public key may have derived a secret from it that
    /// nobody else has.
    private mutating func breakOff(_ result: KeyResult) -> [KeyAction] {
        switch state {
        case .idle, .awaitingToken, .finished: finish(result)
        case .awaitingLockKey: finish(KeyResult(.failed, reason: KeyResult.outcomeUnknown))
        // The lock has the key, but went away before saying more.
        case .checking(let check): bound(check, version: nil)
        }
    }
}
