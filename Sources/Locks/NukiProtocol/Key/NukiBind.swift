package import LockProtocol

/// Pairs with a lock, classic or Ultra, then reads the configuration once with the new key. Reading the configuration
/// proves that the key works, and reveals the lock's number. The pairing trusts the lock on first use, so a person must
/// be at the door.
package struct NukiBind: KeyMachine {
    /// The parameters that the caller gives the machine in advance.
    package struct Parameters: Sendable {
        /// The lock's kind, which determines its pairing service.
        package var kind: NukiLockKind
        /// The random number that the client chose for itself, used for this lock only.
        package var appID: UInt32
        /// The name under which the lock lists this client, truncated to 32 bytes of UTF-8.
        package var name: String
        /// The security PIN of an Ultra. If a person must be asked for the PIN with a prompt, this is nil.
        package var pin: UInt32?
        /// The time at which the operation ends as timed out.
        package var deadline: Duration

        /// Creates parameters for a pairing that ends at `deadline`. A good deadline is 45 s after the start.
        package init(kind: NukiLockKind, appID: UInt32, name: String, pin: UInt32? = nil, deadline: Duration) {
            self.kind = kind
            self.appID = appID
            self.name = name
            self.pin = pin
            self.deadline = deadline
        }
    }

    enum State: Sendable {
        case idle
        case awaitingPIN(Patience)
        case awaitingLockKey(prompted: Bool)
        case awaitingButton(retryAt: Duration)
        case awaitingFirstChallenge(PairKeys)
        case awaitingSecondChallenge(NukiSharedKey)
        case awaitingGrant(NukiSharedKey, clientNonce: [UInt8])
        case awaitingCompletion(NukiCredential)
        case awaitingInfo(NukiSharedKey, pin: UInt32)
        case awaitingUltraGrant(NukiSharedKey)
        case checking(NukiCredential, NukiKeyChannel, until: Duration)
        case finished
    }

    /// The public keys of both sides, and the values derived from them.
    struct PairKeys: Sendable {
        let client: [UInt8]
        let lock: [UInt8]
        let shared: NukiSharedKey
    }

    /// The state in which the machine waits for a person to enter the PIN. Because a lock ends idle links, the machine
    /// meanwhile keeps asking the lock for its key.
    struct Patience: Sendable {
        /// The time at which the machine asks the lock again.
        var askAt: Duration
        /// Whether the lock's answer is still outstanding. No more than one answer is outstanding at any time.
        var isAsking = true
        /// Whether a person has been asked to press the button.
        var hasPrompted = false
    }

    /// The interval at which the machine asks the lock while a person looks for the PIN. The interval is well within
    /// the 20 s for which the lock keeps an idle link.
    static let patienceInterval = Duration.seconds(8)
    /// The time between error 10 and the next request to the lock.
    static let buttonRetry = Duration.seconds(2)
    /// The time within which the lock must send its configuration. The pairing is valid even without the configuration.
    static let checkTime = Duration.seconds(5)

    let parameters: Parameters
    var state = State.idle
    var reassembler = NukiReassembler(.plain)
    var pin: UInt32?

    /// Creates a pairing that waits for `started`.
    package init(_ parameters: Parameters) {
        self.parameters = parameters
        pin = parameters.pin
    }

    /// The time of the next retry, the end of the check, or the deadline.
    package var wakeAt: Duration? {
        switch state {
        case .finished: nil
        case .awaitingButton(let retryAt): min(retryAt, parameters.deadline)
        case .awaitingPIN(let patience): min(patience.askAt, parameters.deadline)
        case .checking(_, _, let until): min(until, parameters.deadline)
        case .idle, .awaitingLockKey, .awaitingFirstChallenge, .awaitingSecondChallenge, .awaitingGrant,
            .awaitingCompletion, .awaitingInfo, .awaitingUltraGrant:
            parameters.deadline
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
            return begin(at: now)
        case .value(let characteristic, let bytes):
            return receive(bytes, on: characteristic, at: now, using: &random)
        case .failed(let reason):
            return lost(reason: reason)
        case .linkLost:
            return lost(reason: NukiKeyReason.disconnected)
        case .woke:
            return woke(at: now)
        case .answered(let answer):
            return answered(answer)
        case .kept:
            return []
        case .cancelled:
            return breakOff(KeyResult(.cancelled))
        }
    }

    private mutating func begin(at now: Duration) -> [KeyAction] {
        guard case .idle = state else { return [] }
        let actions: [KeyAction] = [.phase(.authenticating), .subscribe(characteristic: characteristic)]
        guard parameters.kind == .ultra, pin == nil else {
            state = .awaitingLockKey(prompted: false)
            return actions + [askForLockKey]
        }
        state = .awaitingPIN(Patience(askAt: now + Self.patienceInterval))
        return actions + [.prompt(.enterPIN), askForLockKey]
    }

    var characteristic: String { parameters.kind.pairingCharacteristic }

    var askForLockKey: KeyAction { write(.requestData, [0x03, 0x00]) }

    func write(_ command: NukiCommand, _ payload: [UInt8]) -> KeyAction {
        .write(characteristic: characteristic, bytes: NukiMessage(command, payload).plainFrame, commit: false)
    }

    private mutating func woke(at now: Duration) -> [KeyAction] {
        switch state {
        case .checking(let credential, _, let until) where now >= min(until, parameters.deadline):
            return bound(credential)
        case .awaitingButton(let retryAt) where now >= retryAt && now < parameters.deadline:
            state = .awaitingLockKey(prompted: true)
            return [askForLockKey]
        case .awaitingPIN(var patience) where now >= patience.askAt && now < parameters.deadline:
            patience.askAt = now + Self.patienceInterval
            let asksAgain = !patience.isAsking
            patience.isAsking = true
            state = .awaitingPIN(patience)
            return asksAgain ? [askForLockKey] : []
        case .idle, .awaitingLockKey, .awaitingButton, .awaitingFirstChallenge, .awaitingSecondChallenge,
            .awaitingGrant, .awaitingCompletion, .awaitingInfo, .awaitingPIN, .awaitingUltraGrant, .checking, .finished:
            return now >= parameters.deadline ? breakOff(KeyResult(.timedOut)) : []
        }
    }

    /// Handles the loss of a link to a lock that already lists this client. The credential is valid, but has not been
    /// checked.
    private mutating func lost(reason: String) -> [KeyAction] {
        if case .checking(let credential, _, _) = state { return bound(credential) }
        return breakOff(KeyResult(.failed, reason: reason))
    }

    /// Ends the pairing with the new credential. `firmware` is the version that the lock reported, if any.
    mutating func bound(_ credential: NukiCredential, firmware: String? = nil) -> [KeyAction] {
        var result = KeyResult(.succeeded)
        result.credential = credential.encoded
        if let firmware {
            result.reading = LockReading(.unknown)
            result.reading?.firmware = firmware
        }
        return finish(result)
    }

    /// Ends the pairing with a known outcome: either the lock refused, or the key exists.
    mutating func finish(_ result: KeyResult) -> [KeyAction] {
        if case .finished = state { return [] }
        state = .finished
        return [.finish(result)]
    }

    /// Ends the pairing without an answer from the lock. A lock that has received the request may already list this
    /// client, although the client has not kept a key.
    mutating func breakOff(_ result: KeyResult) -> [KeyAction] {
        switch state {
        case .awaitingGrant, .awaitingCompletion, .awaitingUltraGrant, .checking:
            finish(KeyResult(.failed, reason: KeyResult.outcomeUnknown))
        case .idle, .awaitingPIN, .awaitingLockKey, .awaitingButton, .awaitingFirstChallenge, .awaitingSecondChallenge,
            .awaitingInfo, .finished:
            finish(result)
        }
    }
}
